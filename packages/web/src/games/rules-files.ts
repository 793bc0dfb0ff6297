import type { Game } from '@tablier/core';

/** The rules of each game, without its bots: a file of its own, loaded when the game is set up, played, learned or reviewed. */
const RULES = import.meta.glob<Game>('../../../games/src/*/game.ts', { import: 'game' });

/** The rules of a game; `undefined` if there is no such game. Rejects if they cannot be loaded. */
export const importRules = async (gameId: string): Promise<Game | undefined> =>
  RULES[`../../../games/src/${gameId}/game.ts`]?.();
