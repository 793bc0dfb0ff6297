import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { game } from './game.ts';
import { fields } from './position-notation.ts';
import { withPositions } from '../shared/position-notation.ts';
import type { ArcanorKnowledge, ArcanorPosition } from './position.ts';
import type { ArcanorView } from './view.ts';

export * from './board.ts';
export * from './layout.ts';
export * from './position.ts';
export * from './view.ts';
export type { ArcanorOptions } from './facts.ts';
export type { PeekAnswer } from './secrets.ts';

export const arcanor: CatalogueGame<ArcanorPosition, ArcanorView, ArcanorKnowledge> = {
  ...withPositions(game, fields),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which a worker of the page finds the game of this folder. */
export { arcanor as game };
