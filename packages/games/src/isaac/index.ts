import { defineGame } from '@tablier/core';
import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { facts } from './facts.ts';
import { formatMove } from './notation.ts';
import type { IsaacOptions } from './options.ts';
import { IsaacPosition, MOVE_SPACE } from './position.ts';
import { SLOTS } from './slots.ts';
import { type IsaacView, positionOf, viewOf } from './view.ts';

export { formatSlot } from './notation.ts';
export type { IsaacOptions } from './options.ts';
export { ADVANCE, IsaacPosition, REMOVAL, WINNING_ADVANCE } from './position.ts';
export * from './slots.ts';
export { PHASES, type Phase } from './state.ts';
export * from './view.ts';

/** Isaac, by the rules in `rules.md`. */
export const isaac: CatalogueGame<IsaacPosition, IsaacView, IsaacView> = {
  ...defineGame<IsaacOptions, null, IsaacPosition, IsaacView>({
    ...facts,
    maxMoves: SLOTS,
    moveSpace: MOVE_SPACE,
    start: ({ options }) => new IsaacPosition(options),
    formatMove,
    view: viewOf,
    restore: positionOf,
  }),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which the page finds the game of this folder. */
export { isaac as game };
