import { loadModule } from './boards.ts';
import { loadComponents } from './components.ts';

/**
 * What each game adds to the page, found by its file names in `games/<game>/`: no list needs an entry. All of it is loaded
 * when a game is first drawn.
 */
export { boardOf, hasBoard, loadedBoard } from './boards.ts';
export { setUpParts } from './components.ts';

/** Loads everything a game is drawn with, so that `boardOf` has it. Rejects if the server cannot be reached. */
export async function loadBoard(gameId: string): Promise<void> {
  await Promise.all([loadModule(gameId), loadComponents(gameId)]);
}
