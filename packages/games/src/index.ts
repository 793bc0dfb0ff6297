import type { Game } from '@tablier/core';
import { isaac } from './isaac/index.ts';
import { masker } from './masker/index.ts';

export { isaac, masker };

/** The catalogue, alphabetical: everything else finds the games through it. */
export const games: readonly Game[] = [isaac, masker];

/** The game with this id. */
export const findGame = (id: string): Game | undefined => games.find((game) => game.id === id);
