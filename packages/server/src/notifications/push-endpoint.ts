import { type LookupAddress, lookup } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/**
 * Addresses that are not on the public internet: a push service never has one, and clients must not reach the server's
 * own network through it.
 */
const PRIVATE_4 = new BlockList();
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  PRIVATE_4.addSubnet(network, prefix, 'ipv4');
/** A list of its own, since an address of version 4 is found in `::/3` too. */
const PRIVATE_6 = new BlockList();
// Everything but the global unicast addresses, and of these the translated and documented ones.
for (const [network, prefix] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const)
  PRIVATE_6.addSubnet(network, prefix, 'ipv6');

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE_4.check(address, 'ipv4');
  return isIP(address) === 6 && !PRIVATE_6.check(address, 'ipv6');
}

/**
 * Whether a text can be the address of a push service: HTTPS on the default port, with a host name that has a dot. Where the name leads is
 * checked when something is sent (`publicLookup`), because it may change.
 */
export function isPushEndpoint(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname, port, username, password } = new URL(text);
  const isNamed = isIP(hostname.replace(/^\[|\]$/g, '')) === 0 && /^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(hostname);
  const isLocal = /\.(localhost|local|internal|home\.arpa)$/.test(`.${hostname}`);
  return protocol === 'https:' && port === '' && username === '' && password === '' && isNamed && !isLocal;
}

/** Finds the addresses of a name for a connection, without those that are not public. */
export const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, found) => {
    if (error !== null) return callback(error, '');
    const usable = found.filter(({ address }) => isPublicAddress(address));
    const [first] = usable;
    if (first === undefined) return callback(new Error(`${hostname} has no public address`), '');
    answer(options.all === true, usable, first, callback);
  });
};

function answer(
  wantsAll: boolean,
  usable: LookupAddress[],
  first: LookupAddress,
  callback: Parameters<LookupFunction>[2],
): void {
  if (wantsAll) callback(null, usable);
  else callback(null, first.address, first.family);
}
