import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { game } from './game.ts';
import { fields } from './position-notation.ts';
import { withPositions } from '../shared/position-notation.ts';
import type { IsaacPosition } from './position.ts';
import type { IsaacView } from './view.ts';

export * from './position.ts';
export * from './slots.ts';
export * from './view.ts';
export type { IsaacOptions } from './facts.ts';
export { type Phase, PHASES } from './board.ts';

export const isaac: CatalogueGame<IsaacPosition, IsaacView, IsaacView> = {
  ...withPositions(game, fields),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which a worker of the page finds the game of this folder. */
export { isaac as game };
