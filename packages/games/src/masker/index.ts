import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { game } from './game.ts';
import { fields } from './position-notation.ts';
import { withPositions } from '../shared/position-notation.ts';
import type { MaskerKnowledge } from './secrets.ts';
import type { MaskerPosition } from './position.ts';
import type { MaskerView } from './view.ts';

export * from './board.ts';
export * from './position.ts';
export * from './view.ts';
export { type MaskerDeal, tokensOf } from './deal.ts';
export type { MaskerOptions } from './facts.ts';
export { possibleColours } from './secrets.ts';

export const masker: CatalogueGame<MaskerPosition, MaskerView, MaskerKnowledge> = {
  ...withPositions(game, fields),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which a worker of the page finds the game of this folder. */
export { masker as game };
