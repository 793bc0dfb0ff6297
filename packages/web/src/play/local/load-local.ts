import { loadEveryGame } from '../../games/rules.svelte.ts';
import { whenIdle } from '../../lib/load-part.ts';
import { gameList } from './game-list.svelte.ts';
import type { LocalPlay } from './local-play.svelte.ts';

/** Loads what `LocalPlay` needs before its script runs: to identify an unreadable game it needs the rules of all games. */
export const prepareLocal = async (): Promise<void> => (gameList.needsReading ? loadEveryGame() : undefined);

/** Loads the local games. Rejects if the server cannot be reached. */
export async function loadLocal(): Promise<LocalPlay> {
  await prepareLocal();
  return (await import('./local-play.svelte.ts')).local;
}

/** Loads what a local game needs besides its rules and board, once the browser has nothing else to do. A failure is reported when a game starts. */
export async function preloadLocal(): Promise<void> {
  await whenIdle();
  await Promise.all([loadLocal(), import('./LocalPage.svelte')]).catch(() => undefined);
}
