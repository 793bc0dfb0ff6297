import { type Move, NOBODY } from '@tablier/core';
import { kindOf, originOf, SLIDE } from './board.ts';
import { ArcanorPosition } from './position.ts';
import { isFull } from './stack.ts';

/**
 * Whether a legal move shows what a `memory` table hid [A4]: a liberation and a capture uncover what stays behind [A6] [A7],
 * and the end of the game uncovers everything. On an `open` table nothing is hidden.
 */
export function revealsContents(position: ArcanorPosition, move: Move): boolean {
  if (position.options.table === 'open') return false;
  const leaves = kindOf(move) !== SLIDE && isFull(position.layout.stacks[originOf(move)] as number);
  return leaves || endsWith(position, move);
}

function endsWith(position: ArcanorPosition, move: Move): boolean {
  const after = new ArcanorPosition(position.options);
  after.copyFrom(position);
  after.play(move);
  return after.turn === NOBODY;
}
