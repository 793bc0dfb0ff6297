import type { Game, Move, Setup } from '@tablier/core';
import { NOBODY } from '@tablier/core';
import { deal, type MaskerDeal, parseDeal, stacksOf } from './deal.ts';
import { draw, SEAT_NAMES } from './draw.ts';
import { evaluate, PLANS, priority } from './evaluation.ts';
import { formatMove, isCapture, parseMove } from './notation.ts';
import { type MaskerOptions, OPTIONS, readOptions, seatsOf, sideOf } from './options.ts';
import { MaskerPosition, MOVE_SPACE } from './position.ts';
import { sample } from './sample.ts';
import {
  CELLS,
  COLOUR_CROSSES,
  COLOUR_LETTERS,
  COLOURS,
  type ColourLetter,
  cellsOf,
  LETTERS,
  WHITE,
  WHITE_CROSSES,
} from './tables.ts';
import { choices, type MaskerView, view } from './view.ts';

export { formatCell, giftOf, isCapture } from './notation.ts';
export { type MaskerOptions, seatsOf, sideCount, sideOf } from './options.ts';
export type { MaskerPosition } from './position.ts';
export { possibleColours } from './sample.ts';
export { COLOUR_LETTERS, type ColourLetter } from './tables.ts';
export { GIVE, STOP, TURN_CAPTURES } from './position.ts';
export { type CapturePreview, previewCapture, stackAt } from './preview.ts';
export type { CaptureView, EliminationView, GiftView, MaskerView, SeatView, StackView } from './view.ts';

/**
 * The last cross of a colour: either its owner is announced, or all learn that nobody has it [M12]. The end of the game, where
 * every token is shown, comes with such a capture too.
 */
function reveals({ stacks, left }: MaskerPosition, move: Move): boolean {
  const cross = isCapture(move) ? (stacks[move] ?? 0) & 7 : WHITE;
  return cross !== WHITE && left[cross] === 1;
}

/** The colour of every side, in seat order: for those who may see the whole deal. */
export function tokensOf({ options, players, deal }: Setup): ColourLetter[] {
  const parsed = parseDeal(readOptions(options), players, deal);
  const tokens: readonly string[] = parsed.ok ? parsed.value.tokens.split('') : [];
  return COLOUR_LETTERS.filter((letter) => tokens.includes(letter)).sort(
    (one, other) => tokens.indexOf(one) - tokens.indexOf(other),
  );
}

/** At most 35 captures, a stop after each but the last, and one choice of [M13]. */
const MAX_PLIES = 35 + 34 + 1;

/** Setups never change, and a match starts from its own again and again. */
const DEALS = new WeakMap<Setup, MaskerDeal>();

function dealOf(setup: Setup, options: MaskerOptions): MaskerDeal {
  const known = DEALS.get(setup);
  if (known !== undefined) return known;
  const parsed = parseDeal(options, setup.players, setup.deal);
  if (!parsed.ok) throw new Error(parsed.error);
  DEALS.set(setup, parsed.value);
  return parsed.value;
}

function start(setup: Setup): MaskerPosition {
  const options = readOptions(setup.options);
  const { grid, tokens } = dealOf(setup, options);
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
  takesDeal: () => false,
  deal: (options, players, rng) => deal(readOptions(options), players, rng),
  parseDeal: (options, players, data) => parseDeal(readOptions(options), players, data),
  start,
  formatMove,
  parseMove,
  hidesInformation: () => true,
  movesShown: () => 'all',
  partners: (players, seat) => seatsOf(players, sideOf(players, seat)),
  view,
  choices,
  /** Nothing shown is ever covered again: a perfect memory knows no more than the table shows. */
  knowledge: view,
  sample,
  reveals,
  evaluate,
  priority,
  plans: PLANS,
  draw,
};
