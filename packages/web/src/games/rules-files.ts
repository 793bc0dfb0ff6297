import type { CatalogueGame } from '@tablier/games';

/** The rules of each game: a file of its own, loaded when the game is set up, played, learned or reviewed. */
const RULES = import.meta.glob<CatalogueGame>('../../../games/src/*/index.ts', { import: 'game' });

/** The rules of a game; `undefined` if there is no such game. Rejects if they cannot be loaded. */
export const importRules = async (gameId: string): Promise<CatalogueGame | undefined> =>
  RULES[`../../../games/src/${gameId}/index.ts`]?.();
