import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { advice } from './bot.ts';
import { game } from './game.ts';
import type { ArcanorKnowledge, ArcanorPosition } from './position.ts';
import type { ArcanorView } from './view.ts';

export {
  CAPTURE,
  CELLS,
  COLUMNS,
  formatCell,
  goalRowOf,
  kindOf,
  LIBERATE,
  originOf,
  QUIET_LIMIT,
  ROWS,
  rowOf,
  SLIDE,
  targetOf,
  WINNING_POINTS,
} from './board.ts';
export { refusalFrom, refusalTo, type Refusal } from './view.ts';
export type { ArcanorOptions } from './options.ts';
export type { PeekAnswer } from './peeks.ts';
export { type ArcanorKnowledge, ArcanorPosition, ENDS, type End } from './position.ts';
export { type Piece, piecesOf, SIZES, stackOf } from './stack.ts';
export type { ArcanorCell, ArcanorView } from './view.ts';

/** Arcanor, by the rules in `rules.md`. */
export const arcanor: CatalogueGame<ArcanorPosition, ArcanorView, ArcanorKnowledge> = {
  ...game,
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which a worker of the page finds the game of this folder. */
export { arcanor as game };
