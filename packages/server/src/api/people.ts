import { PEOPLE } from '@tablier/protocol/operations';
import type { PublicAccount, Store } from '@tablier/store';
import { answerShared } from '../http/request.ts';
import { type LeaderPages, LEADERS_FRESH, parsePlace } from '../ratings/leader-pages.ts';
import { findProfile, gamesFor, parseKind, personRatings, profileFor, shownRatingOf } from '../ratings/profiles.ts';
import { type Asked, implement, type Operation } from './operation.ts';

interface PeopleDeps {
  readonly store: Pick<Store, 'ratings' | 'tournaments'>;
  readonly leaders: LeaderPages;
  readonly now: () => number;
}

const MAX_POINTS = 200;

export function peopleOperations({ store, leaders, now }: PeopleDeps): readonly Operation[] {
  const lookUp = async (
    name: string,
    { refuse }: Asked<'not-found', 'anyone'>,
    part?: keyof PublicAccount['shows'],
  ): Promise<PublicAccount> => {
    const found = await findProfile(name, store);
    if (found !== null && (part === undefined || found.shows[part])) return found;
    return refuse({ name: 'not-found' });
  };
  return implement(PEOPLE, {
    'GET /api/v1/people/{name}': async ({ params, ...input }) => {
      const found = await lookUp(params.name, input);
      return profileFor(found, input.caller?.person.id ?? null, { store, now });
    },
    'GET /api/v1/people/{name}/games': async ({ params, query: { limit, before }, ...input }) => {
      const found = await lookUp(params.name, input, 'games');
      const games = await store.ratings.games(found.account, limit, before);
      return { games: gamesFor(games), next: games.length === limit ? (games.at(-1)?.seq ?? null) : null };
    },
    'GET /api/v1/people/{name}/graph/{game}/{pace}': async ({ params: { name, game, pace }, ...input }) => {
      const found = await lookUp(name, input, 'ratings');
      const points = await store.ratings.graph(found.account, { game, pace }, MAX_POINTS);
      return { points: points.map(({ at, ...rating }) => ({ at, ...shownRatingOf(rating) })) };
    },
    'GET /api/v1/ratings/{game}/{pace}': async ({ params, query, request, reply, refuse }) => {
      const [kind, after] = [parseKind(params), parsePlace(query.after)];
      if (after === null) return refuse({ name: 'bad-request', detail: 'after' });
      if (kind === null) return refuse({ name: 'not-found' });
      const page = await leaders.page(kind, { after, limit: query.limit });
      return answerShared(request, reply, page, LEADERS_FRESH);
    },
    'GET /api/me/ratings': async ({ caller }) => ({
      ratings: caller === null ? [] : personRatings(await store.ratings.of(caller.person.id), now()),
    }),
    'GET /api/me/profile': ({ caller }) => store.ratings.profileOf(caller.person.id),
    'PUT /api/me/profile': async ({ caller, body, refuse }) =>
      (await store.ratings.saveProfile(caller.person.id, body)) ? body : refuse({ name: 'unavailable' }),
  });
}
