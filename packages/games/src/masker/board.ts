import type { MoveList, Seat } from '@tablier/core';
import { countBits, lowestBit } from '../shared/bits.ts';
import type { MaskerOptions } from './facts.ts';

/**
 * Cells: column + 6 × row, `a1` = 0, `f1` = 5, `a2` = 6 … `f6` = 35. The tower stands on `a1`–`c3`, the integers 0–2, 6–8, 12–14.
 * Sets of cells: two words of 18 bits, rows 1–3 in the low one (bit = cell), rows 4–6 in the high one (bit = cell − 18).
 * Crosses: 1–5 the colours R Y G B P, 6 white, 7 the colourless one in texts; 0 nothing.
 */
export const CELLS = 36;
export const SIZE = 6;
export const HALF = 18;

/** The letter of each cross [M1], by number. */
export const LETTERS = '.RYGBPWN';
/** The letters of the five colours that have a token [M1]. */
export const COLOUR_LETTERS = ['R', 'Y', 'G', 'B', 'P'] as const;
export type ColourLetter = (typeof COLOUR_LETTERS)[number];
export const COLOURS = 5;
export const WHITE = 6;
export const NEUTRAL = 7;
/** The number of crosses of each colour, and of white ones [M1]. */
export const COLOUR_CROSSES = 6;
export const WHITE_CROSSES = 5;

const BIT_LOW = Int32Array.from({ length: CELLS }, (_, cell) => (cell < HALF ? 1 << cell : 0));
const BIT_HIGH = Int32Array.from({ length: CELLS }, (_, cell) => (cell < HALF ? 0 : 1 << (cell - HALF)));

const QUARTER = 9;
const QUARTER_MASK = 2 ** QUARTER - 1;
/** The places of a set in `SELECTED`. */
const PER_SET = 16;

const COUNTS = Uint8Array.from({ length: QUARTER_MASK + 1 }, (_, set) => countBits(set));
/** By set of nine cells, 16 places each: its cells, ascending. */
const SELECTED = new Uint8Array(COUNTS.length * PER_SET);
for (let set = 0; set < COUNTS.length; set++) {
  let place = set * PER_SET;
  for (let cell = 0; cell < QUARTER; cell++) if ((set & (1 << cell)) !== 0) SELECTED[place++] = cell;
}

export const countCells = (low: number, high: number): number =>
  (COUNTS[low & QUARTER_MASK] as number) +
  (COUNTS[low >> QUARTER] as number) +
  (COUNTS[high & QUARTER_MASK] as number) +
  (COUNTS[high >> QUARTER] as number);

/** The cell of a set with `below` cells under it. The set has more than `below` cells. */
export function selectCell(low: number, high: number, below: number): number {
  const first = COUNTS[low & QUARTER_MASK] as number;
  const second = first + (COUNTS[low >> QUARTER] as number);
  const third = second + (COUNTS[high & QUARTER_MASK] as number);
  // A processor cannot predict the quarter of a random cell, so there are no branches: all bits are set if the cell is in a later quarter.
  const afterFirst = (first - 1 - below) >> 31;
  const afterSecond = (second - 1 - below) >> 31;
  const afterThird = (third - 1 - below) >> 31;
  const half = low ^ ((low ^ high) & afterSecond);
  const quarter = (half >> (QUARTER & (afterFirst ^ afterSecond ^ afterThird))) & QUARTER_MASK;
  const before = (first & afterFirst) + ((second - first) & afterSecond) + ((third - second) & afterThird);
  const cell = SELECTED[quarter * PER_SET + below - before] as number;
  return cell - QUARTER * (afterFirst + afterSecond + afterThird);
}

/** The cells of a board in ascending order: all 36, or the nine of the tower. */
const FLAT_CELLS: readonly number[] = Array.from({ length: CELLS }, (_, cell) => cell);
const TOWER_CELLS: readonly number[] = FLAT_CELLS.filter((cell) => cell % SIZE < 3 && cell < 3 * SIZE);
export const cellsOf = (board: 'flat' | 'tower'): readonly number[] => (board === 'tower' ? TOWER_CELLS : FLAT_CELLS);

