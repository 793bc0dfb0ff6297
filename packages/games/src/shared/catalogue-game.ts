import type { BotGame } from '@tablier/ai';
import type { Position, View } from '@tablier/core';
import type { GameText } from './text.ts';

/** A game with all that the catalogue promises: rules, advice to bots, and its text for the terminal, fetched when it is needed. */
export interface CatalogueGame<P extends Position = Position, V extends View = View, K = unknown> extends BotGame<
  P,
  V,
  K
> {
  text(): Promise<GameText<V>>;
}
