import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { game } from './game.ts';
import { fields } from './position-notation.ts';
import { withPositions } from '../shared/position-notation.ts';
import type { NascaPosition } from './position.ts';
import type { NascaView } from './view.ts';

export * from './placements.ts';
export * from './position.ts';
export * from './view.ts';
export { SEAT_COLOURS } from './board.ts';
export { CONTINENT_LAYOUTS, type NascaDeal, NEUTRAL_LENGTHS } from './deal.ts';
export { type Continent, CONTINENTS, type NascaOptions } from './facts.ts';

export const nasca: CatalogueGame<NascaPosition, NascaView, NascaView> = {
  ...withPositions(game, fields),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which a worker of the page finds the game of this folder. */
export { nasca as game };
