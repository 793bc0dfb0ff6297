import type { IncomingHttpHeaders } from 'node:http';

const SESSION = 'tablier_session';
const CHALLENGE = 'tablier_challenge';
/** 400 days: the longest that browsers keep a cookie. */
const MAX_AGE = 400 * 86_400;
/** What signs in without a session is known by this for so long, in seconds. */
const CHALLENGE_AGE = 600;

export interface CookieSettings {
  readonly secure: boolean;
}

/** The session token that a request carries; `null` for none. */
export const tokenOf = (headers: IncomingHttpHeaders): string | null => valueOf(headers, SESSION);

/** What a browser that signs in is known by; `null` for nothing. */
export const challengeHolderOf = (headers: IncomingHttpHeaders): string | null => valueOf(headers, CHALLENGE);

function valueOf({ cookie = '' }: IncomingHttpHeaders, name: string): string | null {
  const found = cookie.split(/; */).find((pair) => pair.startsWith(`${name}=`));
  return found?.slice(name.length + 1) ?? null;
}

/** Out of reach of scripts, and not sent from other sites. */
const cookieOf = (pair: string, path: string, age: number, { secure }: CookieSettings): string =>
  `${pair}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`;

export const sessionCookie = (token: string, settings: CookieSettings): string =>
  cookieOf(`${SESSION}=${token}`, '/', MAX_AGE, settings);

export const challengeCookie = (holder: string, settings: CookieSettings): string =>
  cookieOf(`${CHALLENGE}=${holder}`, '/api/sign-in', CHALLENGE_AGE, settings);

export const NO_COOKIE = cookieOf(`${SESSION}=`, '/', 0, { secure: false });
