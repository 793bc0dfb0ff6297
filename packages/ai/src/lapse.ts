import type { Move, Position, Rng } from '@tablier/core';
import { Glance } from './glance.ts';
import type { Task } from './search.ts';

/** The resolution of a random number from 0 to 1. */
export const RESOLUTION = 1 << 20;

/**
 * A mistake as people make them: the player looks at the position after each move, not at the answers. A better-looking move is likelier:
 * a difference of `temperature` in the share of a win makes it e times as likely. A move without any chance to win, such as taking one's
 * own last cross, or one that lets the opponent win at once, is never chosen while there is another.
 */
export function lapse<P extends Position, K, Given extends K>(
  task: Task<P, K, Given>,
  temperature: number,
  rng: Rng,
): Move {
  const glance = new Glance(task, rng);
  const { hopes, moves } = glance;
  const best = Math.max(...hopes);
  const weights = hopes.map((hope) => (hope > 0 ? Math.exp((hope - best) / temperature) : 0));
  for (let left = moves.length; left > 0; left--) {
    const index = drawn(weights, rng);
    if (index === -1) break;
    const move = moves[index] as Move;
    if (!glance.losesInOne(move)) return move;
    weights[index] = 0;
  }
  return glance.bestSafe();
}

/** An index, as likely as its weight; -1 if all weights are 0. */
function drawn(weights: readonly number[], rng: Rng): number {
  let rest = (weights.reduce((sum, weight) => sum + weight, 0) * rng.below(RESOLUTION)) / RESOLUTION;
  for (const [index, weight] of weights.entries()) {
    rest -= weight;
    if (rest < 0) return index;
  }
  return -1;
}

/**
 * The move itself, or the best-looking safe one if the move is not legal, has no chance to win or lets the opponent win at once. A short
 * search may not notice, and a forgetful one may want what is impossible.
 */
export function saneMove<P extends Position, K, Given extends K>(task: Task<P, K, Given>, move: Move, rng: Rng): Move {
  const glance = new Glance(task, rng);
  const isSane = glance.moves.includes(move) && glance.hopeOf(move) > 0 && !glance.losesInOne(move);
  if (isSane) return move;
  const other = glance.bestSafe();
  const isBetter = !glance.moves.includes(move) || (glance.hopeOf(other) > 0 && !glance.losesInOne(other));
  return isBetter ? other : move;
}
