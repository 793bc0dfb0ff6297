import { type Move, NOBODY, type Peeks, type Rng, type Secrets } from '@tablier/core';
import {
  CELLS,
  EMPTY_FACE,
  formatCell,
  isFull,
  kindOf,
  LIBERATE,
  LOCKED,
  originOf,
  ownerOfFace,
  parseCell,
  type Piece,
  piecesOf,
  sizeOfFace,
  SIZES,
  SLIDE,
  targetOf,
} from './board.ts';
import type { ArcanorOptions } from './facts.ts';
import { type ArcanorKnowledge, ArcanorPosition } from './position.ts';

/** A `memory` table hides the contents of stacks, but a seat that remembers every move knows everything [A4]. */
export const secrets: Secrets<ArcanorOptions, ArcanorPosition, ArcanorKnowledge> = {
  hides: () => false,
  movesShown: ({ table }) => (table === 'open' ? 'all' : 'last'),
  knowledge: (position) => position.toData(),
  sample: sampleFrom,
  reveals: revealsContents,
};

/** The only position that agrees with a perfect memory. */
function sampleFrom(knowledge: ArcanorKnowledge, _rng: Rng, into?: ArcanorPosition): ArcanorPosition {
  const position = into ?? new ArcanorPosition(knowledge.options);
  position.setData(knowledge);
  return position;
}

/** Whether a legal move shows contents that were hidden [A4]: what it leaves behind [A6] [A7], or everything by ending the game. */
function revealsContents(position: ArcanorPosition, move: Move): boolean {
  if (position.options.table === 'open') return false;
  const leaves = kindOf(move) !== SLIDE && isFull(position.stacks[originOf(move)] as number);
  return leaves || endsWith(position, move);
}

function endsWith(position: ArcanorPosition, move: Move): boolean {
  const after = position.clone();
  after.play(move);
  return after.turn === NOBODY;
}

/** What a peek shows to both players [A10]: the piece directly under the top, or that there is none. */
export interface PeekAnswer {
  readonly under: Piece | null;
}

/** The cells whose top the seat to move may lift: all its tops, including those on its goal row. */
function listPeeks(position: ArcanorPosition): string[] {
  const cells: string[] = [];
  for (let cell = 0; cell < CELLS; cell++) {
    const face = position.faceAt(cell);
    if (face !== EMPTY_FACE && ownerOfFace(face) === position.turn) cells.push(formatCell(cell));
  }
  return cells.sort();
}

function lookUnder({ stacks }: ArcanorPosition, peek: string): PeekAnswer {
  return { under: piecesOf(stacks[parseCell(peek)] ?? 0)[1] ?? null };
}

/** On a memory table, trying to liberate with an empty piece is a peek [A6]. `null` for a move that the view would not offer. */
function peekOfTry(position: ArcanorPosition, move: Move): string | null {
  const { options, turn, stacks } = position;
  const origin = originOf(move);
  const face = position.faceAt(origin);
  const mayTry =
    options.table === 'memory' &&
    kindOf(move) === LIBERATE &&
    face > EMPTY_FACE &&
    face <= LOCKED &&
    ownerOfFace(face) === turn &&
    sizeOfFace(face) < SIZES &&
    position.faceAt(targetOf(move)) === EMPTY_FACE;
  return mayTry && !isFull(stacks[origin] as number) ? formatCell(origin) : null;
}

export const peeks: Peeks<ArcanorPosition> = { list: listPeeks, look: lookUnder, ofTry: peekOfTry };
