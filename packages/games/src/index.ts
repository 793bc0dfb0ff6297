import { failure, type FindGame, type Result } from '@tablier/core';
import * as catalogue from './catalogue.ts';
import { earlierGames } from './earlier.ts';
import { type AddedGame, readGamePackage } from './added-game.ts';
import { type CatalogueGame, finderOf } from './shared/catalogue-game.ts';

export * from './catalogue.ts';
export { earlierGames } from './earlier.ts';
export { type CellPiece, type Cells, type AddedGame, cellsOf, type GamePackage } from './added-game.ts';
export { finderOf } from './shared/catalogue-game.ts';
export type { CatalogueGame } from './shared/catalogue-game.ts';
export { type GameText, type GameWords, type Ink, plainText, type Span, type TextBoard } from './shared/text.ts';

const found: CatalogueGame[] = Object.values(catalogue);

/** All games, sorted by name. Other packages find a game through this list or `findGame`; the page loads each when it is needed. */
export const games: readonly CatalogueGame[] = found;

/** The game with this id, with its newest rules or those of version `rules`. `undefined` if there is none. */
export const findGame: FindGame<CatalogueGame> = finderOf(games, earlierGames);

/**
 * Adds a game from outside of the catalogue, for this process. To be called before anything makes lists of the games. The error is a sentence
 * that says what is wrong with it.
 */
export function addGame(data: unknown): Result<AddedGame, string> {
  const read = readGamePackage(data);
  if (!read.ok) return read;
  const { id } = read.value;
  if (findGame(id) !== undefined) return failure(`there is already a game with the id "${id}"`);
  found.push(read.value);
  return read;
}
