import type { Game } from '@tablier/core';
import { arcanor } from './arcanor/index.ts';
import { isaac } from './isaac/index.ts';

export { arcanor, isaac };

/** The catalogue, alphabetical: everything else finds the games through it. */
export const games: readonly Game[] = [arcanor, isaac];

/** The game with this id. */
export const findGame = (id: string): Game | undefined => games.find((game) => game.id === id);
