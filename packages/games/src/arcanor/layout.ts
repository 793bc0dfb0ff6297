import { type Move, NOBODY, type Seat } from '@tablier/core';
import {
  CELLS,
  COLUMNS,
  EMPTY_FACE,
  FACE_AT,
  FACE_KINDS,
  kindOf,
  NEIGHBOURS,
  originOf,
  OUTSIDE,
  ownerOfFace,
  ownerOfStack,
  sizeOfFace,
  SIZES,
  SLIDE,
  targetOf,
  TOP_OF,
  WINNING_POINTS,
} from './board.ts';

/* Sets of cells are two words: bit `cell & 31` of word `cell >> 5`, rows 1 to 4 and rows 5 to 7. */

const HIGH_CELLS = 0xffffff;
/** The bits of a word that are not in column h. */
const NOT_LAST = 0x7f7f7f7f;

/** A word with the cells to the left and right of those in it. */
const widened = (word: number): number => word | ((word & NOT_LAST) << 1) | ((word >>> 1) & NOT_LAST);

/** The first word of the cells of a set and all their neighbours. */
export function spreadLow(low: number, high: number): number {
  const wide = widened(low);
  return wide | (wide << 8) | (wide >>> 8) | (widened(high) << 24);
}

export function spreadHigh(low: number, high: number): number {
  const wide = widened(high);
  return (wide | (wide << 8) | (wide >>> 8) | (widened(low) >>> 24)) & HIGH_CELLS;
}

/** `AROUND[2 * cell + word]`: the neighbours of a cell. */
export const AROUND: Int32Array = new Int32Array(2 * CELLS);
for (const [step, target] of NEIGHBOURS.entries()) {
  if (target === OUTSIDE) continue;
  const word = 2 * (step >> 3) + (target >> 5);
  AROUND[word] = (AROUND[word] as number) | (1 << (target & 31));
}

/** The cells with tops of a seat that may move: one word of the set. */
export function topsOf(bits: Int32Array, seat: Seat, word: number): number {
  const first = 8 * seat + 2 + word;
  return (
    (bits[first] as number) | (bits[first + 2] as number) | (bits[first + 4] as number) | (bits[first + 6] as number)
  );
}

/** A pseudo-random 32-bit number for every seed (the finaliser of MurmurHash3). */
function mixed(seed: number): number {
  let value = Math.imul(seed + 1, 0x9e3779b1);
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return value ^ (value >>> 16);
}

/** `ZOBRIST[2 * (256 * cell + stack) + word]`. A position is the exclusive or of its stacks, with `DARK_KEYS` if Dark is to move. */
export const ZOBRIST: Int32Array = Int32Array.from({ length: 512 * CELLS }, (_, index) =>
  ((index >> 1) & 255) === 0 ? 0 : mixed(index + 7919),
);
export const DARK_KEYS = [mixed(101), mixed(102)] as const;

/** One word of the key of a position. */
export function keyOf(stacks: Uint8Array, turn: Seat, word: 0 | 1): number {
  let key = turn === 1 ? DARK_KEYS[word] : 0;
  for (let cell = 0; cell < CELLS; cell++) key ^= ZOBRIST[512 * cell + 2 * (stacks[cell] as number) + word] as number;
  return key;
}

/** How the rules ended a game [A11]-[A13]. */
export const ENDS = ['points', 'blocked', 'repetition', 'quiet'] as const;
export type End = (typeof ENDS)[number];

const POINTS = 2 * FACE_KINDS;
const STACKS = POINTS + 2;
const DERIVED = STACKS + 15;

/** The stacks of a position, what follows from them, and the rules that need no history: the base of the rules and of the search. */
export abstract class Layout {
  turn: Seat = 0;
  /** The moves in a row that were quiet [A13]. */
  quiet = 0;
  end: End | null = null;
  /** `NOBODY` for a draw. */
  winner: Seat = NOBODY;
  /** One buffer copies in one operation. */
  private readonly words = new Int32Array(DERIVED + 23);
  /** `bits[2 * face + word]`: the cells that show a face (see `board.ts`). */
  readonly bits: Int32Array = this.words.subarray(0, POINTS);
  readonly points: Int32Array = this.words.subarray(POINTS, STACKS);
  /** The stack of every cell, with one more entry for `OUTSIDE`. */
  readonly stacks: Uint8Array = new Uint8Array(this.words.buffer, 4 * STACKS, CELLS + 1);
  /** Bytes for what a derived class derives from the stacks, copied and cleared with them. */
  protected readonly derived: Uint8Array = new Uint8Array(this.words.buffer, 4 * DERIVED);