/** Whether two cells are neighbours [M7]. */
export function isTouching(touch: 'side' | 'corner', one: number, other: number): boolean {
  const across = Math.abs((one % SIZE) - (other % SIZE));
  const along = Math.abs(Math.floor(one / SIZE) - Math.floor(other / SIZE));
  return touch === 'corner' ? Math.max(across, along) === 1 : across + along === 1;
}

/** By touch and cell: the neighbours, as bits of the 15 cells from the one below its left to the one above its right. */
const AROUND = Int32Array.from({ length: 2 * CELLS }, (_, index) => {
  const [touch, cell] = [index < CELLS ? 'side' : 'corner', index % CELLS] as const;
  return FLAT_CELLS.filter((other) => isTouching(touch, cell, other)).reduce(
    (set, other) => set | (1 << (other - cell + SIZE + 1)),
    0,
  );
});

/** By set of the nine cells of a square, 16 places each: how far its cells are from the middle, ascending. */
const STEPS = Int8Array.from(SELECTED, (cell) => (cell % 3) - 1 + SIZE * (Math.floor(cell / 3) - 1));

/** The number of sides that draw a token: the players, or the two teams of four players [M3]. */
export const sideCount = (players: number): number => (players === 4 ? 2 : players);

/** The side of a seat: the seat itself, or with four players its team, 0 or 1 [M4]. */
export const sideOf = (players: number, seat: Seat): number => (players === 4 ? seat & 1 : seat);

export const seatsOf = (players: number, side: number): Seat[] => (players === 4 ? [side, side + 2] : [side]);

/** The crosses that make a player full: 6, 4 or 3 stacks of three [M11]. */
export const fullPile = (players: number): number => (players === 2 ? 18 : players === 3 ? 12 : 9);

/** Why the next capture may be of any cross: it may not; the colourless cross is isolated [M9]; a white cross was taken [M10]. */
export const NOT_FREE = 0;
export const FREE_BY_ISOLATION = 1;
export const FREE_BY_WHITE = 2;

/** The most turns of a game: each has a capture, and the colourless cross is not captured [M7]. */
const MAX_TURNS = CELLS - 1;
const STACKS = 2 * MAX_TURNS;
const LEFT = STACKS + CELLS;
const PILES = LEFT + LETTERS.length;
const KEPT = PILES + 4;
/** The crosses of the largest pile: that of one of two players [M11]. */
const PER_PILE = 18;

/** The crosses, and which may be captured next. A flat cell is a stack of at most one; the colourless cross is on none of them [M18]. */
export class MaskerBoard {
  /** One buffer, so that copying is one operation: two words for each turn, then the crosses. */
  private readonly words = new Uint16Array(KEPT + 2 * PER_PILE);
  /** By `turnIndex`: the captures of an earlier turn, see `CAPTURE_BITS`. */
  readonly trails: Int32Array = new Int32Array(this.words.buffer, 0, MAX_TURNS);
  /** By cell: three bits per cross, the top one in the lowest bits; 0 for an empty cell. */
  readonly stacks: Uint16Array = this.words.subarray(STACKS, LEFT);
  /** By cross number: the number in play. */
  readonly left: Uint16Array = this.words.subarray(LEFT, PILES);
  /** By seat: the number of crosses captured and kept. */
  readonly piles: Uint16Array = this.words.subarray(PILES, KEPT);
  /** Those crosses: the lowest one of each of four seats, then the second ones, and so on. */
  private readonly kept: Uint8Array = new Uint8Array(this.words.buffer, 2 * KEPT, 4 * PER_PILE);
  neutral = 0;
  /** The cross that was captured last. */
  private taken = NEUTRAL;
  /** The cells with a cross in their stack, not counting the colourless one. Two words. */
  private low = 0;
  private high = 0;
  /** Those that may be captured next, as a set of the nine cells around the colourless cross; empty if any may. */
  near = 0;
  /** Where the neighbours of the first cell are in `AROUND`. */
  private touch: number;

  constructor(touch: MaskerOptions['touch']) {
    this.touch = touch === 'side' ? 0 : CELLS;
    this.left.fill(COLOUR_CROSSES, 1, COLOURS + 1);
    this.left[WHITE] = WHITE_CROSSES;
  }

  copyFrom(other: MaskerBoard): void {
    this.words.set(other.words);
    this.neutral = other.neutral;
    this.taken = other.taken;
    this.low = other.low;
    this.high = other.high;
    this.near = other.near;
    this.touch = other.touch;
  }

