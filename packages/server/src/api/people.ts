import { findGame, games } from '@tablier/games';
import { MAX_PROGRAM_TEXT, parseLine, type ProgramFacts, type ProgramLadder } from '@tablier/protocol';
import { PEOPLE } from '@tablier/protocol/operations';
import type { PublicAccount, RatingKind, Store } from '@tablier/store';
import type { PersonPresence } from '../matchmaking/create-matchmaking.ts';
import { answerShared } from '../http/request.ts';
import {
  createLeaderPages,
  LEADERS_FRESH,
  parsePlace,
  levelRatings,
  findProfile,
  gamesFor,
  personRatings,
  profileFor,
  publicUsername,
  shownRatingOf,
} from '../ratings/profiles.ts';
import { type Asked, implement, type Operation } from './operation.ts';
import type { Services } from './services.ts';

const MAX_POINTS = 200;
const MAX_PROGRAMS = 200;

const REFUSALS = { gone: 'no-session', guest: 'no-account', rated: 'person-rated' } as const;

export function peopleOperations({ context: { store, now }, matchmaking, bans }: Services): readonly Operation[] {
  const { personPresence } = matchmaking;
  const leaders = createLeaderPages({ store, now, bans });
  const lookUp = profileFinder(store);
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
      const after = parsePlace(query.after) ?? refuse({ name: 'bad-request', detail: 'after' });
      if (findGame(params.game) === undefined) return refuse({ name: 'not-found' });
      const page = await leaders(params, { after, limit: query.limit });
      return answerShared(request, reply, page, LEADERS_FRESH);
    },
    'GET /api/v1/programs/{game}/{pace}': async ({ params, refuse }) => {
      if (findGame(params.game) === undefined) return refuse({ name: 'not-found' });
      return {
        programs: await programsIn(params, store, personPresence),
        levels: levelRatings(params.game),
      };
    },
    'GET /api/me/program': async ({ caller }) => ({ program: await store.programs.of(caller.person.id) }),
    'PUT /api/me/program': async ({ caller: { person, session }, body, refuse }) => {
      const facts = factsIn(body);
      if (typeof facts === 'string') return refuse({ name: 'bad-program', detail: facts });
      const saved = await store.programs.save({ account: person.id, session }, facts, now());
      return saved.ok ? null : refuse({ name: REFUSALS[saved.error] });
    },
    'GET /api/me/ratings': async ({ caller }) => ({
      ratings: caller === null ? [] : personRatings(await store.ratings.of(caller.person.id), now()),
    }),
    'GET /api/me/profile': ({ caller }) => store.ratings.profileOf(caller.person.id),
    'PUT /api/me/profile': ({ caller, body }) => store.ratings.saveProfile(caller.person.id, body).then(() => body),
  });
}

const profileFinder =
  (store: Store) =>
  async (
    name: string,
    { refuse }: Asked<'not-found', 'anyone'>,
    part?: keyof PublicAccount['shows'],
  ): Promise<PublicAccount> => {
    const found = await findProfile(name, store);
    if (found !== null && (part === undefined || found.shows[part])) return found;
    return refuse({ name: 'not-found' });
  };

async function programsIn(
  kind: RatingKind,
  store: Store,
  presence: PersonPresence,
): Promise<ProgramLadder['programs']> {
  const listed = await store.programs.list(kind, MAX_PROGRAMS);
  return listed.map(({ account, name, username, rating, ...facts }) => ({
    ...{ ...facts, name, username: publicUsername(username) },
    ...{ online: presence.isHere(account), games: rating?.games ?? 0 },
    rating: rating && shownRatingOf(rating),
  }));
}

/** Or the field that cannot be shown. */
function factsIn({ source, ...given }: ProgramFacts): ProgramFacts | 'author' | 'engine' {
  const author = parseLine(given.author, MAX_PROGRAM_TEXT);
  const engine = parseLine(given.engine, MAX_PROGRAM_TEXT);
  if (author === null || engine === null) return author === null ? 'author' : 'engine';
  return { author, engine, source, arenas: games.flatMap(({ id }) => (given.arenas.includes(id) ? [id] : [])) };
}
