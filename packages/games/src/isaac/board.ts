import { NOBODY, type Outcome, type Seat } from '@tablier/core';
import {
  ALL_KINDS,
  EMPTY_FITS,
  FITS,
  FULL_HAND,
  HAND_FITS,
  isOnLine,
  KIND_LENGTH,
  KIND_NUMBER,
  LINES,
  PIECES_FROM,
  PIECES_PER_SEAT,
  SIZE,
  SLOT_CELLS,
  SLOT_CROSSING,
  SLOT_CROSSING_BIT,
  SLOT_KIND,
  SLOT_LINE,
  sumFits,
} from './slots.ts';
import { countBits } from '../shared/bits.ts';
import type { IsaacOptions } from './facts.ts';

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
const TOUCHING = OCCUPIED + LINES;
const LEAN = TOUCHING + LINES;
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
const STATE_LENGTH = LONGEST + 2;

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

export class IsaacBoard {
  readonly options: IsaacOptions;
  protected readonly upTo: boolean;
  protected readonly state = new Int32Array(STATE_LENGTH);

  constructor(options: IsaacOptions) {
    this.options = options;
    this.upTo = options.counter === 'upTo';
    const { state } = this;
    state[ROW_FITS] = EMPTY_FITS;
    state[COLUMN_FITS] = EMPTY_FITS;
    state[FIRST_TO_PASS] = NOBODY;
    state.fill(FULL_HAND, HAND, HAND + 2);
    state.fill(ALL_KINDS, HAND_KINDS, HAND_KINDS + 2);
  }

  get turn(): Seat {
    return this.state[TURN] as number;
  }

  get turnIndex(): number {
    return this.state[TURN_INDEX] as number;
  }

  get phase(): Phase {
    return PHASES[this.state[PHASE] as number] as Phase;
  }

  /** The first seat that passed while placing [I6]; `null` if none has. */
  get firstToPass(): Seat | null {
    const seat = this.state[FIRST_TO_PASS] as number;
    return seat === NOBODY ? null : seat;
  }

  /** The result of the removal whose advance is pending [I13]; `null` if none is. */
  get pending(): number | null {
    return (this.state[PHASE] as number) === ADVANCING ? (this.state[PENDING] as number) : null;
  }

  get passed(): Seat[] {
    const seats: Seat[] = [];
    for (let rest = this.state[PASSED] as number; rest > 0; rest >>= 2) seats.unshift((rest & 3) - 1);
    return seats;
  }

  score(seat: Seat): number {
    return this.state[SCORE + seat] as number;
  }

  /** Whether the seat had to stop scoring [I15]. */
  isOut(seat: Seat): boolean {
    return (((this.state[OUT] as number) >> seat) & 1) === 1;
  }

  /** The number of pieces of a kind in hand. After placing these are the unplayed ones. */
  inHand(seat: Seat, kind: number): number {
    return ((this.state[HAND + seat] as number) >> (3 * kind)) & 7;
  }

  /** The longest length that the seat has removed; 0 for none [I10]. */
  longestRemoved(seat: Seat): number {
    return this.state[LONGEST + seat] as number;
  }

  /** The total length of the pieces left in hand [I16]. */
  unplayed(seat: Seat): number {
    let total = 0;
    for (let kind = 0; kind < KIND_LENGTH.length; kind++)
      total += this.inHand(seat, kind) * (KIND_LENGTH[kind] as number);
    return total;
  }

  /** The pieces on the board as bits, Dark's from bit 0, Light's from bit 15. */
  get onBoard(): number {
    return this.state[ON_BOARD] as number;
  }

  placeOf(piece: number): number {
    return this.state[PLACE + piece] as number;
  }

  touching(line: number): number {
    return (this.state[TOUCHING + line] as number) & (this.state[ON_BOARD] as number);
  }

  /** The sum of the numbers on Dark's pieces placed along the line, minus that of Light's. */
  lean(line: number): number {
    return this.state[LEAN + line] as number;
  }

  /** The pieces that the seat may remove now or later, as bits: those on the board that are long enough [I10]. */
  removableLater(seat: Seat): number {
    if (this.isOut(seat)) return 0;
    return (
      (this.state[ON_BOARD] as number) & (PIECES_FROM[seat * 8 + (this.state[LONGEST + seat] as number)] as number)
    );
  }

  /** The number of free slots along rows and columns by kind, as packed fits (see `slots.ts`). */
  freeFits(hand: number): number {
    const mask = HAND_FITS[hand] as number;
    return sumFits((this.state[ROW_FITS] as number) & mask) + sumFits((this.state[COLUMN_FITS] as number) & mask);
  }

  handKinds(seat: Seat): number {
    return this.state[HAND_KINDS + seat] as number;
  }

