import { type Game, success, failure } from '@tablier/core';
import { evaluate, PLANS, priority } from './evaluation.ts';
import { draw } from './draw.ts';
import { formatMove, parseMove } from './notation.ts';
import { ISAAC_OPTIONS, ISAAC_PRESETS, type IsaacOptions } from './options.ts';
import { IsaacPosition, MOVE_SPACE } from './position.ts';
import { SLOTS } from './slots.ts';
import { choices, type IsaacView, sample, viewOf } from './view.ts';

export * from './notation.ts';
export * from './options.ts';
export * from './position.ts';
export * from './slots.ts';
export { type IsaacState, PHASES, type Phase } from './state.ts';
export * from './view.ts';

const PIECES = 30;

/** Isaac, to the rules of `rules.md`. */
export const isaac: Game<IsaacPosition, IsaacView, IsaacView> = {
  id: 'isaac',
  name: 'Isaac',
  author: 'Emiliano “Wentu” Venturini',
  year: 2011,
  rulesVersion: 1,
  players: [2],
  options: ISAAC_OPTIONS,
  presets: ISAAC_PRESETS,
  seatNames: ['dark', 'light'],
  maxMoves: SLOTS,
  moveSpace: MOVE_SPACE,
  // Every piece is placed once and removed once; with `upTo` an advance follows every removal.
  maxPlies: ({ options }) => (options['counter'] === 'upTo' ? 3 : 2) * PIECES,
  canDraw: false,
  refusesOptions: () => null,
  takesDeal: () => false,
  deal: () => null,
  parseDeal: (_options, _players, deal) => (deal === null ? success(null) : failure('Isaac has no deal')),
  start: ({ options }) => new IsaacPosition(options as IsaacOptions),
  formatMove,
  parseMove,
  hidesInformation: () => false,
  movesShown: () => 'all',
  view: viewOf,
  choices,
  knowledge: viewOf,
  sample,
  evaluate,
  priority,
  plans: PLANS,
  draw,
};
