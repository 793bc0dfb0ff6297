import type { IncomingHttpHeaders } from 'node:http';

/** Where the connection is encrypted. A name that begins so is taken by browsers from this very host alone, and encrypted. */
const SESSION = '__Host-tablier';
/** Where it is not, and in every older version: it is still read, so that nobody is signed out. */
const PLAIN_SESSION = 'tablier_session';
const CHALLENGE = 'tablier_challenge';
const DEVICE = 'tablier_device';
/** 400 days: the longest that browsers keep a cookie. */
const MAX_AGE = 400 * 86_400;
/** A browser without a session is known by its challenge cookie for so long, in seconds. */
const CHALLENGE_AGE = 600;
/** Cookies of one name that are looked at: another site of the same domain may have set some. */
const MOST_TRIED = 4;

export interface CookieSettings {
  readonly secure: boolean;
}

/** The session tokens that a request carries, those first that no other site can have set. */
export const tokensOf = (headers: IncomingHttpHeaders): readonly string[] =>
  [SESSION, PLAIN_SESSION].flatMap((name) => valuesOf(headers, name).slice(0, MOST_TRIED));

/** Whether a request carries its session under the old name alone. */
export const hasOldCookie = (headers: IncomingHttpHeaders): boolean =>
  valuesOf(headers, SESSION).length === 0 && valuesOf(headers, PLAIN_SESSION).length > 0;

/** What a browser that signs in is known by; `null` for nothing. */
export const challengeHolderOf = (headers: IncomingHttpHeaders): string | null =>
  valuesOf(headers, CHALLENGE)[0] ?? null;

/** What a browser is known by that has signed in before; `null` for nothing. */
export const deviceOf = (headers: IncomingHttpHeaders): string | null => valuesOf(headers, DEVICE)[0] ?? null;

const valuesOf = ({ cookie = '' }: IncomingHttpHeaders, name: string): readonly string[] =>
  cookie
    .split(/; */)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));

/** Out of reach of scripts, and not sent from other sites. */
const cookieOf = (pair: string, path: string, age: number, { secure }: CookieSettings): string =>
  `${pair}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`;

/** The lines that make a browser carry a session, the first under its name; one of the other name goes. */
export const sessionCookies = (token: string, { secure }: CookieSettings): readonly string[] =>
  secure
    ? [cookieOf(`${SESSION}=${token}`, '/', MAX_AGE, { secure }), cookieOf(`${PLAIN_SESSION}=`, '/', 0, { secure })]
    : [cookieOf(`${PLAIN_SESSION}=${token}`, '/', MAX_AGE, { secure })];

export const challengeCookie = (holder: string, settings: CookieSettings): string =>
  cookieOf(`${CHALLENGE}=${holder}`, '/api/sign-in', CHALLENGE_AGE, settings);

export const deviceCookie = (device: string, settings: CookieSettings): string =>
  cookieOf(`${DEVICE}=${device}`, '/api/sign-in', MAX_AGE, settings);

/** The lines that make a browser carry no session any more. */
export const noSessionCookies = ({ secure }: CookieSettings): readonly string[] => [
  ...(secure ? [cookieOf(`${SESSION}=`, '/', 0, { secure })] : []),
  cookieOf(`${PLAIN_SESSION}=`, '/', 0, { secure: false }),
];
