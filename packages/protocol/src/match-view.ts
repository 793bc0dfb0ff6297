import { ENDINGS, type GameRecord, type RecordEnd, type View } from '@tablier/core';
import { CLAIMS, type ClockFace, type MatchView, type PastView } from '@tablier/match';
import * as z from 'zod/mini';
import { count, moment, options, seat, timedTerms, described, listOf } from './values.ts';

const seats = z.array(seat);
const numbers = z.array(z.number());
const outcome = z.looseObject({ scores: numbers, places: numbers });
const end: z.ZodMiniType<RecordEnd> = z.object({ by: z.enum(ENDINGS), scores: numbers, places: numbers });

/** The fields that the views of all games share. A game adds its own. */
export const view: z.ZodMiniType<View> = z.looseObject({
  options,
  players: count,
  turn: z.int(),
  turnIndex: count,
  passed: seats,
  outcome: z.nullable(outcome),
});

export const clockFace: z.ZodMiniType<ClockFace> = z.object({
  terms: timedTerms,
  seats: listOf({ left: z.number(), periods: count, vacation: z.number(), away: z.boolean() }),
  seat: described('The seat whose clock runs; -1 for none.', z.int()),
  spent: z.number(),
  since: moment,
  paused: z.boolean(),
});

/** A record: a game that can be replayed. Its deal is the game's own. */
export const gameRecord: z.ZodMiniType<GameRecord> = z.looseObject({
  format: count,
  game: z.string(),
  rules: count,
  options,
  players: count,
  deal: z.unknown(),
  moves: z.array(z.string()),
  counts: z.exactOptional(z.array(count)),
  end: z.exactOptional(end),
});

/** Positions that a match has left behind, in order, as one viewer saw them. */
export const pastViews: z.ZodMiniType<readonly PastView[]> = listOf({
  plies: count,
  view,
  scores: z.nullable(numbers),
});
/** The query for them: the last ones before this number of moves; absent: before the last move. */
export const pastQuery = z.object({ until: z.optional(z.coerce.number().check(z.int(), z.minimum(0))) });

/** `MatchView` of `@tablier/match`: the view of a match for one viewer. */
export const matchView: z.ZodMiniType<MatchView> = z.object({
  game: z.string(),
  version: count,
  view,
  moves: listOf({ ply: count, seat, turnIndex: count, text: z.string(), passed: seats }),
  plies: count,
  peeks: listOf({ seat, after: count, peek: z.string(), seen: z.unknown() }),
  drawAgreed: seats,
  takeBackAsked: z.nullable(z.object({ seat, to: count, agreed: seats })),
  takeBackFrom: count,
  claimed: described(
    'The claim that ended the match; `null` for none.',
    z.nullable(z.object({ seat, absent: seat, as: z.enum(CLAIMS) })),
  ),
  end: z.nullable(end),
  clock: z.nullable(clockFace),
  record: z.nullable(gameRecord),
});
