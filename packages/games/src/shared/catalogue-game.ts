import type { BotGame } from '@tablier/ai';
import type { FindGame, Game, Position, View } from '@tablier/core';
import type { GameText } from './text.ts';

/** A game of the catalogue: its rules, its advice to bots, and its text for the terminal, which is loaded on demand. */
export interface CatalogueGame<P extends Position = Position, V extends View = View, K = unknown> extends BotGame<
  P,
  V,
  K
> {
  text(): Promise<GameText<V>>;
}

export const finderOf =
  <G extends Game>(newest: readonly G[], earlier: readonly G[]): FindGame<G> =>
  (id, rules) =>
    rules === undefined
      ? newest.find((game) => game.id === id)
      : [...newest, ...earlier].find((game) => game.id === id && game.rulesVersion === rules);
