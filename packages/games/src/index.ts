import type { FindGame } from '@tablier/core';
import * as catalogue from './catalogue.ts';
import { earlierGames } from './earlier.ts';
import { type CatalogueGame, finderOf } from './shared/catalogue-game.ts';

export * from './catalogue.ts';
export { earlierGames } from './earlier.ts';
export { finderOf } from './shared/catalogue-game.ts';
export type { CatalogueGame } from './shared/catalogue-game.ts';
export { type GameText, type GameWords, type Ink, plainText, type Span, type TextBoard } from './shared/text.ts';

/** All games, sorted by name. Other packages find a game through this list or `findGame`; the page loads each when it is needed. */
export const games: readonly CatalogueGame[] = Object.values(catalogue);

/** The game with this id, with its newest rules or those of version `rules`. `undefined` if there is none. */
export const findGame: FindGame<CatalogueGame> = finderOf(games, earlierGames);
