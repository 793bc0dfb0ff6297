import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { failure, type Result, success } from '@tablier/core';
import type { FastifyRequest } from 'fastify';

export interface HostSettings {
  readonly origin?: string | undefined;
  readonly host: string;
  /** Whether the server is behind a proxy. Then it does not know the host names that browsers use. */
  readonly hasProxy: boolean;
}

/** With an origin, only that name; on loopback, only names of this machine (DNS rebinding); otherwise every name. */
export class Hosts {
  readonly #origin: URL | null;
  readonly #onlyLoopback: boolean;

  constructor(origin: URL | null, onlyLoopback: boolean) {
    this.#origin = origin;
    this.#onlyLoopback = onlyLoopback;
  }

  get origin(): string | null {
    return this.#origin?.origin ?? null;
  }

  get hint(): string {
    return this.#origin === null ? 'this server answers to localhost; see --origin' : this.#origin.origin;
  }

  /** The address that a browser sees; `null` if unknown. Headers of untrusted proxies have been removed. */
  originOf({ host, ...headers }: IncomingHttpHeaders): string | null {
    if (this.#origin !== null) return this.#origin.origin;
    const address = `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host ?? ''}`;
    return URL.canParse(address) ? new URL(address).origin : null;
  }

  isKnown({ host }: IncomingHttpHeaders): boolean {
    if (this.#origin === null && !this.#onlyLoopback) return true;
    const protocol = this.#origin?.protocol ?? 'http:';
    const address = `${protocol}//${host ?? ''}`;
    if (!URL.canParse(address)) return false;
    const named = new URL(address);
    return this.#origin === null ? isLoopback(named.hostname) : named.host === this.#origin.host;
  }

  /** Whether a request comes from a page of this server, or from no page. */
  isOwnPage(headers: IncomingHttpHeaders): boolean {
    if (this.#origin === null) return isOwnOrigin(headers);
    return headers.origin === undefined || headers.origin === this.#origin.origin;
  }
}

export function parseHosts({ origin, host, hasProxy }: HostSettings): Result<Hosts, string> {
  if (origin === undefined) return success(new Hosts(null, isLoopback(host) && !hasProxy));
  const url = URL.canParse(origin) ? new URL(origin) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? success(new Hosts(url, false)) : failure(origin);
}

export function isLoopback(hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '');
  if (isIP(plain) !== 0) return plain === '::1' || plain.startsWith('127.');
  return plain === 'localhost' || plain.endsWith('.localhost');
}

/** From a page of this server, or from none. Behind HTTPS, the page must have been loaded over HTTPS too. */
export function isOwnOrigin({ origin, host, ...headers }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const isPlain = headers['x-forwarded-proto'] === 'https' && page.protocol !== 'https:';
  return page.host === host && !isPlain;
}

/** Where other devices in the house reach this server, for a page opened under a name that only this machine knows; `null` for others, and if they cannot. */
export function houseOrigin({ protocol, hostname, port, server }: FastifyRequest): string | null {
  const bound = server.server.address();
  const isForAll = bound !== null && typeof bound !== 'string' && !isLoopback(bound.address);
  if (!isForAll || !isLoopback(hostname)) return null;
  const addresses = Object.values(networkInterfaces()).flatMap((each) => each ?? []);
  const outside = addresses.find(({ family, internal }) => family === 'IPv4' && !internal);
  return outside === undefined ? null : `${protocol}://${outside.address}:${port}`;
}
