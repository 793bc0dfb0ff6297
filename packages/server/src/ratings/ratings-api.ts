import type { Leaderboard, PersonRating, RatingChanges } from '@tablier/protocol';
import type { Leader, RatingKind, Store } from '@tablier/store';
import type { FastifyInstance } from 'fastify';
import { identityOf } from '../accounts/authenticate.ts';
import type { People } from '../accounts/people.ts';
import { answerPublic } from '../http/conditional.ts';
import { refuse } from '../http/errors.ts';
import { BAD_LIMIT, parseLimit, tooMany } from '../http/request.ts';
import type { Bans } from '../moderation/bans.ts';
import { FreshCache } from '../lib/fresh-cache.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { parseKind, shownRatingOf } from './seat-ratings.ts';
import { personRatings, publicUsername } from './profiles.ts';

export interface RatingsApiDeps {
  readonly store: Store;
  readonly people: People;
  readonly now: () => number;
  /** By address, and by person. */
  readonly lookups: RateLimiter;
}

/** The last rank that a leaderboard shows. */
const MAX_RANK = 5000;
/** The most players with exactly the same rating that are skipped to reach a page. */
const MAX_TIES = 1000;
/** How many times more rows are read because players of a page are banned. */
const MAX_READS = 5;
/** A page of a leaderboard is read again after this time. Seconds. */
const FRESH = 10;
/** The most pages in memory. */
const MAX_CACHED = 500;

interface LeadersApiDeps extends RatingsApiDeps {
  readonly leaders: LeaderPages;
}

/**
 * `GET /api/ratings/:game/:pace`: a leaderboard. `GET /api/me/ratings`: the ratings of the caller. `GET /api/tables/:id/ratings`: what a
 * finished match changed. The answers are those of `protocol/src/ratings.ts`.
 */
export function addRatingsApi(app: FastifyInstance, deps: LeadersApiDeps): void {
  const { store, people, now, lookups, leaders } = deps;
  app.get<{ Params: Record<string, string>; Querystring: Record<string, unknown> }>(
    '/api/ratings/:game/:pace',
    async (request, reply): Promise<unknown> => {
      const kind = parseKind(request.params);
      if (kind === null) return refuse(reply, 404, { name: 'not-found' });
      const limit = parseLimit(request.query['limit']);
      const after = parsePlace(request.query['after']);
      if (limit === null || after === null) return refuse(reply, 400, BAD_LIMIT);
      return answerPublic(request, reply, await leaders.page(kind, { after, limit }), FRESH);
    },
  );

  app.get('/api/me/ratings', async (request): Promise<{ readonly ratings: readonly PersonRating[] }> => {
    const known = await identityOf(request, people);
    // Not an error, because the page asks without knowing whether the user has an account.
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

/** The place of the last player of a page. `ties`: the players with this very rating so far, it included. */
interface LeaderPlace {
  readonly rank: number;
  readonly rating: number;
  readonly ties: number;
}

const TOP: LeaderPlace = { rank: 0, rating: Number.POSITIVE_INFINITY, ties: 0 };

/** The `next` of a previous page; `null` for any other text. It contains a rating and no account, because ids never leave the server. */
export function parsePlace(text: unknown): LeaderPlace | null {
  if (text === undefined) return TOP;
  const [, rank, rating, ties] =
    typeof text === 'string' ? (/^(\d{1,4})~(-?\d{1,5}(?:\.\d{1,17})?)~(\d{1,4})$/.exec(text) ?? []) : [];
  const place = { rank: Number(rank), rating: Number(rating), ties: Number(ties) };
  return rank !== undefined && place.rank < MAX_RANK && place.ties <= MAX_TIES ? place : null;
}

const formatPlace = ({ rank, rating, ties }: LeaderPlace): string => `${rank}~${rating}~${ties}`;

/** The place after the next player of a leaderboard, of the same rank. */
const placeAfter = ({ rank, ...before }: LeaderPlace, { rating }: Leader): LeaderPlace => ({
  rank,
  rating,
  ties: rating === before.rating ? before.ties + 1 : 1,
});

interface LeaderPagesDeps {
  readonly store: Pick<Store, 'ratings'>;
  readonly now: () => number;
  /** Banned people do not appear on leaderboards. */
  readonly bans: Pick<Bans, 'has'>;
}

interface WantedPage {
  readonly after: LeaderPlace;
  readonly limit: number;
}

/** Pages of leaderboards, read from the database at most once in `FRESH`. */
export class LeaderPages {
  readonly #deps: LeaderPagesDeps;
  readonly #pages: FreshCache<Leaderboard>;

  constructor(deps: LeaderPagesDeps) {
    this.#deps = deps;
    this.#pages = new FreshCache({ freshMs: FRESH * 1000, most: MAX_CACHED, now: deps.now });
  }

  page(kind: RatingKind, wanted: WantedPage): Promise<Leaderboard> {
    const { after, limit } = wanted;
    return this.#pages.get(`${kind.game} ${kind.pace} ${formatPlace(after)} ${limit}`, () => this.#read(kind, wanted));
  }

  async #read(kind: RatingKind, { after, limit }: WantedPage): Promise<Leaderboard> {
    const players: Leaderboard['players'] = [];
    let place = after;
    for (let reads = 0; reads < MAX_READS; reads++) {
      const found = await this.#more(kind, place, limit + 1);
      for (const leader of found) {
        if (players.length === limit) return { players, next: place.rank < MAX_RANK ? formatPlace(place) : null };
        place = placeAfter(place, leader);
        if (this.#deps.bans.has(leader.account)) continue;
        place = { ...place, rank: place.rank + 1 };
        players.push({ rank: place.rank, ...playerOf(leader) });
      }
      if (found.length <= limit) return { players, next: null };
    }
    return { players, next: formatPlace(place) };
  }

  #more(kind: RatingKind, { rating, ties }: LeaderPlace, limit: number): Promise<readonly Leader[]> {
    const page = { now: this.#deps.now(), limit };
    return this.#deps.store.ratings.leaders(kind, rating === TOP.rating ? page : { ...page, after: { rating, ties } });
  }
}

const playerOf = ({ name, username, rating, games }: Leader) => ({
  name,
  username: publicUsername(username),
  value: Math.round(rating),
  games,
});
