import type { Seat } from '@tablier/core';

/** A piece [A2]. `size` 1 is the largest. The size is also the value in points. */
export interface Piece {
  readonly owner: Seat;
  readonly size: number;
}

/** A stack in one byte: bit `size - 1` is Light's piece of that size, bit `size + 3` Dark's. Pieces hold only smaller ones. */
export type Stack = number;

export const SIZES = 4;

const stackBit = (piece: Piece): Stack => 1 << (piece.owner * SIZES + piece.size - 1);

export function piecesOf(stack: Stack): Piece[] {
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
export const WALL = 17;
const NO_PREY = 18;

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