  constructor() {
    this.clearStacks();
  }

  protected clearStacks(): void {
    this.words.fill(0);
    this.bits[0] = ~0;
    this.bits[1] = HIGH_CELLS;
  }

  protected copyLayout(other: Layout): void {
    this.turn = other.turn;
    this.quiet = other.quiet;
    this.end = other.end;
    this.winner = other.winner;
    this.words.set(other.words);
  }

  faceAt(cell: number): number {
    return FACE_AT[256 * cell + (this.stacks[cell] as number)] as number;
  }

  /** Changes a stack, and all that is derived from it. */
  protected abstract put(cell: number, stack: number): void;

  /** Changes a stack and the sets. Returns its new face. */
  protected place(cell: number, stack: number): number {
    const { bits, stacks } = this;
    const word = cell >> 5;
    const bit = 1 << (cell & 31);
    const before = 2 * (FACE_AT[256 * cell + (stacks[cell] as number)] as number) + word;
    const face = FACE_AT[256 * cell + stack] as number;
    const after = 2 * face + word;
    stacks[cell] = stack;
    bits[before] = (bits[before] as number) ^ bit;
    bits[after] = (bits[after] as number) ^ bit;
    return face;
  }

  protected score(face: number): void {
    const owner = ownerOfFace(face);
    this.points[owner] = (this.points[owner] as number) + sizeOfFace(face);
  }

  /**
   * Moves the pieces. Returns whether that is for good, so that no earlier position can recur: an arrival is [A9], and a piece that has left
   * another of its own side never holds one again, since captures only take enemies [A8]. Every other capture or liberation can be reversed:
   * the top frees what it took and takes it again.
   */
  protected carry(move: Move): boolean {
    const { turn, stacks } = this;
    const origin = originOf(move);
    const target = targetOf(move);
    const stack = stacks[origin] as number;
    const isSlide = kindOf(move) === SLIDE;
    const moved = isSlide ? stack : (TOP_OF[stack] as number);
    const left = stack ^ moved;
    this.put(origin, left);
    this.put(target, (stacks[target] as number) | moved);
    const isArrival = isOnGoal(turn, target);
    this.quiet = isSlide && !isArrival ? this.quiet + 1 : 0;
    return isArrival || (left !== 0 && ownerOfStack(left) === turn);
  }

  /** Ends the game if a side has the points [A11], first the mover. Else gives the turn on, or back if the other must pass [A12]. */
  protected giveTurn(): void {
    const { turn, points } = this;
    const other = 1 - turn;
    if ((points[turn] as number) >= WINNING_POINTS) this.finish('points', turn);
    else if ((points[other] as number) >= WINNING_POINTS) this.finish('points', other);
    else if (this.canMove(other)) this.turn = other;
    else if (!this.canMove(turn)) this.finish('blocked', this.leader());
  }

  protected finish(end: End, winner: Seat): void {
    this.turn = NOBODY;
    this.end = end;
    this.winner = winner;
  }

  protected leader(): Seat {
    const lead = (this.points[0] as number) - (this.points[1] as number);
    return lead === 0 ? NOBODY : lead > 0 ? 0 : 1;
  }

  protected canMove(seat: Seat): boolean {
    const { bits } = this;
    const low = topsOf(bits, seat, 0);
    const high = topsOf(bits, seat, 1);
    if ((spreadLow(low, high) & (bits[EMPTY_FACE] as number)) !== 0) return true;
    if ((spreadHigh(low, high) & (bits[EMPTY_FACE + 1] as number)) !== 0) return true;
    return this.canCapture(seat);
  }

  private canCapture(seat: Seat): boolean {
    const { bits } = this;
    for (let size = 1; size < SIZES; size++) {
      const face = 2 * (SIZES * seat + size);
      const prey = 2 * (SIZES * (1 - seat) + size + 1);
      const low = bits[face] as number;
      const high = bits[face + 1] as number;
      if ((spreadLow(low, high) & (bits[prey] as number)) !== 0) return true;
      if ((spreadHigh(low, high) & (bits[prey + 1] as number)) !== 0) return true;
    }
    return false;
  }
}

/** Whether a cell is on the row where a seat scores. */
export const isOnGoal = (seat: Seat, cell: number): boolean => (seat === 0 ? cell >= CELLS - COLUMNS : cell < COLUMNS);