  /** The pieces that the seat may remove now, as bits: long enough [I10] and under no counter [I11]. */
  removable(seat: Seat): number {
    const { state } = this;
    const allowed = (state[ON_BOARD] as number) & (PIECES_FROM[seat * 8 + (state[LONGEST + seat] as number)] as number);
    return allowed & ~(this.pieceAt(state[SCORE] as number) | this.pieceAt(99 - (state[SCORE + 1] as number)));
  }

  /** The points for removing the piece on a slot now [I12]. */
  worth(slot: number): number {
    const { state } = this;
    const line = SLOT_LINE[slot] as number;
    const others = countBits(this.touching(line)) - 1;
    const doublings = isOnLine(state[SCORE] as number, line) + isOnLine(99 - (state[SCORE + 1] as number), line);
    return (others * (KIND_NUMBER[SLOT_KIND[slot] as number] as number)) << doublings;
  }

  copyFrom(other: this): void {
    this.state.set(other.state);
  }

  outcome(): Outcome {
    const scores = [this.score(0), this.score(1)];
    return { scores, places: this.leader() === 0 ? [1, 2] : [2, 1] };
  }

  /** The seat that is ahead by the order of [I16]. At the end, the winner. */
  leader(): Seat {
    const points = this.score(0) - this.score(1);
    if (points !== 0) return points > 0 ? 0 : 1;
    return this.unplayed(1) > this.unplayed(0) ? 1 : 0;
  }

  restore(from: IsaacState): void {
    const { state } = this;
    state.set(new IsaacBoard(this.options).state);
    for (const { piece, slot } of from.pieces) this.putOnBoard(piece, slot);
    for (const seat of [0, 1]) {
      const hand = from.hands[seat] ?? [];
      state[HAND + seat] = hand.reduce((bits, count, kind) => bits | (count << (3 * kind)), 0);
      state[HAND_KINDS + seat] = hand.reduce((bits, count, kind) => (count > 0 ? bits | (1 << kind) : bits), 0);
      state[SCORE + seat] = from.scores[seat] ?? 0;
      state[LONGEST + seat] = from.longestRemoved[seat] ?? 0;
    }
    state[PHASE] = PHASES.indexOf(from.phase);
    state[TURN] = from.turn;
    state[TURN_INDEX] = from.turnIndex;
    state[FIRST_TO_PASS] = from.firstToPass ?? NOBODY;
    state[PENDING] = from.pending ?? 0;
    state[PASSED] = from.passed.reduce((packed, seat) => (packed << 2) | (seat + 1), 0);
    state[OUT] = from.out.reduce((bits, seat) => bits | (1 << seat), 0);
  }

  protected pieceAt(cell: number): number {
    const row = Math.trunc(cell / SIZE);
    return (this.state[TOUCHING + row] as number) & (this.state[TOUCHING + SIZE + (cell - row * SIZE)] as number);
  }

  protected putOnBoard(piece: number, slot: number): void {
    const { state } = this;
    const bit = 1 << piece;
    const line = SLOT_LINE[slot] as number;
    const before = state[OCCUPIED + line] as number;
    const after = before | (SLOT_CELLS[slot] as number);
    state[OCCUPIED + line] = after;
    state[TOUCHING + line] = (state[TOUCHING + line] as number) | bit;
    const crossingBit = SLOT_CROSSING_BIT[slot] as number;
    const first = SLOT_CROSSING[slot] as number;
    const end = first + (KIND_LENGTH[SLOT_KIND[slot] as number] as number);
    let change = 0;
    for (let crossing = first; crossing < end; crossing++) {
      const taken = state[OCCUPIED + crossing] as number;
      change = (change + (FITS[taken | crossingBit] as number) - (FITS[taken] as number)) | 0;
      state[OCCUPIED + crossing] = taken | crossingBit;
      state[TOUCHING + crossing] = (state[TOUCHING + crossing] as number) | bit;
    }
    const along = line < SIZE ? ROW_FITS : COLUMN_FITS;
    const across = ROW_FITS + COLUMN_FITS - along;
    state[along] = (state[along] as number) + (FITS[after] as number) - (FITS[before] as number);
    state[across] = (state[across] as number) + change;
    const number = KIND_NUMBER[SLOT_KIND[slot] as number] as number;
    state[LEAN + line] = (state[LEAN + line] as number) + (piece < PIECES_PER_SEAT ? number : -number);
    state[PLACE + piece] = slot;
    state[ON_BOARD] = (state[ON_BOARD] as number) | bit;
  }

  protected canPlace(seat: Seat): boolean {
    const { state } = this;
    return (
      (((state[ROW_FITS] as number) | (state[COLUMN_FITS] as number)) &
        (HAND_FITS[state[HAND_KINDS + seat] as number] as number)) !==
      0
    );
  }
}
