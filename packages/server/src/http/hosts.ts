import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { isIP, BlockList, isIPv6 } from 'node:net';
import { networkInterfaces } from 'node:os';
import { failure, type Result, success } from '@tablier/core';
import type { FastifyRequest, FastifyInstance } from 'fastify';
import { isPublicAddress, plainAddress } from '../lib/addresses.ts';

export interface HostSettings {
  readonly origin?: string | undefined;
  readonly host: string;
  /** Whether the server is behind a proxy. Then it does not know the host names that browsers use. */
  readonly hasProxy: boolean;
}

/** With an origin, only that name; on loopback, only names of this machine (DNS rebinding); otherwise every name. */
const hostsOf = (origin: URL | null, onlyLoopback: boolean) => ({
  origin: origin?.origin ?? null,
  hint: origin?.origin ?? 'this server answers to localhost; see --origin',
  /** The address that a browser sees; `null` if unknown. Headers of untrusted proxies have been removed. */
  originOf({ host, ...headers }: IncomingHttpHeaders): string | null {
    if (origin !== null) return origin.origin;
    const address = `${headers['x-forwarded-proto'] === 'https' ? 'https' : 'http'}://${host ?? ''}`;
    return URL.parse(address)?.origin ?? null;
  },
  isKnown({ host }: IncomingHttpHeaders): boolean {
    if (origin === null && !onlyLoopback) return true;
    const named = URL.parse(`${origin?.protocol ?? 'http:'}//${host ?? ''}`);
    return named !== null && (origin === null ? isLoopback(named.hostname) : named.host === origin.host);
  },
  /** Whether a request comes from a page of this server, or from no page. */
  isOwnPage: (headers: IncomingHttpHeaders): boolean =>
    origin === null ? isOwnOrigin(headers) : headers.origin === undefined || headers.origin === origin.origin,
});
export type Hosts = ReturnType<typeof hostsOf>;

export function parseHosts({ origin, host, hasProxy }: HostSettings): Result<Hosts, string> {
  if (origin === undefined) return success(hostsOf(null, isLoopback(host) && !hasProxy));
  const url = URL.parse(origin);
  const isOrigin = url !== null && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
  return isOrigin ? success(hostsOf(url, false)) : failure(origin);
}

export function isLoopback(hostname: string): boolean {
  const plain = hostname.replace(/^\[|\]$/g, '');
  if (isIP(plain) !== 0) return plain === '::1' || plain.startsWith('127.');
  return plain === 'localhost' || plain.endsWith('.localhost');
}

/** From a page of this server, or from none. Behind HTTPS, the page must have been loaded over HTTPS too. */
export function isOwnOrigin({ origin, host, ...headers }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  const page = URL.parse(origin);
  const isPlain = headers['x-forwarded-proto'] === 'https' && page?.protocol !== 'https:';
  return page?.host === host && page !== null && !isPlain;
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

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'];

const NAMED: Readonly<Record<string, readonly string[]>> = { loopback: ['127.0.0.0/8', '::1/128'] };

/** Trusted proxies, whose forwarded headers are honoured. Without any, these headers are ignored. */
export class Proxies {
  readonly #trusted: BlockList;
  readonly #areNone: boolean;

  constructor(trusted: BlockList = new BlockList()) {
    this.#trusted = trusted;
    this.#areNone = trusted.rules.length === 0;
  }

  isTrusted(address: string): boolean {
    if (this.#areNone) return false;
    const plain = plainAddress(address);
    return isIP(plain) !== 0 && this.#trusted.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
  }

  /**
   * Removes the forwarded headers of an untrusted peer; returns whether there were any. Of a trusted one, leaves plain
   * addresses only, so that no reader counts a client once for each of its ports. To be called before headers are read.
   */
  clean({ headers, socket }: IncomingMessage): boolean {
    if (this.isTrusted(socket.remoteAddress ?? '')) {
      const addresses = addressesIn(headers['x-forwarded-for']);
      if (addresses.length > 0) headers['x-forwarded-for'] = addresses.join(', ');
      else delete headers['x-forwarded-for'];
      return false;
    }
    const present = FORWARDED.filter((name) => headers[name] !== undefined);
    for (const name of present) Reflect.deleteProperty(headers, name);
    return present.length > 0;
  }

  /** After `clean`: the last address that is no trusted proxy. Everything before it may be forged. */
  clientOf({ headers, socket }: IncomingMessage): string {
    let address = plainAddress(socket.remoteAddress ?? '');
    for (const next of addressesIn(headers['x-forwarded-for']).toReversed()) {
      if (!this.isTrusted(address)) break;
      address = next;
    }
    return address;
  }
}

/** Some proxies add the port of the client, and then brackets to an address of version 6. */
const withoutPort = (text: string): string =>
  /^\[(.+)\](?::\d+)?$|^([\d.]+):\d+$/.exec(text)?.slice(1).join('') ?? text;

/** The forwarded addresses after the last entry that is none: what came before it passed a proxy that hides its clients. */
function addressesIn(header: string | readonly string[] | undefined): readonly string[] {
  if (header === undefined) return [];
  const entries = String(header)
    .split(',')
    .map((text) => plainAddress(withoutPort(text.trim())));
  return entries.slice(entries.findLastIndex((text) => isIP(text) === 0) + 1);
}

/** Parses addresses, networks (`10.0.0.0/8`) and `loopback`, separated by commas. The error is the invalid entry. */
export function parseProxies(text: string): Result<Proxies, string> {
  const list = new BlockList();
  const words = text.split(',').flatMap((word) => NAMED[word.trim()] ?? [word.trim()]);
  for (const word of words.filter((each) => each !== '')) {
    const [address = '', prefix, ...rest] = word.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    const bits = prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix);
    const isNetwork = /^\d{1,3}$/.test(prefix ?? '0') && bits <= (family === 'ipv6' ? 128 : 32);
    if (isIP(address) === 0 || !isNetwork || rest.length > 0) return failure(word);
    list.addSubnet(address, bits, family);
  }
  return success(new Proxies(list));
}

/** Removes forwarded headers of untrusted peers, and warns the first time. */
export function addForwardedHeaders(app: FastifyInstance, proxies: Proxies): void {
  let hasWarned = false;
  app.addHook('onRequest', async ({ raw }) => {
    if (!proxies.clean(raw) || hasWarned) return;
    hasWarned = true;
    // A public address is that of a client who wrote the header, not of a proxy of this server.
    const address = plainAddress(raw.socket.remoteAddress ?? '');
    app.log.warn(
      isPublicAddress(address) ? {} : { address },
      'ignoring X-Forwarded-* from an untrusted peer; set --trust-proxy if this is your proxy',
    );
  });
}
