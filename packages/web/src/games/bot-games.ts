import type { CatalogueGame } from '@tablier/games';
import { readGamePackage } from '@tablier/games/added';
import { loadPart } from '../lib/load-part.ts';
import { importAdded } from './added.ts';

/** Each game with its bots. Only the workers load them: the page has `rules-files.ts`. */
const GAMES = import.meta.glob<CatalogueGame>('../../../games/src/*/index.ts', { import: 'game' });

export async function importBotGame(gameId: string): Promise<CatalogueGame | undefined> {
  const load = GAMES[`../../../games/src/${gameId}/index.ts`];
  if (load !== undefined) return loadPart(load);
  // A worker does not know which games the server was given.
  const read = readGamePackage(await importAdded(gameId));
  return read.ok ? read.value : undefined;
}
