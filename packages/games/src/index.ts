import type { FindGame, Game } from '@tablier/core';
import * as catalogue from './catalogue.ts';
import type { CatalogueGame } from './shared/catalogue-game.ts';

export * from './catalogue.ts';
export type { CatalogueGame } from './shared/catalogue-game.ts';
export { type GameText, type GameWords, type Ink, plainText, type Span, type TextBoard } from './shared/text.ts';

/** All games, sorted by name. Other packages find a game through this list or `findGame`. */
export const games: readonly CatalogueGame[] = Object.values(catalogue);

/**
 * Earlier versions of the rules. Games begun with one of them are finished with it, and their records can be replayed.
 * A change that raises `rulesVersion` moves the earlier version here.
 */
export const earlierGames: readonly CatalogueGame[] = [];

/** A `findGame` for any catalogue. */
export const finderOf =
  <G extends Game>(newest: readonly G[], earlier: readonly G[]): FindGame<G> =>
  (id, rules) =>
    rules === undefined
      ? newest.find((game) => game.id === id)
      : [...newest, ...earlier].find((game) => game.id === id && game.rulesVersion === rules);

/** The game with this id, with its newest rules or those of version `rules`. `undefined` if there is none. */
export const findGame: FindGame<CatalogueGame> = finderOf(games, earlierGames);
