import type { CatalogueGame } from '@tablier/games';
import { loadPart } from '../lib/load-part.ts';

/** Each game with its bots. Only the workers load them: the page has `rules-files.ts`. */
const GAMES = import.meta.glob<CatalogueGame>('../../../games/src/*/index.ts', { import: 'game' });

export async function importBotGame(gameId: string): Promise<CatalogueGame | undefined> {
  const load = GAMES[`../../../games/src/${gameId}/index.ts`];
  return load === undefined ? undefined : loadPart(load);
}
