import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';
import { failure, type Result, success } from '@tablier/core';
import { isOwnOrigin } from './origin.ts';

export interface HostSettings {
  /** The public address of the server (`https://club.example`); left out where it has none of its own. */
  readonly origin?: string | undefined;
  /** The interface that the server listens on. */
  readonly host: string;
  /** Whether a proxy stands before the server: then the names that browsers use are not known here. */
  readonly hasProxy: boolean;
}

/**
 * The names by which this server may be addressed. With an origin only that one; on the loopback interface only names of this machine,
 * because any page on the internet can make its own name point to 127.0.0.1 (DNS rebinding); else every name.
 */
export class Hosts {
  readonly #origin: URL | null;
  readonly #onlyLoopback: boolean;

  constructor(origin: URL | null, onlyLoopback: boolean) {
    this.#origin = origin;
    this.#onlyLoopback = onlyLoopback;
  }

  /** What a client that used another name is told. */
  get hint(): string {
    return this.#origin === null ? 'this server answers to localhost; see --origin' : this.#origin.origin;
  }

  /** The address under which a browser sees this server; `null` where a request does not tell. Headers of untrusted proxies were removed before. */
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
    const asked = new URL(address);
    return this.#origin === null ? isLoopback(asked.hostname) : asked.host === this.#origin.host;
  }

  /** Whether a request comes from a page of this server, or from no page at all. */
  isOwnPage(headers: IncomingHttpHeaders): boolean {
    if (this.#origin === null) return isOwnOrigin(headers);
    return headers.origin === undefined || headers.origin === this.#origin.origin;
  }
}

/** The error is the origin that cannot be read. */
export function parseHosts({ origin, host, hasProxy }: HostSettings): Result<Hosts, string> {
  if (origin === undefined) return success(new Hosts(null, isLoopback(host) && !hasProxy));
  const url = URL.canParse(origin) ? new URL(origin) : null;
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? success(new Hosts(url, false)) : failure(origin);
}

/** Names and addresses that only this machine uses for itself. */
export function isLoopback(hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '');
  if (isIP(plain) !== 0) return plain === '::1' || plain.startsWith('127.');
  return plain === 'localhost' || plain.endsWith('.localhost');
}
