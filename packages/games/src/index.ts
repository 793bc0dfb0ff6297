import type { Game } from '@tablier/core';
import { masker } from './masker/index.ts';

/** The catalogue. */
export const games: readonly Game[] = [masker];

export const findGame = (id: string): Game | undefined => games.find((game) => game.id === id);
