import { defineGame } from '@tablier/core';
import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { MOVE_SPACE } from './board.ts';
import { advice } from './bot.ts';
import { facts } from './facts.ts';
import { formatMove } from './notation.ts';
import type { ArcanorOptions } from './options.ts';
import { peeks } from './peeks.ts';
import { type ArcanorKnowledge, ArcanorPosition, MAX_MOVES } from './position.ts';
import { secrets } from './secrets.ts';
import { type ArcanorView, choicesOf, viewOf } from './view.ts';

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
export { refusalFrom, refusalTo, type Refusal } from './explain.ts';
export type { ArcanorOptions } from './options.ts';
export type { PeekAnswer } from './peeks.ts';
export { type ArcanorKnowledge, ArcanorPosition, ENDS, type End } from './position.ts';
export { type Piece, piecesOf, SIZES, stackOf } from './stack.ts';
export type { ArcanorCell, ArcanorView } from './view.ts';

/** Arcanor, by the rules in `rules.md`. */
export const arcanor: CatalogueGame<ArcanorPosition, ArcanorView, ArcanorKnowledge> = {
  ...defineGame<ArcanorOptions, null, ArcanorPosition, ArcanorView, ArcanorKnowledge>({
    ...facts,
    maxMoves: MAX_MOVES,
    moveSpace: MOVE_SPACE,
    canDraw: true,
    start: ({ options }) => new ArcanorPosition(options),
    formatMove,
    view: viewOf,
    choices: choicesOf,
    secrets,
    peeks,
  }),
  advice,
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which the page finds the game of this folder. */
export { arcanor as game };
