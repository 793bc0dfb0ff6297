import { type Move, NOBODY, type Rng, type Secrets } from '@tablier/core';
import { kindOf, originOf, SLIDE } from './board.ts';
import type { ArcanorOptions } from './options.ts';
import { type ArcanorKnowledge, ArcanorPosition } from './position.ts';
import { isFull } from './stack.ts';

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
  const leaves = kindOf(move) !== SLIDE && isFull(position.layout.stacks[originOf(move)] as number);
  return leaves || endsWith(position, move);
}

function endsWith(position: ArcanorPosition, move: Move): boolean {
  const after = position.clone();
  after.play(move);
  return after.turn === NOBODY;
}
