import type { Game } from '@tablier/core';
import { nasca } from './nasca/index.ts';

export * from './nasca/index.ts';

/** The catalogue: every game there is. */
export const games: readonly Game[] = [nasca];

/** The game of an id, as records name it. */
export function findGame(id: string): Game | undefined {
  return games.find((game) => game.id === id);
}
