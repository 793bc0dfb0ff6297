import type { IncomingHttpHeaders } from 'node:http';

/**
 * Whether a request comes from a page of this server, or from no page; browsers always name the page. If a proxy
 * received it over HTTPS, the page must have been loaded over HTTPS too.
 */
export function isOwnOrigin({ origin, host, ...headers }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  if (!URL.canParse(origin)) return false;
  const page = new URL(origin);
  const isPlain = headers['x-forwarded-proto'] === 'https' && page.protocol !== 'https:';
  return page.host === host && !isPlain;
}
