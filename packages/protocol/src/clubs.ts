import * as z from 'zod/mini';
import { tournamentSummary } from './tournaments.ts';
import { described, moment, listOf, strictOfKind } from './values.ts';

/** In characters. */
export const MAX_CLUB_NAME = 40;
export const MAX_CLUB_ABOUT = 300;
export const MAX_NEWS = 500;
export const MAX_SEASON_NAME = 40;

/** The name in the address of a club: lower-case letters, digits and hyphens. */
export const CLUB_ID = /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/;

const line = (most: number) => z.string().check(z.maxLength(4 * most));
const number = z.int().check(z.minimum(1));
const person = { name: z.string(), username: z.nullable(z.string()) };

export const clubSummary = z.object({ id: z.string(), name: z.string(), about: z.string(), members: z.int() });
export type ClubSummary = z.infer<typeof clubSummary>;

const facts = { name: line(MAX_CLUB_NAME), about: line(MAX_CLUB_ABOUT), isListed: z.boolean() };
export const newClub = z.strictObject({ id: z.string().check(z.regex(CLUB_ID)), ...facts });

export const clubChange = z.discriminatedUnion('kind', [
  strictOfKind('describe', facts),
  strictOfKind('renew', {}),
  strictOfKind('announce', { words: line(MAX_NEWS) }),
  strictOfKind('retract', { number }),
  strictOfKind('add-season', { name: line(MAX_SEASON_NAME), from: moment, until: moment }),
  strictOfKind('remove-season', { number }),
  strictOfKind('remove-member', { member: z.string().check(z.maxLength(40)) }),
]);
export type ClubChangeRequest = z.infer<typeof clubChange>;

export const clubView = z.object({
  ...clubSummary.shape,
  isListed: z.boolean(),
  /** Who is here first, then in the order of joining. */
  people: listOf({
    ...person,
    member: described('Names the member in changes of the owner.', z.string()),
    joinedAt: moment,
    isOwner: z.boolean(),
    here: described('Whether they are connected now, if they show that. Only members see it.', z.boolean()),
  }),
  news: listOf({ number, at: moment, words: z.string() }),
  events: described('Open and running, the next start first.', z.array(tournamentSummary)),
  past: described(
    'The newest first, with the names of the first ranked.',
    listOf({ ...tournamentSummary.shape, winners: z.array(z.string()) }),
  ),
  seasons: listOf({ number, name: z.string(), from: moment, until: moment }),
  season: described('The season of the standings.', z.nullable(number)),
  standings: listOf({ ...person, rank: z.int(), points: z.number(), tournaments: z.int() }),
  you: z.object({
    state: z.nullable(z.enum(['owner', 'member'])),
    code: described('The secret of the invitation link, for members.', z.nullable(z.string())),
  }),
  now: moment,
});
export type ClubView = z.infer<typeof clubView>;
