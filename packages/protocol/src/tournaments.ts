import { ENDINGS } from '@tablier/core';
import { CORRECTED, TIE_BREAKS, TOURNAMENT_KINDS } from '@tablier/match';
import * as z from 'zod/mini';
import { clockTerms, described, optional, moment, options, tableId, timedTerms, listOf } from './values.ts';

/** The longest name of a tournament, in characters. */
export const MAX_TOURNAMENT_NAME = 60;

/** The most entrants of a tournament. Those of a round robin all meet each other. */
export const MAX_ENTRANTS = 256;
export const MAX_ROBIN_ENTRANTS = 24;

export const TOURNAMENT_DECISIONS = ['rename-tournament', 'cancel-tournament'] as const;

export const TOURNAMENT_VISIBILITIES = ['open', 'link'] as const;

const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const tournamentId = z.string().check(z.regex(/^[\w-]{22}$/));

const timeZone = described(
  'The time zone in which the organiser names the start, such as `Europe/Paris`. Pages show the start in it, next to that of the reader.',
  z.string().check(z.maxLength(64)),
);

export const tournamentTerms = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(4 * MAX_TOURNAMENT_NAME)),
  game: z.string().check(z.maxLength(40)),
  options: described('Missing options get their defaults.', options),
  seats: described('The seats of each game, as many as the game allows.', whole(2, 4)),
  clock: timedTerms,
  kind: z.enum(TOURNAMENT_KINDS),
  rounds: optional('Of a Swiss tournament. A round robin needs none.', whole(1, 20)),
  minutes: optional('How long games of an arena begin.', whole(5, 360)),
  breakSeconds: optional('Between the end of a round and the next one. Default: 30.', whole(0, 3600)),
  startsAt: optional('When it starts by itself. Absent: its organiser starts it.', moment),
  timeZone: z.exactOptional(timeZone),
  visibility: described('`open`: listed. `link`: only for those who know its id.', z.enum(TOURNAMENT_VISIBILITIES)),
  club: optional(
    'The club that it is an event of; its owner creates it. With visibility `link`, only members enter.',
    z.string(),
  ),
  repeatDays: optional(
    'Of an event of a club with a start: when it starts, another one is created for as many days later, at the same hour.',
    z.union([z.literal(7), z.literal(14), z.literal(28)]),
  ),
  bots: described('Whether programs may enter.', z.boolean()),
  onlyPrograms: optional('Only programs with accounts of their own may enter.', z.literal(true)),
  rated: described('Only with visibility `open` and default options.', z.boolean()),
});
export type TournamentTerms = z.infer<typeof tournamentTerms>;

/** When a tournament that has not begun is to start. */
export const tournamentStart = z.strictObject({
  startsAt: described('When it starts by itself. `null`: its organiser starts it.', z.nullable(moment)),
  timeZone: z.exactOptional(timeZone),
});
export type TournamentStart = z.infer<typeof tournamentStart>;

const STATUSES = ['open', 'running', 'over', 'cancelled'] as const;
const STATES = ['in', 'out', 'removed'] as const;

export const tournamentSummary = z.object({
  id: tournamentId,
  name: z.string(),
  game: z.string(),
  kind: z.enum(TOURNAMENT_KINDS),
  seats: z.int(),
  clock: clockTerms,
  rated: z.boolean(),
  bots: z.boolean(),
  onlyPrograms: z.exactOptional(z.literal(true)),
  organiser: z.nullable(z.string()),
  status: z.enum(STATUSES),
  entrants: described('Those who are in.', z.int()),
  rounds: described('Of a Swiss tournament, and of a round robin that has begun.', z.nullable(z.int())),
  minutes: z.nullable(z.int()),
  club: described('The club that it is an event of.', z.nullable(z.object({ id: z.string(), name: z.string() }))),
  startsAt: z.nullable(moment),
  timeZone: described('In which the organiser named the start.', z.nullable(z.string())),
  startedAt: z.nullable(moment),
  endedAt: z.nullable(moment),
});
export type TournamentSummary = z.infer<typeof tournamentSummary>;

/** A line of the standings. Points and tie-breaks are decimal numbers of points. */
export const tournamentStanding = z.object({
  rank: z.int(),
  entrant: described('The number of the entrant, from 1.', z.int()),
  name: described('`null` for a deleted account.', z.nullable(z.string())),
  username: z.nullable(z.string()),
  program: z.boolean(),
  state: z.enum(STATES),
  rating: z.nullable(z.int()),
  points: z.number(),
  games: z.int(),
  wins: z.int(),
  buchholz: z.number(),
  buchholzCut1: z.number(),
  sonnebornBerger: z.number(),
  directEncounter: z.number(),
});
export type TournamentStanding = z.infer<typeof tournamentStanding>;

