import type { Move, Seat } from '@tablier/core';
import { formatGridCell } from '../shared/text.ts';

/** A piece [A2]. `size` 1 is the largest. The size is also the value in points. */
export interface Piece {
  readonly owner: Seat;
  readonly size: number;
}

/** A stack in one byte: bit `size - 1` is Light's piece of that size, bit `size + 3` Dark's. Pieces hold only smaller ones. */
export type Stack = number;

export const SIZES = 4;

const stackBit = (piece: Piece): Stack => 1 << (piece.owner * SIZES + piece.size - 1);

/** Listed once: two tables ask for the pieces of every stack on every cell while a program starts. */
const PIECES_OF: readonly (readonly Piece[])[] = Array.from({ length: 256 }, (_, stack) => listPieces(stack));

export const piecesOf = (stack: Stack): readonly Piece[] => PIECES_OF[stack] as readonly Piece[];

function listPieces(stack: Stack): Piece[] {
  const pieces: Piece[] = [];
  for (let size = 1; size <= SIZES; size++) {
    for (const owner of [0, 1]) {
      if ((stack & stackBit({ owner, size })) !== 0) pieces.push({ owner, size });
    }
  }
  return pieces;
}

export const stackOf = (pieces: readonly Piece[]): Stack => pieces.reduce((stack, piece) => stack | stackBit(piece), 0);

export const isFull = (stack: Stack): boolean => (stack & (stack - 1)) !== 0;

/** `TOP_OF[stack]`: the stack of its outermost piece alone; 0 for an empty cell. */
export const TOP_OF: Uint8Array = Uint8Array.from({ length: 256 }, (_, stack) => {
  const top = piecesOf(stack)[0];
  return top === undefined ? 0 : stackBit(top);
});

/** The owner of the outermost piece; 0 (Light) for an empty cell. */
export const ownerOfStack = (stack: Stack): Seat => ((TOP_OF[stack] as number) > 8 ? 1 : 0);

/*
 * The face of a cell: what it shows, as one number, so that the legality of a move is one comparison:
 *   0       empty
 *   1..8    a top that may move and be taken: 4 * owner + size
 *   9..16   the same + 8: a top on its goal row, there for good [A9]
 *   17      beyond the edge of the board
 */
export const EMPTY_FACE = 0;
export const LOCKED = 8;
const WALL = 17;
const NO_PREY = 18;
/** The number of faces, with `WALL` and `NO_PREY`. */
export const FACE_KINDS = 19;

export const faceOf = (piece: Piece): number => SIZES * piece.owner + piece.size;
export const ownerOfFace = (face: number): Seat => ((face - 1) >> 2) & 1;
export const sizeOfFace = (face: number): number => ((face - 1) & 3) + 1;

/** `PREY[face]`: the only face it can capture, an enemy piece one size smaller [A7], or `NO_PREY`, which no cell shows. */
export const PREY: Uint8Array = Uint8Array.from({ length: WALL + 1 }, (_, face) => {
  const size = sizeOfFace(face);
  return face > EMPTY_FACE && face <= LOCKED && size < SIZES
    ? faceOf({ owner: 1 - ownerOfFace(face), size: size + 1 })
    : NO_PREY;
});

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

const CELL_NAMES: readonly string[] = Array.from({ length: CELLS }, (_, cell) => formatCell(cell));
/** The cell with a name; -1 if there is none. */
export const parseCell = (name: string): number => CELL_NAMES.indexOf(name);

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

/** By move: its cells. */
const ORIGINS: Uint8Array = Uint8Array.from({ length: MOVE_SPACE }, (_, move) => stepOf(move) >> 3);
const TARGETS: Uint8Array = Uint8Array.from({ length: MOVE_SPACE }, (_, move) => NEIGHBOURS[stepOf(move)] as number);

export const originOf = (move: Move): number => ORIGINS[move] as number;
export const targetOf = (move: Move): number => TARGETS[move] as number;
export const kindOf = (move: Move): number => move % KINDS;

function stepOf(move: Move): number {
  return STEPS[Math.floor(move / KINDS)] as number;
}

/** `FACE_AT[256 * cell + stack]`: the face of a stack on a cell [A9], also on `OUTSIDE`. */
export const FACE_AT: Uint8Array = Uint8Array.from({ length: 256 * (CELLS + 1) }, (_, index) => {
  const cell = index >> 8;
  const top = piecesOf(index & 255)[0];
  if (cell === OUTSIDE) return WALL;
  if (top === undefined) return EMPTY_FACE;
  return faceOf(top) + (rowOf(cell) === goalRowOf(top.owner) ? LOCKED : 0);
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
