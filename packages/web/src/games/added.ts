import type { GamePackage } from '@tablier/games/added';
import type { BoardModule } from '../board/board-module.ts';
import { addedGames } from '../lib/added-games.ts';

export type { GamePackage };

const given = new Map<string, GamePackage>();

/** Adds games that need not be loaded: a server that draws has their files. */
export function giveGames(games: readonly GamePackage[]): void {
  for (const game of games) given.set(game.id, game);
}

export const isAdded = (gameId: string): boolean => given.has(gameId) || addedGames.some(({ id }) => id === gameId);

/** Loads the file of a game that is no part of the page. Rejects if the server cannot be reached, or has none. */
export async function importAdded(gameId: string): Promise<GamePackage> {
  const known = given.get(gameId);
  if (known !== undefined) return known;
  const { game } = (await import(/* @vite-ignore */ `/games/${gameId}.js`)) as { readonly game: GamePackage };
  return game;
}

/** The board of such a game; `false` for any other. */
export async function loadAddedBoard(gameId: string): Promise<BoardModule | false> {
  if (!isAdded(gameId)) return false;
  const [{ plainBoard }, game] = await Promise.all([import('./plain-board.ts'), importAdded(gameId)]);
  return plainBoard(game);
}
