import { type CatalogueGame, findGame, games } from '@tablier/games';
import { UsageError } from './errors.ts';

/** The game of that id. */
export function gameNamed(id: string): CatalogueGame {
  const game = findGame(id);
  if (game !== undefined) return game;
  throw new UsageError(`unknown-game (${id}); there are: ${gameIds().join(', ')}`);
}

/** The ids of the catalogue, in its order. */
export const gameIds = (): string[] => games.map((game) => game.id);
