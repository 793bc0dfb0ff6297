import type { Move } from '@tablier/core';
import { NEUTRAL, SEAT_COLOURS } from './board.ts';
import { CELLS, COLUMNS, ENDS, ROOMS, SIZES, STARTS, STRIDES } from './placements.ts';
import type { NascaPosition } from './position.ts';

/** In tenths: the weights for covering an enemy cell, covering an own one, a cell of length, a level, and an end at an own wall or an edge. */
const COVER_ENEMY = 30;
const COVER_OWN = -10;
const LENGTH = 3;
const LEVEL = 5;
const CONNECTION = 10;

const isAtFarEdge = (move: number): boolean => ROOMS[(ENDS[move] as number) * 2 + (STRIDES[move] === 1 ? 0 : 1)] === 1;
const isAtNearEdge = (move: number): boolean => {
  const start = STARTS[move] as number;
  return STRIDES[move] === 1 ? start % COLUMNS === 0 : start < COLUMNS;
};
/** By placement: the cells before its first and after its last cell; `CELLS` beyond the edge. */
export const BEFORE = STARTS.map((start, move) => (isAtNearEdge(move) ? CELLS : start - (STRIDES[move] as number)));
export const AFTER = ENDS.map((end, move) => (isAtFarEdge(move) ? CELLS : end + (STRIDES[move] as number)));
const LENGTH_WORTH = SIZES.map((size) => LENGTH * size);

/** Prefers long and high pieces that cover enemy walls and connect own walls. */
export function priority(position: NascaPosition, move: Move): number {
  const { colours, heights } = position.board;
  const own = SEAT_COLOURS[position.turn] as number;
  const start = STARTS[move] as number;
  const end = ENDS[move] as number;
  const stride = STRIDES[move] as number;
  let worth = LENGTH * (SIZES[move] as number) + LEVEL * (heights[start] as number);
  for (let cell = start; cell <= end; cell += stride) {
    const colour = colours[cell] as number;
    if (colour === own) worth += COVER_OWN;
    else if (colour === SEAT_COLOURS[0] || colour === SEAT_COLOURS[1]) worth += COVER_ENEMY;
  }
  const before = BEFORE[move] as number;
  const after = AFTER[move] as number;
  if (before === CELLS || colours[before] === own) worth += CONNECTION;
  if (after === CELLS || colours[after] === own) worth += CONNECTION;
  return worth;
}

export class Priorities {
  private heights: Uint16Array = new Uint16Array(0);
  private readonly joins = new Uint8Array(CELLS + 1).fill(CONNECTION);
  private readonly along = new Int16Array(CELLS + 1);
  private readonly across = new Int16Array(CELLS + COLUMNS);

  prepare({ board, turn }: NascaPosition): void {
    const { along, across, joins } = this;
    const { colours } = board;
    this.heights = board.heights;
    const own = SEAT_COLOURS[turn] as number;
    for (let cell = 0; cell < CELLS; cell++) {
      const colour = colours[cell] as number;
      const worth = colour === 0 || colour === NEUTRAL ? 0 : colour === own ? COVER_OWN : COVER_ENEMY;
      joins[cell] = colour === own ? CONNECTION : 0;
      along[cell + 1] = (along[cell] as number) + worth;
      across[cell + COLUMNS] = (across[cell] as number) + worth;
    }
  }

  of(move: Move): number {
    const start = STARTS[move] as number;
    const end = ENDS[move] as number;
    const covered =
      STRIDES[move] === 1
        ? (this.along[end + 1] as number) - (this.along[start] as number)
        : (this.across[end + COLUMNS] as number) - (this.across[start] as number);
    const joined = (this.joins[BEFORE[move] as number] as number) + (this.joins[AFTER[move] as number] as number);
    return (LENGTH_WORTH[move] as number) + LEVEL * (this.heights[start] as number) + covered + joined;
  }
}
