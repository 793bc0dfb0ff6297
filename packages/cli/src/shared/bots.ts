import { setImmediate as nextTurnOfLoop } from 'node:timers/promises';
import { makeSearch, planOf, SLICE } from '@tablier/ai';
import type { Game, Level, Move, Position, Rng, SearchPlan, Setup } from '@tablier/core';

/** How finely chance decides whether to blunder. */
const GRAIN = 1 << 20;

/** The question to a bot: what the seat to move knows, never the position. The game must not be over. */
export function taskOf(game: Game, setup: Setup, position: Position) {
  return { game, options: setup.options, knowledge: game.knowledge(position, position.turn) };
}

/** Whether a bot of this plan plays at random now. */
export const isBlunder = (plan: SearchPlan, rng: Rng): boolean => rng.below(GRAIN) < (plan.blunder ?? 0) * GRAIN;

/** A bot's move, searched in slices so that the keyboard is heard; `isStopped` ends the search early. */
export async function thinkUp(
  game: Game,
  setup: Setup,
  position: Position,
  { level, rng, isStopped }: { readonly level: Level; readonly rng: Rng; readonly isStopped: () => boolean },
): Promise<Move> {
  const task = taskOf(game, setup, position);
  const plan = planOf(game, level);
  if (isBlunder(plan, rng)) return game.sample(task.knowledge, rng).randomMove(rng);
  const search = makeSearch(task, plan, rng);
  while (!search.step(SLICE) && !isStopped()) await nextTurnOfLoop();
  return search.result().move;
}
