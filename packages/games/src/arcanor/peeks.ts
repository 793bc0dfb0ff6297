import type { Move, Peeks } from '@tablier/core';
import { CELLS, formatCell, kindOf, LIBERATE, originOf, targetOf } from './board.ts';
import type { ArcanorPosition } from './position.ts';
import { isFull, LOCKED, EMPTY_FACE, ownerOfFace, type Piece, piecesOf, SIZES, sizeOfFace } from './stack.ts';

/** What a peek shows to both players [A10]: the piece directly under the top, or that there is none. */
export interface PeekAnswer {
  readonly under: Piece | null;
}

/** The cells whose top the seat to move may lift: all its tops, including those on its goal row. */
function listPeeks({ turn, layout: { faces } }: ArcanorPosition): string[] {
  const cells: string[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    const face = faces[cell] as number;
    if (face !== EMPTY_FACE && ownerOfFace(face) === turn) cells.push(formatCell(cell));
  }
  return cells.sort();
}

function lookUnder({ layout: { stacks } }: ArcanorPosition, peek: string): PeekAnswer {
  const cell = Array.from({ length: CELLS }, (_, index) => formatCell(index)).indexOf(peek);
  return { under: piecesOf(stacks[cell] ?? 0)[1] ?? null };
}

/** On a memory table, trying to liberate with an empty piece is a peek [A6]. `null` for a move that the view would not offer. */
function peekOfTry({ options, turn, layout: { faces, stacks } }: ArcanorPosition, move: Move): string | null {
  const origin = originOf(move);
  const face = faces[origin] as number;
  const mayTry =
    options.table === 'memory' &&
    kindOf(move) === LIBERATE &&
    face > EMPTY_FACE &&
    face <= LOCKED &&
    ownerOfFace(face) === turn &&
    sizeOfFace(face) < SIZES &&
    faces[targetOf(move)] === EMPTY_FACE;
  return mayTry && !isFull(stacks[origin] as number) ? formatCell(origin) : null;
}

export const peeks: Peeks<ArcanorPosition> = { list: listPeeks, look: lookUnder, ofTry: peekOfTry };
