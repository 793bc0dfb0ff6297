import { loadModule } from './boards.ts';
import { loadComponents } from './components.ts';

/**
 * What each game puts on the page, found by the names of its files in `games/<game>/`: no list needs an entry. All of it is fetched
 * when a game is first drawn.
 */
export { boardOf, hasBoard } from './boards.ts';
export { setUpParts, shapeOf } from './components.ts';

/** Fetches all that a game is drawn with, so that `boardOf` has it. Rejected where the server cannot be reached. */
export async function loadBoard(gameId: string): Promise<void> {
  await Promise.all([loadModule(gameId), loadComponents(gameId)]);
}
