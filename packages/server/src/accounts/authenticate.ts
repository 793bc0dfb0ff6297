import type { IncomingHttpHeaders } from 'node:http';
import { KNOWN_COOKIE } from '@tablier/protocol/language';
import type { FastifyRequest } from 'fastify';
import type { Account } from '@tablier/store';
import type { Identity, People } from './people.ts';

export interface Caller extends Identity {
  readonly account: Account;
}

export async function findCaller(request: FastifyRequest, people: People): Promise<Caller | null> {
  const known = await identityOf(request, people);
  const account = known === null ? null : await people.account(known.person.id);
  return known === null || account === null ? null : { ...known, account };
}

export const identityOf = ({ headers }: FastifyRequest, people: People): Promise<Identity | null> =>
  identityFrom(headers, people);

/** The person whose session the headers carry. Of several session cookies, the first valid one counts. */
export async function identityFrom(headers: IncomingHttpHeaders, people: People): Promise<Identity | null> {
  for (const token of tokensOf(headers)) {
    const known = await people.find(token);
    if (known !== null) return known;
  }
  return null;
}

/** The session cookie on encrypted connections. Browsers accept a name with this prefix only from the same host and encrypted. */
const SESSION = '__Host-tablier';
/** The session cookie on other connections and in all older versions. It is still accepted, so that no one is signed out. */
const PLAIN_SESSION = 'tablier_session';
const CHALLENGE = 'tablier_challenge';
const DEVICE = 'tablier_device';
/** 400 days, the longest lifetime that browsers allow. Seconds. */
const MAX_AGE = 400 * 86_400;
/** The lifetime of the challenge cookie of a browser without a session. Seconds. */
const CHALLENGE_AGE = 600;
/** The maximum number of cookies of one name to try. Another site of the same domain may have set some. */
const MAX_COOKIES_TRIED = 4;

interface CookieSettings {
  readonly secure: boolean;
}

/** The session tokens of a request. First those that no other site can have set. */
export const tokensOf = (headers: IncomingHttpHeaders): readonly string[] =>
  [SESSION, PLAIN_SESSION].flatMap((name) => valuesOf(headers, name).slice(0, MAX_COOKIES_TRIED));

export const hasOldCookie = (headers: IncomingHttpHeaders): boolean =>
  valuesOf(headers, SESSION).length === 0 && valuesOf(headers, PLAIN_SESSION).length > 0;

export const challengeHolderOf = (headers: IncomingHttpHeaders): string | null =>
  valuesOf(headers, CHALLENGE)[0] ?? null;

export const deviceOf = (headers: IncomingHttpHeaders): string | null => valuesOf(headers, DEVICE)[0] ?? null;

const valuesOf = ({ cookie = '' }: IncomingHttpHeaders, name: string): readonly string[] =>
  cookie
    .split(/; */)
    .filter((pair) => pair.startsWith(`${name}=`))
    .map((pair) => pair.slice(name.length + 1));

/** A cookie that scripts cannot read and that requests from other sites do not carry. */
const cookieOf = (pair: string, path: string, age: number, { secure }: CookieSettings): string =>
  `${pair}; Path=${path}; HttpOnly; SameSite=Strict; Max-Age=${age}${secure ? '; Secure' : ''}`;

/** The only one that scripts may read. It says no more than that there is a session. */
const knownCookie = (value: 'yes' | '', { secure }: CookieSettings): string =>
  `${KNOWN_COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${value === '' ? 0 : MAX_AGE}${secure ? '; Secure' : ''}`;

/** The `Set-Cookie` headers of a session. They also delete the session cookie of the other name. */
export const sessionCookies = (token: string, { secure }: CookieSettings): readonly string[] => [
  ...(secure
    ? [cookieOf(`${SESSION}=${token}`, '/', MAX_AGE, { secure }), cookieOf(`${PLAIN_SESSION}=`, '/', 0, { secure })]
    : [cookieOf(`${PLAIN_SESSION}=${token}`, '/', MAX_AGE, { secure })]),
  knownCookie('yes', { secure }),
];

export const challengeCookie = (holder: string, settings: CookieSettings): string =>
  cookieOf(`${CHALLENGE}=${holder}`, '/api/sign-in', CHALLENGE_AGE, settings);

export const deviceCookie = (device: string, settings: CookieSettings): string =>
  cookieOf(`${DEVICE}=${device}`, '/api/sign-in', MAX_AGE, settings);

export const noSessionCookies = ({ secure }: CookieSettings): readonly string[] => [
  ...(secure ? [cookieOf(`${SESSION}=`, '/', 0, { secure })] : []),
  cookieOf(`${PLAIN_SESSION}=`, '/', 0, { secure: false }),
  knownCookie('', { secure }),
];