  /** Puts a stack on a cell, given as letters, bottom first. The colourless cross may be on top. Call `aim` after the last one. */
  put(cell: number, letters: string): void {
    let stack = 0;
    for (let level = 0; level < letters.length; level++) {
      const cross = LETTERS.indexOf(letters.charAt(level));
      if (cross === NEUTRAL) this.neutral = cell;
      else stack = (stack << 3) | cross;
    }
    this.stacks[cell] = stack;
    this.vacate(cell);
    if (stack === 0) return;
    this.low |= BIT_LOW[cell] as number;
    this.high |= BIT_HIGH[cell] as number;
  }

  /** Captures the top cross of a stack: moves the colourless cross there [M7]. Returns the captured cross. */
  capture(cell: number): number {
    const { stacks, left } = this;
    const stack = stacks[cell] as number;
    const cross = stack & 7;
    stacks[cell] = stack >> 3;
    left[cross] = (left[cross] as number) - 1;
    if (stack < 8) this.vacate(cell);
    this.neutral = cell;
    this.aim(cross);
    return cross;
  }

  /** Puts a cross on the pile of a seat. Returns the number of crosses there. */
  keep(seat: Seat, cross: number): number {
    const { piles } = this;
    const pile = piles[seat] as number;
    this.kept[(pile << 2) | seat] = cross;
    return (piles[seat] = pile + 1);
  }

  /** Moves the top crosses of one pile to another, one by one. */
  hand(from: Seat, to: Seat, count: number): void {
    for (let left = count; left > 0; left--) {
      const pile = (this.piles[from] as number) - 1;
      this.piles[from] = pile;
      this.keep(to, this.kept[(pile << 2) | from] as number);
    }
  }

  /** The pile of a seat as letters, bottom first. */
  pileOf(seat: Seat): string {
    const letter = (_: unknown, place: number): string => LETTERS.charAt(this.kept[(place << 2) | seat] as number);
    return Array.from({ length: this.piles[seat] as number }, letter).join('');
  }

  topOf(cell: number): number {
    return (this.stacks[cell] as number) & 7;
  }

  /** Sets what may be captured after `cross`: crosses that touch the colourless one, or any if it is isolated [M9] or white was taken [M10]. */
  aim(cross: number): void {
    const { low, high, neutral } = this;
    // Whether the cell is in the upper half cannot be predicted, so there is no branch: all bits of `upper` are set if it is.
    const upper = (HALF - 1 - neutral) >> 31;
    const rows = (high << 25) | (low << 7);
    const upperRows = (high << 7) | (low >> 11);
    const cells = (rows ^ ((rows ^ upperRows) & upper)) >>> (neutral - (HALF & upper));
    const around = cells & (AROUND[this.touch + neutral] as number);
    const near = (around & 7) | ((around >> 3) & 0o70) | ((around >> 6) & 0o700);
    this.near = near & -Number(cross !== WHITE);
    this.taken = cross;
  }

  get free(): number {
    return this.near !== 0 ? NOT_FREE : this.taken === WHITE ? FREE_BY_WHITE : FREE_BY_ISOLATION;
  }

  /** The number of cells that may be captured. */
  countTargets(): number {
    const { near } = this;
    return near === 0 ? countCells(this.low, this.high) : (COUNTS[near] as number);
  }

  /** The cell that may be captured with `below` such cells under it. */
  target(below: number): number {
    const { near } = this;
    return near === 0
      ? selectCell(this.low, this.high, below)
      : this.neutral + (STEPS[near * PER_SET + below] as number);
  }

  /** Lists those cells in ascending order. Returns their number. */
  listTargets(into: MoveList): number {
    let count = 0;
    if (this.near !== 0) while (count < this.countTargets()) into[count] = this.target(count++);
    else {
      for (let rest = this.low; rest !== 0; rest &= rest - 1) into[count++] = lowestBit(rest);
      for (let rest = this.high; rest !== 0; rest &= rest - 1) into[count++] = HALF + lowestBit(rest);
    }
    return count;
  }

  private vacate(cell: number): void {
    this.low &= ~(BIT_LOW[cell] as number);
    this.high &= ~(BIT_HIGH[cell] as number);
  }
}
