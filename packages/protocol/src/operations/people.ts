import * as z from 'zod/mini';
import {
  leaderboard,
  ownRatings,
  profile,
  profileSettings,
  programFacts,
  programLadder,
  ratedGames,
  ratingGraph,
} from '../ratings.ts';
import { anyone, member, session, visitor } from './declare.ts';
import { type Declarations, kindParams, limit, numberedQuery } from './operation.ts';
import { described } from '../values.ts';

export const personParams = z.object({ name: z.string().check(z.maxLength(100)) });
export const graphParams = z.object({ ...personParams.shape, ...kindParams.shape });
export const leadersQuery = z.object({
  limit,
  after: z.optional(described('The `next` of the page before.', z.string().check(z.maxLength(60)))),
});

const reading = <const D extends object>(id: string, declared: D) =>
  anyone('people', id, { errors: ['not-found'], ...declared });
const readingProfile = <const D extends object>(id: string, declared: D) =>
  reading(id, { limits: { profiles: 'address' }, params: personParams, ...declared });

/** Public profiles and ratings. A name without a profile is `not-found` in all cases. */
export const PEOPLE = {
  'GET /api/v1/people/{name}': readingProfile('getProfile', {
    summary: 'What a person shows: ratings, results by game, tournaments, and results against the caller',
    answer: profile,
  }),
  'GET /api/v1/people/{name}/games': readingProfile('listRatedGames', {
    summary: 'The rated games of a person, newest first',
    query: numberedQuery,
    answer: ratedGames,
  }),
  'GET /api/v1/people/{name}/graph/{game}/{pace}': readingProfile('getRatingGraph', {
    summary: 'The points of a rating, oldest first',
    params: graphParams,
    answer: ratingGraph,
  }),
  'GET /api/v1/ratings/{game}/{pace}': reading('getLeaderboard', {
    summary: 'The best players of a game at a pace',
    params: kindParams,
    query: leadersQuery,
    answer: leaderboard,
  }),
  'GET /api/v1/programs/{game}/{pace}': reading('listPrograms', {
    summary: 'The programs with their ratings in a game at a pace, and the fixed ratings of the levels of the bots',
    limits: { profiles: 'address' },
    params: kindParams,
    answer: programLadder,
  }),
  'GET /api/me/program': session({
    summary: 'What the account of the caller says of its program; `null` for that of a person',
    answer: z.object({ program: z.nullable(programFacts) }),
  }),
  'PUT /api/me/program': member({
    summary: 'Make the account of the caller one of a program, for good, or change what it says',
    limits: { settings: 'person' },
    body: programFacts,
    errors: ['no-account', 'bad-program', 'person-rated'],
  }),
  'GET /api/me/ratings': visitor({
    summary: 'The ratings of the caller. Empty without a session: the page asks without knowing whether there is one',
    answer: ownRatings,
  }),
  'GET /api/me/profile': session({
    summary: 'What the profile of the caller shows to others',
    answer: profileSettings,
  }),
  'PUT /api/me/profile': member({
    summary: 'Change what the profile of the caller shows',
    limits: { settings: 'person' },
    most: 256,
    body: profileSettings,
    answer: profileSettings,
  }),
} as const satisfies Declarations;
