import type { Game } from '@tablier/core';
import { arcanor } from './arcanor/index.ts';

export { arcanor };

/** The catalogue, alphabetical: everything else finds the games through it. */
export const games: readonly Game[] = [arcanor];

/** The game with this id. */
export const findGame = (id: string): Game | undefined => games.find((game) => game.id === id);
