import { ENDINGS } from '@tablier/core';
import { TIE_BREAKS, TOURNAMENT_KINDS } from '@tablier/match';
import * as z from 'zod/mini';
import { MAX_TOURNAMENT_NAME, TOURNAMENT_DECISIONS, TOURNAMENT_VISIBILITIES } from './tournament-limits.ts';
import { clockTerms, moment, options, tableId, timedTerms } from './values.ts';

export * from './tournament-limits.ts';

const whole = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
const tournamentId = z.string().check(z.regex(/^[\w-]{22}$/));
const described = <T extends z.ZodMiniType>(schema: T, text: string): T => schema.check(z.describe(text));

const timeZone = described(
  z.string().check(z.maxLength(64)),
  'The time zone in which the organiser names the start, such as `Europe/Paris`. Pages show the start in it, next to that of the reader.',
);

/** The terms of a new tournament. */
export const tournamentTerms = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(4 * MAX_TOURNAMENT_NAME)),
  game: z.string().check(z.maxLength(40)),
  options: described(options, 'Missing options get their defaults.'),
  seats: described(whole(2, 4), 'The seats of each game, as many as the game allows.'),
  clock: timedTerms,
  kind: z.enum(TOURNAMENT_KINDS),
  rounds: z.exactOptional(described(whole(1, 20), 'Of a Swiss tournament. A round robin needs none.')),
  minutes: z.exactOptional(described(whole(5, 360), 'How long games of an arena begin.')),
  breakSeconds: z.exactOptional(described(whole(0, 3600), 'Between the end of a round and the next one. Default: 30.')),
  startsAt: z.exactOptional(described(moment, 'When it starts by itself. Absent: its organiser starts it.')),
  timeZone: z.exactOptional(timeZone),
  visibility: described(z.enum(TOURNAMENT_VISIBILITIES), '`open`: listed. `link`: only for those who know its id.'),
  bots: described(z.boolean(), 'Whether programs may enter.'),
  rated: described(z.boolean(), 'Only with visibility `open` and default options.'),
});
export type TournamentTerms = z.infer<typeof tournamentTerms>;

/** When a tournament that has not begun is to start. */
export const tournamentStart = z.strictObject({
  startsAt: described(z.nullable(moment), 'When it starts by itself. `null`: its organiser starts it.'),
  timeZone: z.exactOptional(timeZone),
});
export type TournamentStart = z.infer<typeof tournamentStart>;

const STATUSES = ['open', 'running', 'over', 'cancelled'] as const;
const STATES = ['in', 'out', 'removed'] as const;
export type ShownEntrantState = (typeof STATES)[number];

/** A tournament in a list. */
export const tournamentSummary = z.object({
  id: tournamentId,
  name: z.string(),
  game: z.string(),
  kind: z.enum(TOURNAMENT_KINDS),
  seats: z.int(),
  clock: clockTerms,
  rated: z.boolean(),
  bots: z.boolean(),
  organiser: z.nullable(z.string()),
  status: z.enum(STATUSES),
  entrants: described(z.int(), 'Those who are in.'),
  rounds: described(z.nullable(z.int()), 'Of a Swiss tournament, and of a round robin that has begun.'),
  minutes: z.nullable(z.int()),
  startsAt: z.nullable(moment),
  timeZone: described(z.nullable(z.string()), 'In which the organiser named the start.'),
  startedAt: z.nullable(moment),
  endedAt: z.nullable(moment),
});
export type TournamentSummary = z.infer<typeof tournamentSummary>;

/** A line of the standings. Points and tie-breaks are decimal numbers of points. */
export const tournamentStanding = z.object({
  rank: z.int(),
  entrant: described(z.int(), 'The number of the entrant, from 1.'),
  name: described(z.nullable(z.string()), '`null` for a deleted account.'),
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

/** How a game ended: as its match, by a player who did not come, or because its table was closed. */
const ENDED_BY = [...ENDINGS, 'forfeit', 'closed'] as const;
export type EndedBy = (typeof ENDED_BY)[number];

export const tournamentPairing = z.object({
  board: described(z.int(), 'From 1.'),
  table: described(z.nullable(tableId), '`null` for a bye.'),
  seats: z.array(
    z.object({
      entrant: z.int(),
      name: z.nullable(z.string()),
      points: described(z.nullable(z.number()), '`null` while the game is on.'),
    }),
  ),
  endedBy: described(z.nullable(z.enum(ENDED_BY)), '`forfeit`: someone did not come, or left before the game.'),
});
export type TournamentPairing = z.infer<typeof tournamentPairing>;

export const tournamentRound = z.object({
  round: z.int(),
  startedAt: moment,
  games: z.int(),
  finished: z.int(),
});

/** A tournament as the caller sees it. */
export const tournamentView = z.object({
  ...tournamentSummary.shape,
  options,
  breakSeconds: z.int(),
  visibility: z.enum(TOURNAMENT_VISIBILITIES),
  revision: described(z.int(), 'Increases with every change.'),
  round: described(z.int(), 'The newest round; 0 before the first.'),
  nextRoundAt: described(z.nullable(moment), 'When the next round begins, if that is known.'),
  endsAt: described(z.nullable(moment), 'Of an arena: until when games begin.'),
  tieBreaks: described(z.array(z.enum(TIE_BREAKS)), 'The tie-breaks that decide, the first one first.'),
  standings: z.array(tournamentStanding),
  allRounds: z.array(tournamentRound),
  shownRound: described(z.int(), 'The round of `pairings`; 0 for none.'),
  pairings: z.array(tournamentPairing),
  you: z.object({
    entrant: z.nullable(z.int()),
    state: z.nullable(z.enum(STATES)),
    organises: z.boolean(),
    canEnter: z.boolean(),
    table: described(z.nullable(tableId), 'The table of your running game.'),
    decision: z.exactOptional(
      described(
        z.object({ action: z.enum(TOURNAMENT_DECISIONS), note: z.string(), at: moment }),
        'The newest decision of a moderator, with its reason. Only for the organiser.',
      ),
    ),
  }),
  now: moment,
});
export type TournamentView = z.infer<typeof tournamentView>;
