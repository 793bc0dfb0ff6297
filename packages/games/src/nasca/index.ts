import { defaultOptions, type Game } from '@tablier/core';
import { drawNasca } from './draw.ts';
import { evaluateNasca, NASCA_PLANS, placementPriority } from './evaluation.ts';
import { dealLandscape, landscapeOf, parseLandscape } from './landscapes.ts';
import { formatPlacement, parseMove } from './notation.ts';
import { NASCA_OPTIONS } from './options.ts';
import { PLACEMENTS } from './placements.ts';
import { HAND_SIZE, NascaPosition } from './position.ts';
import { choicesOf, type NascaView, positionOf, viewOf } from './view.ts';

export { explainPlacement, NASCA_REFUSALS, type NascaExplanation, type NascaRefusal, piecesLeft } from './explain.ts';
export { CONTINENT_LAYOUTS, type NascaDeal, NEUTRAL_LENGTHS } from './landscapes.ts';
export { formatCell, formatPlacement, parsePlacement } from './notation.ts';
export { CONTINENTS, type Continent, type NascaOptions } from './options.ts';
export { COLUMNS, cellsOf, LENGTHS, ROWS } from './placements.ts';
export { type NascaLay, type NascaOwner, type NascaPiece, type NascaView, pieceId } from './view.ts';
export { NascaPosition };

const defaults = defaultOptions(NASCA_OPTIONS);

/** The rules are in `rules.md`, cited by number. */
export const nasca: Game<NascaPosition, NascaView, NascaView> = {
  id: 'nasca',
  name: 'Nasca',
  author: 'Corné van Moorsel',
  year: 1998,
  rulesVersion: 1,
  players: [2],
  options: NASCA_OPTIONS,
  presets: {
    plain: defaults,
    landscape: { ...defaults, landscape: 'random' },
    short: { ...defaults, rounds: 1 },
  },
  seatNames: ['dark', 'light'],
  maxMoves: PLACEMENTS,
  moveSpace: PLACEMENTS,
  maxPlies: ({ options }) => 2 * HAND_SIZE * Number(options['rounds']),
  canDraw: true,

  refusesOptions: () => null,
  takesDeal: ({ landscape }) => landscape === 'custom',
  deal: (options, _players, rng) => dealLandscape(options, rng),
  parseDeal: (options, _players, deal) => parseLandscape(options, deal),
  start: ({ options, deal }) => new NascaPosition(options, landscapeOf(options, deal)),

  formatMove: formatPlacement,
  parseMove,

  hidesInformation: () => false,
  movesShown: () => 'all',
  view: (position) => viewOf(position),
  choices: choicesOf,
  knowledge: (position) => viewOf(position),
  sample: positionOf,

  evaluate: evaluateNasca,
  priority: placementPriority,
  plans: NASCA_PLANS,
  draw: drawNasca,
};
