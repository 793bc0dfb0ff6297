import type { Game, Level, Move, Position, Rng, SearchPlan } from '@tablier/core';
import { chooseMove } from './choose.ts';
import type { Task } from './search.ts';

/** How finely chance decides whether to blunder. */
const GRAIN = 1 << 20;

/** The plan that a game declares for a level. */
export const planOf = (game: Game, level: Level): SearchPlan => game.plans[level];

/** The move of a bot of this level, its blunders included. */
export function botMove<P extends Position, K, Given extends K>(task: Task<P, K, Given>, level: Level, rng: Rng): Move {
  const { game, knowledge } = task;
  const plan = game.plans[level];
  if (rng.below(GRAIN) < (plan.blunder ?? 0) * GRAIN) return game.sample(knowledge, rng).randomMove(rng);
  return chooseMove(task, plan, rng).move;
}
