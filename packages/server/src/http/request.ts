import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Client } from '../lib/fair-turns.ts';
import { refuse } from './errors.ts';

/** The client of a request, for work that ends when it leaves. `person`: an id, or the address. */
export function clientOf({ ip }: FastifyRequest, { raw }: FastifyReply, person: string): Client {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  raw.once('close', () => leaving.abort());
  return { address: ip, person, left: leaving.signal };
}

/** Whether the client used HTTPS. Headers of untrusted proxies were removed before. */
export const isSecure = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

export const agentOf = ({ headers }: FastifyRequest): string => headers['user-agent'] ?? '';

export const tooMany = (reply: FastifyReply, retryMs: number): FastifyReply =>
  refuse(reply, 429, { name: 'too-many', retryMs });