/** How a game ended: as its match, by a player who did not come, because its table was closed, or as the organiser says. */
const ENDED_BY = [...ENDINGS, 'forfeit', 'closed', CORRECTED] as const;
export type EndedBy = (typeof ENDED_BY)[number];

export const tournamentPairing = z.object({
  board: described('From 1.', z.int()),
  table: described('`null` for a bye.', z.nullable(tableId)),
  seats: listOf({
    entrant: z.int(),
    name: z.nullable(z.string()),
    points: described('`null` while the game is on.', z.nullable(z.number())),
  }),
  endedBy: described('`forfeit`: someone did not come, or left before the game.', z.nullable(z.enum(ENDED_BY))),
});
export type TournamentPairing = z.infer<typeof tournamentPairing>;

export const tournamentRound = z.object({
  round: z.int(),
  startedAt: moment,
  games: z.int(),
  finished: z.int(),
});

/** What was changed in a tournament besides entering, as its log has it. */
export const TOURNAMENT_ACTIONS = ['pause', 'resume', 'correct', 'undo', 'bye', 'no-bye', 'remove', 'import'] as const;

export const tournamentChange = z.object({
  at: moment,
  action: z.enum(TOURNAMENT_ACTIONS),
  round: z.exactOptional(z.int()),
  board: optional('From 1.', z.int()),
  entrant: z.exactOptional(z.int()),
  name: optional('Of the entrant.', z.nullable(z.string())),
  points: optional('Of a result by seat, or of a bye.', z.array(z.number())),
  before: optional('The points that a result replaced; `null` while the game was on.', z.array(z.nullable(z.number()))),
  byEntrant: optional('Whether an entrant did it. Absent: the organiser.', z.literal(true)),
});
export type TournamentChangeView = z.infer<typeof tournamentChange>;

/** A bye for a round that has not been paired yet; `points` of `null` takes it back. */
export const byeRequest = z.strictObject({
  round: whole(1, 20),
  points: z.nullable(z.union([z.literal(0), z.literal(0.5)])),
  entrant: optional(
    'Whose, if the caller organises the tournament. Absent: that of the caller.',
    whole(1, MAX_ENTRANTS),
  ),
});
export type ByeRequest = z.infer<typeof byeRequest>;

export const givenResult = z.strictObject({
  places: described(
    'By seat, from 1; equal places tie. 0: did not come, so the game is forfeited.',
    z.array(whole(0, 4)).check(z.minLength(2), z.maxLength(4)),
  ),
});

export const tournamentView = z.object({
  ...tournamentSummary.shape,
  options,
  breakSeconds: z.int(),
  visibility: z.enum(TOURNAMENT_VISIBILITIES),
  revision: described('Increases with every change.', z.int()),
  round: described('The newest round; 0 before the first.', z.int()),
  nextRoundAt: described('When the next round begins, if that is known.', z.nullable(moment)),
  endsAt: described('Of an arena: until when games begin.', z.nullable(moment)),
  tieBreaks: described('The tie-breaks that decide, the first one first.', z.array(z.enum(TIE_BREAKS))),
  standings: z.array(tournamentStanding),
  allRounds: z.array(tournamentRound),
  shownRound: described('The round of `pairings`; 0 for none.', z.int()),
  pairings: z.array(tournamentPairing),
  isPaused: described('No round begins until the organiser lets it go on.', z.boolean()),
  byes: described('Asked for in rounds to come.', listOf({ entrant: z.int(), round: z.int(), points: z.number() })),
  log: described('The newest changes, the newest first.', z.array(tournamentChange)),
  you: z.object({
    entrant: z.nullable(z.int()),
    state: z.nullable(z.enum(STATES)),
    organises: z.boolean(),
    canEnter: z.boolean(),
    table: described('The table of your running game.', z.nullable(tableId)),
    decision: optional(
      'The newest decision of a moderator, with its reason. Only for the organiser.',
      z.object({ action: z.enum(TOURNAMENT_DECISIONS), note: z.string(), at: moment }),
    ),
  }),
  now: moment,
});
export type TournamentView = z.infer<typeof tournamentView>;
