import { loadModule } from './boards.ts';
import { loadComponents } from './components.ts';

/**
 * What each game puts on the page, found by the names of its files in `games/<game>/`: no list needs an entry. The first page carries the
 * emblems alone; everything else is fetched when a game is set up, played or looked back at.
 */
export { boardOf, hasBoard, loadedBoard } from './boards.ts';
export { setUpParts } from './components.ts';

/** Fetches all that a game is drawn with, so that `boardOf` has it. Rejected where the server cannot be reached. */
export async function loadBoard(gameId: string): Promise<void> {
  await Promise.all([loadModule(gameId), loadComponents(gameId)]);
}
