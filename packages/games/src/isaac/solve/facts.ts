import type { Seat } from '@tablier/core';

/*
 * Everything about a position of the scoring but the pieces on the board, in one word:
 *   bits  0 ..  6   Dark's score
 *   bits  7 .. 13   Light's score
 *   bits 14 .. 16   the longest length that Dark has removed [I10]
 *   bits 17 .. 19   the longest length that Light has removed
 *   bits 20 .. 21   the seats that are out [I15]
 *   bit  22         the seat to move
 *   bits 23 .. 29   0, or 1 + the result of the removal whose advance is pending [I13]
 */
const SCORE_BITS = 7;
const LONGEST = 14;
const LONGEST_BITS = 3;
const OUT = 20;
const TURN = 22;
const PENDING = 23;

export interface ScoringFacts {
  readonly scores: readonly [number, number];
  readonly longest: readonly [number, number];
  readonly isOut: readonly [boolean, boolean];
  readonly turn: Seat;
  readonly pending: number | null;
}

export const packFacts = ({ scores, longest, isOut, turn, pending }: ScoringFacts): number =>
  scores[0] |
  (scores[1] << SCORE_BITS) |
  (longest[0] << LONGEST) |
  (longest[1] << (LONGEST + LONGEST_BITS)) |
  (Number(isOut[0]) << OUT) |
  (Number(isOut[1]) << (OUT + 1)) |
  (turn << TURN) |
  (pending === null ? 0 : (pending + 1) << PENDING);

export const scoreOf = (facts: number, seat: Seat): number => (facts >> (SCORE_BITS * seat)) & 127;
export const turnOf = (facts: number): Seat => (facts >> TURN) & 1;
export const isOut = (facts: number, seat: Seat): boolean => ((facts >> (OUT + seat)) & 1) !== 0;
export const longestOf = (facts: number, seat: Seat): number => (facts >> (LONGEST + LONGEST_BITS * seat)) & 7;
/** The result of the removal whose advance is pending; -1 if none is. */
export const pendingOf = (facts: number): number => (facts >> PENDING) - 1;

/** `points` leave the score below 100. */
export const withPoints = (facts: number, seat: Seat, points: number): number =>
  facts + (points << (SCORE_BITS * seat));
export const withTurn = (facts: number, seat: Seat): number => (facts & ~(1 << TURN)) | (seat << TURN);
export const withOut = (facts: number, seat: Seat): number => facts | (1 << (OUT + seat));
export const withPending = (facts: number, result: number): number => facts | ((result + 1) << PENDING);
export const withoutPending = (facts: number): number => facts & ((1 << PENDING) - 1);

export function withLongest(facts: number, seat: Seat, length: number): number {
  const shift = LONGEST + LONGEST_BITS * seat;
  return (facts & ~(7 << shift)) | (length << shift);
}
