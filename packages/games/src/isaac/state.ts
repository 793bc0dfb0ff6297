import type { Seat } from '@tablier/core';
import { LINES } from './slots.ts';

/** The phases in order; `advancing` is the second half of a removal with `counter=upTo` [I13]. */
export const PHASES = ['placing', 'scoring', 'advancing', 'over'] as const;
export type Phase = (typeof PHASES)[number];
export const PLACING = 0;
export const SCORING = 1;
export const ADVANCING = 2;
export const OVER = 3;

/*
 * The whole state is one Int32Array.
 *   OCCUPIED + line   ten bits: the cells of the line that are taken; not maintained while scoring, when it is not needed
 *   TOUCHING + line   the pieces ever placed that have a cell on the line, as bits; those still there are ON_BOARD.
 *                     A row and a column have in common the piece on their crossing, and no other.
 *   LEAN + line       the sum of the numbers on Dark's pieces placed along the line, minus that of Light's
 *   PLACE + piece     the slot of a piece that was placed
 *   HAND + seat       three bits for each kind: the number in hand; HAND_KINDS: the kinds in hand, as bits
 *   LONGEST + seat    the longest length that the seat has removed, 0 for none [I10]
 *   PASSED            the seats that passed since the last move, last one lowest: two bits each, seat + 1
 *   PENDING           the result of the removal whose advance is still to come [I13]
 *   OUT               bit by seat [I15]
 */
export const OCCUPIED = 0;
export const TOUCHING = OCCUPIED + LINES;
export const LEAN = TOUCHING + LINES;
export const PLACE = LEAN + LINES;
export const ROW_FITS = PLACE + 30;
export const COLUMN_FITS = ROW_FITS + 1;
export const ON_BOARD = COLUMN_FITS + 1;
export const TURN = ON_BOARD + 1;
export const TURN_INDEX = TURN + 1;
export const PHASE = TURN_INDEX + 1;
export const FIRST_TO_PASS = PHASE + 1;
export const PASSED = FIRST_TO_PASS + 1;
export const PENDING = PASSED + 1;
export const OUT = PENDING + 1;
export const HAND = OUT + 1;
export const HAND_KINDS = HAND + 2;
export const SCORE = HAND_KINDS + 2;
export const LONGEST = SCORE + 2;
export const STATE_LENGTH = LONGEST + 2;

/** What `restore` needs besides the pieces. All of it follows from a view. */
export interface IsaacState {
  readonly phase: Phase;
  readonly turn: Seat;
  readonly turnIndex: number;
  readonly passed: readonly Seat[];
  readonly firstToPass: Seat | null;
  readonly pending: number | null;
  readonly out: readonly Seat[];
  readonly scores: readonly number[];
  readonly longestRemoved: readonly number[];
  readonly hands: readonly (readonly number[])[];
  readonly pieces: readonly { readonly piece: number; readonly slot: number }[];
}

/* The legal advances with `counter=upTo` [I13] [I14] from both scores and the result of the removal. 100 is the one that wins. */

const longest = (own: number, result: number): number => Math.min(result, 99 - own);

/** The advance that would end on the other counter, where the two scores add up to 99 [I8]. There is none unless this is above 0. */
const barred = (own: number, other: number): number => 99 - own - other;

export function countAdvances(own: number, other: number, result: number): number {
  const most = longest(own, result);
  const bar = barred(own, other);
  const wins = own + result >= 100;
  return most + 1 - Number(bar > 0 && bar <= most) + Number(wins);
}

export function stepsAt(index: number, own: number, other: number, result: number): number {
  const bar = barred(own, other);
  const steps = bar > 0 && index >= bar ? index + 1 : index;
  return steps > longest(own, result) ? 100 : steps;
}
