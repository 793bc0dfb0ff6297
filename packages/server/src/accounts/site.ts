import type { IncomingHttpHeaders } from 'node:http';
import { isIP } from 'node:net';

/** The host and origin of this server for a browser. Passkeys are bound to the host. */
export interface Site {
  readonly host: string;
  readonly origin: string;
}

/** `null` if browsers do not support passkeys: at an IP address, or without encryption. */
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
