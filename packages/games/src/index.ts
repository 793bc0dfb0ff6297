import type { Game } from '@tablier/core';
import { isaac } from './isaac/index.ts';
import { nasca } from './nasca/index.ts';

export { isaac, nasca };

/** The catalogue, alphabetical: everything else finds the games through it. */
export const games: readonly Game[] = [isaac, nasca];

/** The game with this id. */
export const findGame = (id: string): Game | undefined => games.find((game) => game.id === id);
