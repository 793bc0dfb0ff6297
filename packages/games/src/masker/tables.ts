import type { Seat } from '@tablier/core';
import { countBits } from '../shared/bits.ts';

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

export const BIT_LOW = Int32Array.from({ length: CELLS }, (_, cell) => (cell < HALF ? 1 << cell : 0));
export const BIT_HIGH = Int32Array.from({ length: CELLS }, (_, cell) => (cell < HALF ? 0 : 1 << (cell - HALF)));

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

/** The neighbours of each cell as two words. The tower uses the same tables: outside it there are no crosses. */
export interface Neighbours {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

function neighboursOf(touch: 'side' | 'corner'): Neighbours {
  const union = (bits: Int32Array, cell: number): number =>
    FLAT_CELLS.filter((other) => isTouching(touch, cell, other)).reduce(
      (set, other) => set | (bits[other] as number),
      0,
    );
  return {
    low: Int32Array.from(FLAT_CELLS, (cell) => union(BIT_LOW, cell)),
    high: Int32Array.from(FLAT_CELLS, (cell) => union(BIT_HIGH, cell)),
  };
}

export const NEIGHBOURS: Readonly<Record<'side' | 'corner', Neighbours>> = {
  side: neighboursOf('side'),
  corner: neighboursOf('corner'),
};

/** The number of sides that draw a token: the players, or the two teams of four players [M3]. */
export const sideCount = (players: number): number => (players === 4 ? 2 : players);

/** The side of a seat: the seat itself, or with four players its team, 0 or 1 [M4]. */
export const sideOf = (players: number, seat: Seat): number => (players === 4 ? seat & 1 : seat);

export const seatsOf = (players: number, side: number): Seat[] => (players === 4 ? [side, side + 2] : [side]);

/** The crosses that make a player full: 6, 4 or 3 stacks of three [M11]. */
export const fullPile = (players: number): number => (players === 2 ? 18 : players === 3 ? 12 : 9);
