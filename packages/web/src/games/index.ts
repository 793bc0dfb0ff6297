import { boardOf, loadModule } from './boards.ts';
import { loadComponents } from './components.ts';
import { findRules, loadRules } from './rules.svelte.ts';

/**
 * What each game adds to the page, found by its file names in `games/<game>/`: no list needs an entry. All of it is loaded
 * when a game is first drawn.
 */
export { hasBoard, loadedBoard } from './boards.ts';
export { boardOf };
export { setUpParts } from './components.ts';

/** Whether a game has been loaded with `loadBoard`. */
export const isLoaded = (gameId: string): boolean => boardOf(gameId) !== undefined && findRules(gameId) !== undefined;

/** Loads the rules of a game and everything it is drawn with, so that `findRules` and `boardOf` have it. `rules` is the version, if
 * it may be an earlier one. Rejects if the server cannot be reached. */
export async function loadBoard(gameId: string, rules?: number): Promise<void> {
  await Promise.all([loadModule(gameId), loadComponents(gameId), loadRules(gameId, rules)]);
}
