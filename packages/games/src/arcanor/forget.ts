import { type Rng, shuffle } from '@tablier/core';
import type { ArcanorKnowledge } from './position.ts';
import { type Stack, TOP_OF } from './stack.ts';

/** The resolution of a random number from 0 to 1. */
const RESOLUTION = 1 << 20;

const topOf = (stack: Stack): Stack => TOP_OF[stack] as number;

/**
 * The knowledge of a player who has forgotten what is under a share of the tops of a `memory` table [A4]. The forgotten contents under
 * tops that look the same are exchanged at random, so every piece remains on the board. Earlier positions are forgotten with them
 * [A13].
 */
export function forget(knowledge: ArcanorKnowledge, share: number, rng: Rng): ArcanorKnowledge {
  if (knowledge.options.table === 'open') return knowledge;
  const forgotten = new Map<Stack, number[]>();
  for (const [cell, stack] of knowledge.stacks.entries()) {
    if (stack === 0 || rng.below(RESOLUTION) >= share * RESOLUTION) continue;
    const alike = forgotten.get(topOf(stack));
    if (alike === undefined) forgotten.set(topOf(stack), [cell]);
    else alike.push(cell);
  }
  const stacks = [...knowledge.stacks];
  for (const cells of forgotten.values()) {
    const contents = shuffle(
      cells.map((cell) => knowledge.stacks[cell] as number),
      rng,
    );
    for (const [index, cell] of cells.entries()) stacks[cell] = contents[index] as number;
  }
  const isSame = stacks.every((stack, cell) => stack === knowledge.stacks[cell]);
  return isSame ? knowledge : { ...knowledge, stacks, history: [] };
}
