import type { Leaderboard, PersonRating, RatingChanges } from '@tablier/protocol';
import type { Leader, RatingKind, Store } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../accounts/authenticate.ts';
import type { People } from '../accounts/people.ts';
import { answerPublic } from '../http/conditional.ts';
import { refuse } from '../http/errors.ts';
import { BAD_LIMIT, parseLimit } from '../http/paging.ts';
import { tooMany } from '../http/request.ts';
import { FreshCache } from '../lib/fresh-cache.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { parseKind } from './rating-kind.ts';
import { personRatings, publicUsername } from './profiles.ts';
import { shownRatingOf } from './seat-ratings.ts';

export interface RatingsApiDeps {
  readonly store: Store;
  readonly people: People;
  readonly now: () => number;
  /** By address, and by person. */
  readonly lookups: RateLimiter;
}

/** The last page of a leaderboard. */
const MAX_PAGE = 50;
/** A page of a leaderboard is read again after this time. Seconds. */
const FRESH = 10;
/** The most pages in memory. */
const MAX_CACHED = 500;

/**
 * `GET /api/ratings/:game/:pace`: a leaderboard. `GET /api/me/ratings`: the ratings of the caller. `GET /api/tables/:id/ratings`: what a
 * finished match changed. The answers are those of `protocol/src/ratings.ts`.
 */
export function addRatingsApi(app: FastifyInstance, deps: RatingsApiDeps): void {
  const { store, people, now, lookups } = deps;
  const leaders = new LeaderPages(store, now);
  app.get<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>(
    '/api/ratings/:game/:pace',
    async (request, reply): Promise<unknown> => {
      const kind = parseKind(request.params);
      if (kind === null) return refuse(reply, 404, { name: 'not-found' });
      const limit = parseLimit(request.query['limit']);
      const page = parsePage(request.query['page']);
      if (limit === null || page === null) return refuse(reply, 400, BAD_LIMIT);
      return answerPublic(request, reply, await leaders.page(kind, { page, limit }), FRESH);
    },
  );

  app.get('/api/me/ratings', async (request): Promise<{ readonly ratings: readonly PersonRating[] }> => {
    const known = await identityOf(request, people);
    // Not an error, because the page asks without knowing.
    if (known === null) return { ratings: [] };
    return { ratings: personRatings(await store.ratings.of(known.person.id), now()) };
  });

  app.get<{ Params: { id: string } }>('/api/tables/:id/ratings', async (request, reply): Promise<unknown> => {
    const retryMs = lookups.take(request.ip);
    if (retryMs > 0) return tooMany(reply, retryMs);
    const [found, known] = [await store.ratings.changesOf(request.params.id), await identityOf(request, people)];
    if (found === null) return refuse(reply, 404, { name: 'not-found' });
    const changes = found.map(({ account, isShown, before, after }) => {
      const isSeen = isShown || (account !== null && account === known?.person.id);
      return isSeen ? { before: shownRatingOf(before), after: shownRatingOf(after) } : null;
    });
    return { changes } satisfies RatingChanges;
  });
}

/** From 1 to `MAX_PAGE`; `null` for anything else. */
function parsePage(text: unknown): number | null {
  if (text === undefined) return 1;
  const page = typeof text === 'string' && /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return page >= 1 && page <= MAX_PAGE ? page : null;
}

/** Pages of leaderboards, read from the database at most once in `FRESH`. */
export class LeaderPages {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #pages: FreshCache<Leaderboard>;

  constructor(store: Store, now: () => number) {
    this.#store = store;
    this.#now = now;
    this.#pages = new FreshCache({ freshMs: FRESH * 1000, most: MAX_CACHED, now });
  }

  page(kind: RatingKind, wanted: { readonly page: number; readonly limit: number }): Promise<Leaderboard> {
    return this.#pages.get(`${kind.game} ${kind.pace} ${wanted.page} ${wanted.limit}`, () => this.#read(kind, wanted));
  }

  async #read(
    kind: RatingKind,
    { page, limit }: { readonly page: number; readonly limit: number },
  ): Promise<Leaderboard> {
    const offset = (page - 1) * limit;
    const found = await this.#store.ratings.leaders(kind, { now: this.#now(), offset, limit: limit + 1 });
    const players = found.slice(0, limit).map((leader, index) => ({ rank: offset + index + 1, ...playerOf(leader) }));
    return { players, next: found.length > limit && page < MAX_PAGE ? page + 1 : null };
  }
}

const playerOf = ({ name, username, rating, games }: Leader) => ({
  name,
  username: publicUsername(username),
  value: Math.round(rating),
  games,
});
