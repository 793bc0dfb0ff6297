import type { BotGame } from '@tablier/ai';
import type { Position, View } from '@tablier/core';
import type { GameText } from './text.ts';

/** A game of the catalogue: its rules, its advice to bots, and its text for the terminal, which is loaded on demand. */
export interface CatalogueGame<P extends Position = Position, V extends View = View, K = unknown> extends BotGame<
  P,
  V,
  K
> {
  text(): Promise<GameText<V>>;
}
