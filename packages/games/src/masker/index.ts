import type { Game, Setup } from '@tablier/core';
import { NOBODY } from '@tablier/core';
import { deal, parseDeal, stacksOf } from './deal.ts';
import { draw, SEAT_NAMES } from './draw.ts';
import { evaluate, PLANS, priority } from './evaluation.ts';
import { formatMove, parseMove } from './notation.ts';
import { OPTIONS, readOptions } from './options.ts';
import { MaskerPosition, MOVE_SPACE } from './position.ts';
import { sample } from './sample.ts';
import { CELLS, COLOUR_CROSSES, COLOURS, cellsOf, LETTERS, WHITE, WHITE_CROSSES } from './tables.ts';
import { choices, type MaskerView, view } from './view.ts';

export { formatCell, giftOf, isCapture } from './notation.ts';
export type { MaskerOptions } from './options.ts';
export type { MaskerPosition } from './position.ts';
export { possibleColours } from './sample.ts';
export type { ColourLetter } from './tables.ts';
export type { EliminationView, GiftView, MaskerView, SeatView, StackView } from './view.ts';

/** At most 35 captures, a stop after each but the last, and one choice of [M13]. */
const MAX_PLIES = 35 + 34 + 1;

function start(setup: Setup): MaskerPosition {
  const options = readOptions(setup.options);
  const parsed = parseDeal(options, setup.players, setup.deal);
  if (!parsed.ok) throw new Error(parsed.error);
  const { grid, tokens } = parsed.value;
  const position = new MaskerPosition(options, setup.players);
  const stacks = stacksOf(options, grid);
  for (const [index, cell] of cellsOf(options.board).entries()) position.putStack(cell, stacks[index] ?? '');
  position.left.fill(COLOUR_CROSSES, 1, COLOURS + 1);
  position.left[WHITE] = WHITE_CROSSES;
  position.owners.fill(NOBODY);
  for (const [side, letter] of tokens.split('').entries()) position.owners[LETTERS.indexOf(letter)] = side;
  position.findTargets(false);
  return position;
}

export const masker: Game<MaskerPosition, MaskerView, MaskerView> = {
  id: 'masker',
  name: 'Masker',
  author: 'Philippe Proux',
  year: 2018,
  rulesVersion: 1,
  players: [2, 3, 4],
  options: OPTIONS,
  presets: {
    flat: { touch: 'side', board: 'flat' },
    tower: { touch: 'side', board: 'tower' },
  },
  seatNames: SEAT_NAMES,
  maxMoves: CELLS,
  moveSpace: MOVE_SPACE,
  maxPlies: () => MAX_PLIES,
  canDraw: false,
  refusesOptions: () => null,
  deal: (options, players, rng) => deal(readOptions(options), players, rng),
  parseDeal: (options, players, data) => parseDeal(readOptions(options), players, data),
  start,
  formatMove,
  parseMove,
  hidesInformation: () => true,
  movesShown: () => 'all',
  view,
  choices,
  /** Nothing shown is ever covered again: a perfect memory knows no more than the table shows. */
  knowledge: view,
  sample,
  evaluate,
  priority,
  plans: PLANS,
  draw,
};
