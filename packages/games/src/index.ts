import type { Game } from '@tablier/core';
import { arcanor } from './arcanor/index.ts';
import { isaac } from './isaac/index.ts';
import { masker } from './masker/index.ts';
import { nasca } from './nasca/index.ts';

export { arcanor } from './arcanor/index.ts';
export { isaac } from './isaac/index.ts';
export { masker } from './masker/index.ts';
export { nasca } from './nasca/index.ts';

/** Every game there is, by id. Lobby, server, command line and bots find a game through this list alone. */
export const games: readonly Game[] = [arcanor, isaac, masker, nasca];

/** The game with this id; `undefined` where there is none. */
export const findGame = (id: string): Game | undefined => games.find((game) => game.id === id);
