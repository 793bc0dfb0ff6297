import { createECDH } from 'node:crypto';
import { type LookupAddress, lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../lib/addresses.ts';

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

/** Whether the keys of a browser can encrypt a message: a point of the curve P-256 and a secret of 16 bytes (RFC 8291). */
export function arePushKeys({ p256dh, auth }: { readonly p256dh: string; readonly auth: string }): boolean {
  const ecdh = createECDH('prime256v1');
  ecdh.generateKeys();
  try {
    ecdh.computeSecret(Buffer.from(p256dh, 'base64url'));
  } catch {
    return false;
  }
  return Buffer.from(p256dh, 'base64url').length === 65 && Buffer.from(auth, 'base64url').length >= 16;
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
