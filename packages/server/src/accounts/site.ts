import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** Under which name a browser sees this server: passkeys are bound to it. */
export interface Site {
  readonly host: string;
  readonly origin: string;
}

/** `null` where browsers know no passkeys: at an address of numbers, or without encryption. */
export function siteOf({ host = '', origin }: IncomingHttpHeaders): Site | null {
  const secure = originOf(`https://${host}`);
  if (secure === null || isIP(secure.hostname.replace(/^\[|\]$/g, '')) !== 0) return null;
  const isHere = secure.hostname === 'localhost' || secure.hostname.endsWith('.localhost');
  const plain = `http://${host}`;
  return { host: secure.hostname, origin: isHere && (origin ?? plain) === plain ? plain : secure.origin };
}

function originOf(text: string): URL | null {
  return URL.canParse(text) ? new URL(text) : null;
}
