import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { game } from './game.ts';
import { fields } from './position-notation.ts';
import { withPositions } from '../shared/position-notation.ts';
import type { MaskerKnowledge } from './secrets.ts';
import type { MaskerPosition } from './position.ts';
import type { MaskerView } from './view.ts';

export { type MaskerDeal, tokensOf } from './deal.ts';
export {
  type CapturePreview,
  type CaptureView,
  type EliminationView,
  formatCell,
  giftOf,
  isCapture,
  type MaskerView,
  previewCapture,
  type SeatView,
  stackAt,
  type StackView,
} from './view.ts';
export type { MaskerOptions } from './facts.ts';
export { COLOUR_LETTERS, type ColourLetter, seatsOf, sideCount, sideOf } from './board.ts';
export { type Gift as GiftView, GIVE, type MaskerPosition, STOP, TURN_CAPTURES } from './position.ts';
export { possibleColours } from './secrets.ts';

export const masker: CatalogueGame<MaskerPosition, MaskerView, MaskerKnowledge> = {
  ...withPositions(game, fields),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which a worker of the page finds the game of this folder. */
export { masker as game };
