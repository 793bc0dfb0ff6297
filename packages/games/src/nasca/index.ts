import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { game } from './game.ts';
import { fields } from './position-notation.ts';
import { withPositions } from '../shared/position-notation.ts';
import type { NascaPosition } from './position.ts';
import type { NascaView } from './view.ts';

export { SEAT_COLOURS } from './board.ts';
export { CONTINENT_LAYOUTS, type NascaDeal, NEUTRAL_LENGTHS } from './deal.ts';
export {
  explainPlacement,
  NASCA_REFUSALS,
  type NascaBoardView,
  type NascaExplanation,
  type NascaOwner,
  type NascaPiece,
  type NascaRefusal,
  type NascaView,
  pieceId,
  piecesLeft,
  positionOf,
  territoryAfter,
  viewOf,
} from './view.ts';
export { cellsOf, COLUMNS, formatCell, formatMove, LENGTHS, parsePlacement, ROWS } from './placements.ts';
export { type Continent, CONTINENTS, type NascaOptions } from './facts.ts';
export { NascaPosition } from './position.ts';

export const nasca: CatalogueGame<NascaPosition, NascaView, NascaView> = {
  ...withPositions(game, fields),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which a worker of the page finds the game of this folder. */
export { nasca as game };
