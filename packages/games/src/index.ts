import type { FindGame, Game } from '@tablier/core';
import * as catalogue from './catalogue.ts';
import type { CatalogueGame } from './shared/catalogue-game.ts';

export * from './catalogue.ts';
export type { CatalogueGame } from './shared/catalogue-game.ts';
export { type GameText, type GameWords, type Ink, plainText, type Span, type TextBoard } from './shared/text.ts';

/** Every game there is, sorted by name. Lobby, server, command line and bots find a game through this list alone. */
export const games: readonly CatalogueGame[] = Object.values(catalogue);

/**
 * Earlier versions of the rules that can still be played: what was begun by them is finished by them, and their records can be replayed.
 * A change of rules that raises `rulesVersion` moves the earlier version here.
 */
export const earlierGames: readonly CatalogueGame[] = [];

/** How `findGame` works over any catalogue. */
export const finderOf =
  <G extends Game>(newest: readonly G[], earlier: readonly G[]): FindGame<G> =>
  (id, rules) =>
    rules === undefined
      ? newest.find((game) => game.id === id)
      : [...newest, ...earlier].find((game) => game.id === id && game.rulesVersion === rules);

/** The game with this id, by its newest rules or by the version `rules`; `undefined` where there is none. */
export const findGame: FindGame<CatalogueGame> = finderOf(games, earlierGames);
