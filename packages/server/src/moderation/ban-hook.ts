import type { FastifyInstance } from 'fastify';
import { refuse } from '../http/errors.ts';
import { tokensOf } from '../accounts/cookies.ts';
import type { Bans } from './bans.ts';

/**
 * Requests that a banned person may not make. They may still read, sign in and out, and export or delete their data.
 */
const REFUSED: ReadonlySet<string> = new Set(['POST /api/guests', 'POST /api/games', 'PATCH /api/me']);

/**
 * Answers `403 banned`. The person id in a session token is not verified: a forged token is refused for another
 * person's ban, which harms no one.
 */
export function addBanHook(app: FastifyInstance, bans: Bans): void {
  app.addHook('onRequest', async ({ method, routeOptions, headers }, reply) => {
    if (!REFUSED.has(`${method} ${routeOptions.url}`)) return;
    const people = tokensOf(headers).map((token) => token.split('.')[0] ?? '');
    if (people.some((person) => bans.has(person))) return refuse(reply, 403, { name: 'banned' });
  });
}
