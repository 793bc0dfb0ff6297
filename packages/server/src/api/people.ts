import { leaderboard, profile, ratedGames, ratingGraph } from '@tablier/protocol';
import type { PublicAccount, Store } from '@tablier/store';
import type { RateLimiter } from '../lib/rate-limits.ts';
import { findProfile, gamesFor, profileFor } from '../ratings/profiles.ts';
import { type LeaderPages, parsePlace } from '../ratings/ratings-api.ts';
import { parseKind, shownRatingOf } from '../ratings/seat-ratings.ts';
import { type AnyOperation, type Asked, operation } from './operation.ts';
import { graphParams, kindParams, numberedQuery, leadersQuery, personParams } from './schemas.ts';

interface PeopleDeps {
  readonly store: Pick<Store, 'ratings' | 'tournaments'>;
  readonly leaders: LeaderPages;
  readonly now: () => number;
  /** Profiles, by address. */
  readonly lookups: RateLimiter;
}

/** The most points of a graph. */
const MAX_POINTS = 200;

const shared = { method: 'GET', tag: 'people', access: 'anyone', errors: ['not-found'] } as const;

/** Public profiles and ratings, with the same rules as the pages. A name without a profile is `not-found` in all cases. */
export const peopleOperations = (deps: PeopleDeps): readonly AnyOperation[] => [
  ...profileOperations(deps),
  leaderboardOperation(deps),
];

/** Finds the profile of a name; `null` if the request has been refused. */
const finder =
  ({ store, lookups }: PeopleDeps) =>
  async (name: string, { request, refuse }: Asked<'not-found'>): Promise<PublicAccount | null> => {
    const retryMs = lookups.take(request.ip);
    const found = retryMs > 0 ? null : await findProfile(name, store);
    if (found === null) refuse(retryMs > 0 ? { name: 'too-many', retryMs } : { name: 'not-found' });
    return found;
  };

function profileOperations(deps: PeopleDeps): readonly AnyOperation[] {
  const { store, now } = deps;
  const lookUp = finder(deps);
  return [
    operation({
      ...shared,
      id: 'getProfile',
      path: '/people/{name}',
      summary: 'What a person shows: ratings, results by game, tournaments, and results against the caller',
      params: personParams,
      answer: profile,
      run: async ({ params, caller, ...input }) => {
        const found = await lookUp(params.name, { caller, ...input });
        return found === null ? input.reply : profileFor(found, caller?.person.id ?? null, { store, now });
      },
    }),
    operation({
      ...shared,
      id: 'listRatedGames',
      path: '/people/{name}/games',
      summary: 'The rated games of a person, newest first',
      params: personParams,
      query: numberedQuery,
      answer: ratedGames,
      run: async ({ params, query: { limit, before }, ...input }) => {
        const found = await lookUp(params.name, input);
        if (found === null) return input.reply;
        if (!found.shows.games) return input.refuse({ name: 'not-found' });
        const games = await store.ratings.games(found.account, limit, before);
        return { games: gamesFor(games), next: games.length === limit ? (games.at(-1)?.seq ?? null) : null };
      },
    }),
    operation({
      ...shared,
      id: 'getRatingGraph',
      path: '/people/{name}/graph/{game}/{pace}',
      summary: 'The points of a rating, oldest first',
      params: graphParams,
      answer: ratingGraph,
      run: async ({ params: { name, game, pace }, ...input }) => {
        const found = await lookUp(name, input);
        if (found === null) return input.reply;
        if (!found.shows.ratings) return input.refuse({ name: 'not-found' });
        const points = await store.ratings.graph(found.account, { game, pace }, MAX_POINTS);
        return { points: points.map(({ at, ...rating }) => ({ at, ...shownRatingOf(rating) })) };
      },
    }),
  ];
}

const leaderboardOperation = ({ leaders }: PeopleDeps): AnyOperation =>
  operation({
    ...shared,
    id: 'getLeaderboard',
    path: '/ratings/{game}/{pace}',
    summary: 'The best players of a game at a pace',
    params: kindParams,
    query: leadersQuery,
    answer: leaderboard,
    run: async ({ params: { game, pace }, query, refuse }) => {
      const kind = parseKind({ game, pace });
      const after = parsePlace(query.after);
      if (after === null) return refuse({ name: 'bad-request', detail: 'after' });
      return kind === null ? refuse({ name: 'not-found' }) : leaders.page(kind, { after, limit: query.limit });
    },
  });
