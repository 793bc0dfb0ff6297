import type { BotAdvice, BotLevels } from '@tablier/ai';
import { insight } from './insight.ts';
import type { ArcanorKnowledge, ArcanorPosition } from './position.ts';
import { SearchBoard } from './search/board.ts';
import { type Rng, shuffle } from '@tablier/core';
import { type Stack, TOP_OF } from './stack.ts';

const searchPosition = (position: ArcanorPosition): SearchBoard => new SearchBoard(position);

/** The share of a win that each side can expect, from 0 to 1. */
function evaluate(position: ArcanorPosition, into: Float64Array): void {
  const board = searchPosition(position);
  const own = board.shareOf(board.evaluate());
  into[position.turn] = own;
  into[1 - position.turn] = 1 - own;
}

/** A perfect memory knows everything on both tables [A4], so all levels search ahead; the weaker ones forget, and see less far. */
const levels: BotLevels = {
  1: { depth: 1, nodes: 1_000, lapses: 0.4, temperature: 0.02, forgets: 0.2 },
  2: { depth: 3, nodes: 4_000, lapses: 0.18, temperature: 0.03, forgets: 0.1 },
  3: { depth: 4, nodes: 6_000, lapses: 0.1, temperature: 0.03, forgets: 0.05 },
  4: { depth: 6, nodes: 8_000, lapses: 0.045, temperature: 0.03, forgets: 0.02 },
  5: { depth: 40, nodes: 20_000, lapses: 0.012, temperature: 0.03 },
  6: { depth: 40, nodes: 65_000, lapses: 0.004, temperature: 0.03 },
  7: { depth: 40, nodes: 200_000 },
  8: { depth: 40, nodes: 1_000_000 },
};

export const advice = { evaluate, searchPosition, forget, insight, levels } satisfies BotAdvice<
  ArcanorPosition,
  ArcanorKnowledge
>;

/** The resolution of a random number from 0 to 1. */
const RESOLUTION = 1 << 20;

const topOf = (stack: Stack): Stack => TOP_OF[stack] as number;

/** The knowledge without a share of what is under tops [A4]: contents under tops that look alike are exchanged at random. */
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
