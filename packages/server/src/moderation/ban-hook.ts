import type { FastifyInstance } from 'fastify';
import { identityFrom } from '../accounts/authenticate.ts';
import { tokensOf } from '../accounts/cookies.ts';
import type { People } from '../accounts/people.ts';
import { refuse } from '../http/errors.ts';
import type { Bans } from './bans.ts';

/**
 * Routes with changes that a banned person may still make, by the beginning of the path: to sign in, to protect their account, to stop mails.
 * They may also read, and delete everything of their own: every `DELETE` is allowed.
 */
const ALLOWED: readonly string[] = [
  '/api/sign-in/',
  '/api/password-resets',
  '/api/me/confirm',
  '/api/me/password',
  '/api/me/passkeys',
  '/api/me/notifications',
  '/api/me/settings',
  '/api/mail/',
];
const GUESTS = '/api/guests';
/** Not even reading is allowed here. */
const MODERATION = '/api/moderation/';

const isAllowed = (method: string, route: string): boolean => {
  if (route.startsWith(MODERATION)) return false;
  return ['GET', 'HEAD', 'DELETE'].includes(method) || ALLOWED.some((path) => route.startsWith(path));
};

interface BanHookDeps {
  readonly bans: Bans;
  readonly people: People;
}

/** Answers `403 banned` to requests that a banned person may not make. The API for programs checks its tokens itself. */
export function addBanHook(app: FastifyInstance, { bans, people }: BanHookDeps): void {
  app.addHook('onRequest', async ({ method, routeOptions, headers }, reply) => {
    const route = routeOptions.url ?? '';
    if (isAllowed(method, route)) return;
    if (!tokensOf(headers).some((token) => bans.has(token.split('.')[0] ?? ''))) return;
    // A person whose session has ended may not become another guest at once, so there the id in a token alone counts.
    const known = route === GUESTS ? null : await identityFrom(headers, people);
    if (route === GUESTS || (known !== null && bans.has(known.person.id)))
      return refuse(reply, 403, { name: 'banned' });
  });
}
