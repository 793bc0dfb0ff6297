import type { IncomingHttpHeaders } from 'node:http';

/** Whether a request comes from a page of this server, or from no page at all: browsers always name the page. */
export function isOwnOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return true;
  try {
    return new URL(origin).host === host;
  } catch {
    return false;
  }
}
