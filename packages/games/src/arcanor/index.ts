import { failure, type Game, type Rng, success } from '@tablier/core';
import { MOVE_SPACE } from './board.ts';
import { drawView } from './draw.ts';
import { evaluate, priority } from './evaluation.ts';
import { formatMove, parseMove } from './notation.ts';
import { listPeeks, lookUnder, peekOfTry } from './peeks.ts';
import { OPTIONS, readOptions } from './options.ts';
import { PLANS } from './plans.ts';
import { type ArcanorKnowledge, ArcanorPosition, MAX_MOVES } from './position.ts';
import { revealsContents } from './reveals.ts';
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

/**
 * Every position is told by the cells of its pieces, three of each of the eight kinds, and no cell holds two pieces of one kind; each with either seat
 * to move comes at most twice before the third time ends the game [A13]. Captures can be undone [A6], so nothing much smaller is certain.
 */
const MAX_PLIES: number = 2 * 2 * ((56 * 55 * 54) / 6) ** 8;

/** Arcanor, to the rules of `rules.md`. */
export const arcanor: Game<ArcanorPosition, ArcanorView, ArcanorKnowledge> = {
  id: 'arcanor',
  name: 'Arcanor',
  author: 'Michaël Aguilar',
  year: 1994,
  rulesVersion: 1,
  players: [2],
  options: OPTIONS,
  presets: { memory: { table: 'memory' }, open: { table: 'open' } },
  seatNames: ['light', 'dark'],
  maxMoves: MAX_MOVES,
  moveSpace: MOVE_SPACE,
  maxPlies: () => MAX_PLIES,
  canDraw: true,
  refusesOptions: () => null,
  takesDeal: () => false,
  deal: () => null,
  parseDeal: (_options, _players, deal) => (deal === null ? success(null) : failure('Arcanor has no deal')),
  start: ({ options }) => new ArcanorPosition(readOptions(options)),
  formatMove,
  parseMove,
  // Whoever remembers every move knows everything [A4].
  hidesInformation: () => false,
  movesShown: (options) => (options['table'] === 'open' ? 'all' : 'last'),
  view: viewOf,
  choices: choicesOf,
  knowledge: (position) => position.toData(),
  sample: sampleFrom,
  reveals: revealsContents,
  peeks: { list: listPeeks, look: lookUnder, ofTry: peekOfTry },
  evaluate,
  priority,
  plans: PLANS,
  draw: drawView,
};

/** The one world that agrees with a perfect memory. */
function sampleFrom(knowledge: ArcanorKnowledge, _rng: Rng, into?: ArcanorPosition): ArcanorPosition {
  const position = into ?? new ArcanorPosition(knowledge.options);
  position.setData(knowledge);
  return position;
}
