import type { Move, Seat } from '@tablier/core';
import { faceOf, LOCKED, piecesOf, type Stack, stackOf } from './stack.ts';
import { formatGridCell } from '../shared/text.ts';

/** The board [A1]: cells are numbered from a1 = 0 along the rows, h7 = 55. */
export const COLUMNS = 8;
export const ROWS = 7;
export const CELLS: number = COLUMNS * ROWS;
/** The cell number that stands for everything beyond the edge. */
export const OUTSIDE: number = CELLS;

export const WINNING_POINTS = 12;
export const QUIET_LIMIT = 60;
export const PIECES = 12;

export const rowOf = (cell: number): number => Math.floor(cell / COLUMNS);
export const formatCell = (cell: number): string => formatGridCell(cell, COLUMNS);

/** The row where the pieces of a seat score, counted from 0 [A1]. */
export const goalRowOf = (seat: Seat): number => (seat === 0 ? ROWS - 1 : 0);

/** The eight directions as steps of column and row, clockwise from north. Their order is part of the encoding of moves. */
const DIRECTIONS = [
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
  [-1, 1],
] as const;

function neighbour(cell: number, [right, up]: readonly [number, number]): number {
  const column = (cell % COLUMNS) + right;
  const row = rowOf(cell) + up;
  return column < 0 || column >= COLUMNS || row < 0 || row >= ROWS ? OUTSIDE : row * COLUMNS + column;
}

/** `NEIGHBOURS[8 * cell + direction]`: the next cell there, or `OUTSIDE`. */
export const NEIGHBOURS: Uint8Array = Uint8Array.from({ length: CELLS * 8 }, (_, index) =>
  neighbour(index >> 3, DIRECTIONS[index & 7] as readonly [number, number]),
);

/** The kinds of moves, as in the encoding, and their signs in the notation. */
export const SLIDE = 0;
export const LIBERATE = 1;
export const CAPTURE = 2;
export const KINDS = 3;
export const SIGNS = '-^x';

const STEPS = Array.from(NEIGHBOURS.keys()).filter((index) => NEIGHBOURS[index] !== OUTSIDE);

/** Every integer below this one is a move: see the table at the top of `position.ts`. */
export const MOVE_SPACE: number = STEPS.length * KINDS;

/** `MOVE_AT[8 * cell + direction]`: the slide in that direction, or 65,535 at the edge. */
export const MOVE_AT: Uint16Array = new Uint16Array(CELLS * 8).fill(65535);
for (const [order, step] of STEPS.entries()) MOVE_AT[step] = order * KINDS + SLIDE;

/** `ORIGINS[move]` and `TARGETS[move]`: its cells. */
export const ORIGINS: Uint8Array = Uint8Array.from({ length: MOVE_SPACE }, (_, move) => stepOf(move) >> 3);
const TARGETS: Uint8Array = Uint8Array.from({ length: MOVE_SPACE }, (_, move) => NEIGHBOURS[stepOf(move)] as number);

export const originOf = (move: Move): number => ORIGINS[move] as number;
export const targetOf = (move: Move): number => TARGETS[move] as number;
export const kindOf = (move: Move): number => move % KINDS;

function stepOf(move: Move): number {
  return STEPS[Math.floor(move / KINDS)] as number;
}

/** `FACES[FACE_TABLE[cell] | stack]`: the face of a stack on a cell, by whose goal row the cell is on [A9]. */
export const FACE_TABLE: Uint16Array = Uint16Array.from({ length: CELLS }, (_, cell) => {
  if (rowOf(cell) === goalRowOf(0)) return 256;
  return rowOf(cell) === goalRowOf(1) ? 512 : 0;
});
export const FACES: Uint8Array = Uint8Array.from({ length: 768 }, (_, index) => {
  const top = piecesOf(index & 255)[0];
  if (top === undefined) return 0;
  const isHome = index >> 8 === top.owner + 1;
  return faceOf(top) + (isHome ? LOCKED : 0);
});

/** The set-up [A3]: `a1` 1/2, `b1` 3/4 and so on. Dark's pairs are in the opposite order. */
export function startingStacks(): Stack[] {
  const stacks = Array.from({ length: CELLS }, (): Stack => 0);
  for (const [column, large] of [1, 3, 0, 1, 3, 0, 1, 3].entries()) {
    if (large === 0) continue;
    stacks[column] = pair(0, large);
    stacks[CELLS - 1 - column] = pair(1, large);
  }
  return stacks;
}

const pair = (owner: Seat, large: number): Stack =>
  stackOf([
    { owner, size: large },
    { owner, size: large + 1 },
  ]);

/** `b1-b2` slides, `b1^b2` liberates, `b1xc2` captures. */
export const formatMove = (move: Move): string =>
  `${formatCell(originOf(move))}${SIGNS.charAt(kindOf(move))}${formatCell(targetOf(move))}`;
