import type { Game, Position, Rng, SearchPlan, Setup } from '@tablier/core';

/** How finely chance decides whether to blunder. */
const GRAIN = 1 << 20;

/** The question to a bot: what the seat to move knows, never the position. The game must not be over. */
export function taskOf(game: Game, setup: Setup, position: Position) {
  return { game, options: setup.options, knowledge: game.knowledge(position, position.turn) };
}

/** Whether a bot of this plan plays at random now. */
export const isBlunder = (plan: SearchPlan, rng: Rng): boolean => rng.below(GRAIN) < (plan.blunder ?? 0) * GRAIN;
