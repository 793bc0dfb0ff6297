import { networkInterfaces } from 'node:os';
import type { FastifyRequest } from 'fastify';
import { isLoopback } from './hosts.ts';

/** Where other devices in the house reach this server, for a page opened under a name that only this machine knows; `null` for others, and if they cannot. */
export function houseOrigin({ protocol, hostname, port, server }: FastifyRequest): string | null {
  const bound = server.server.address();
  const isForAll = bound !== null && typeof bound !== 'string' && !isLoopback(bound.address);
  if (!isForAll || !isLoopback(hostname)) return null;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return outside === undefined ? null : `${protocol}://${outside.address}:${port}`;
}
