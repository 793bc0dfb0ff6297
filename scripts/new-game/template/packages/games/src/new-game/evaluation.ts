import { NOBODY, type SearchPlans } from '@tablier/core';
import { MOST_TAKEN, type NewGamePosition } from './position.ts';

/** What is left for the side that stands badly: an evaluation is a guess and stays short of certainty. */
const HOPE = 0.1;

/** Who has to play on a multiple of four loses against good play: whatever is taken, the other takes up to four with it. */
export function evaluate({ stones, turn }: NewGamePosition, into: Float64Array): void {
  if (turn === NOBODY) return;
  const own = stones % (MOST_TAKEN + 1) === 0 ? HOPE : 1 - HOPE;
  into[turn] = own;
  into[1 - turn] = 1 - own;
}

/**
 * A search for each level, its budget in nodes: `tablier match new-game --a strong --b beginner` shows what it is worth.
 * Alpha-beta is for two players who see everything; where something is hidden or more play, all levels are `mcts`.
 */
export const PLANS: SearchPlans = {
  beginner: { algorithm: 'mcts', nodes: 50, exploration: 1, blunder: 0.5 },
  medium: { algorithm: 'mcts', nodes: 1_000, exploration: 1, blunder: 0.1 },
  strong: { algorithm: 'alpha-beta', nodes: 100_000, depth: 30 },
};
