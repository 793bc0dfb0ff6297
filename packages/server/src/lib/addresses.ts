import { words } from '@tablier/core';
import { BlockList, isIP, isIPv6 } from 'node:net';

export interface LimitKey {
  readonly key: string;
  readonly share: number;
}

/** The 65,536 networks of an IPv6 /48 together have this many times the limit of one address. */
const SITE_SHARE = 8;

/** Whether it is an IPv6 address. Limits also count names, of which the long expression of Node is not asked. */
const isLong = (name: string): boolean => name.includes(':') && isIPv6(name);

/** An IPv4 address that arrived as IPv6 (`::ffff:1.2.3.4`, as a dual-stack socket reports it), in IPv4 form. */
export function plainAddress(address: string): string {
  if (!isLong(address)) return address;
  const groups = groupsOf(address);
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;
  if (!isMapped) return address;
  const [high = 0, low = 0] = groups.slice(6);
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

/**
 * The keys that a limit counts for an address or a name. Every key must have room. For IPv6 these are the /64 network, because a client with
 * one address there can use all of them, and the /48 network.
 */
export function keysOf(name: string): readonly LimitKey[] {
  if (!isLong(name)) return [{ key: name, share: 1 }];
  const plain = plainAddress(name);
  if (!isLong(plain)) return [{ key: plain, share: 1 }];
  return [
    { key: prefixOf(plain, 4), share: 1 },
    { key: prefixOf(plain, 3), share: SITE_SHARE },
  ];
}

const prefixOf = (address: string, groups: number): string =>
  `${groupsOf(address)
    .slice(0, groups)
    .map((group) => group.toString(16))
    .join(':')}::/${groups * 16}`;

function groupsOf(address: string): readonly number[] {
  // The address of a URL is written without dots.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const before = parseGroups(head);
  const after = parseGroups(tail ?? '');
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

const parseGroups = (text: string): readonly number[] =>
  text
    .split(':')
    .filter((group) => group !== '')
    .map((group) => Number.parseInt(group, 16));

/**
 * Addresses that are not on the public internet: a push service never has one, and clients must not reach the server's
 * own network through it. From the registries of special-purpose addresses (RFC 6890): all that are not globally reachable, the old
 * relays of 6to4, and multicast.
 */
const PRIVATE_4 = networks(
  'ipv4',
  words(
    '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24',
    '192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/3',
  ),
);
/**
 * A list of its own, since an address of version 4 is found in `::/3` too. Everything but the global unicast addresses, and of these the
 * translated and documented ones.
 */
const PRIVATE_6 = networks('ipv6', words('::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 3fff::/20'));

function networks(family: 'ipv4' | 'ipv6', texts: readonly string[]): BlockList {
  const list = new BlockList();
  for (const [address = '', bits] of texts.map((text) => text.split('/')))
    list.addSubnet(address, Number(bits), family);
  return list;
}

export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !PRIVATE_4.check(address, 'ipv4');
  return isIP(address) === 6 && !PRIVATE_6.check(address, 'ipv6');
}
