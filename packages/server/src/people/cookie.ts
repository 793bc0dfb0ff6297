import type { IncomingHttpHeaders } from 'node:http';

const NAME = 'tablier_session';
/** 400 days: the longest that browsers keep a cookie. */
const MAX_AGE = 400 * 86_400;

/** The session token that a request carries; `null` for none. */
export function tokenOf({ cookie = '' }: IncomingHttpHeaders): string | null {
  const found = cookie.split(/; */).find((pair) => pair.startsWith(`${NAME}=`));
  return found?.slice(NAME.length + 1) ?? null;
}

/** Out of reach of scripts, and not sent from other sites. */
export const sessionCookie = (token: string, { secure }: { readonly secure: boolean }): string =>
  `${NAME}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${MAX_AGE}${secure ? '; Secure' : ''}`;

export const NO_COOKIE = `${NAME}=; Path=/; HttpOnly; SameSite=Strict; Max-Age=0`;
