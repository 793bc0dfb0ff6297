import type { CatalogueGame } from '@tablier/games';

/** Each game with its bots. Only the workers load them: the page has `rules-files.ts`. */
const GAMES = import.meta.glob<CatalogueGame>('../../../games/src/*/index.ts', { import: 'game' });

/** A game with its bots; `undefined` if there is no such game. Rejects if it cannot be loaded. */
export const importBotGame = async (gameId: string): Promise<CatalogueGame | undefined> =>
  GAMES[`../../../games/src/${gameId}/index.ts`]?.();
