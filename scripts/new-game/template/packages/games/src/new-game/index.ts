import { failure, type Game, type Rng, success } from '@tablier/core';
import { drawView } from './draw.ts';
import { evaluate, PLANS } from './evaluation.ts';
import { formatMove, parseMove } from './notation.ts';
import { OPTIONS, readOptions } from './options.ts';
import { MAX_MOVES, MOVE_SPACE, NewGamePosition, PLAYERS } from './position.ts';
import { choicesOf, knowledgeOf, type NewGameKnowledge, type NewGameView, viewOf } from './view.ts';

export type { NewGameOptions } from './options.ts';
export { MOST_TAKEN, NewGamePosition, takenBy } from './position.ts';
export type { NewGameKnowledge, NewGameView } from './view.ts';

/** New Game, to the rules of `rules.md`. What each line promises stands at `Game` in core. */
export const newGame: Game<NewGamePosition, NewGameView, NewGameKnowledge> = {
  id: 'new-game',
  // The name, the author and the year as on the box.
  name: 'New Game',
  author: 'Traditional',
  year: 1612,
  rulesVersion: 1,
  players: [PLAYERS],
  options: OPTIONS,
  presets: { usual: { heap: 21 }, short: { heap: 15 } },
  seatNames: ['first', 'second'],
  maxMoves: MAX_MOVES,
  moveSpace: MOVE_SPACE,
  maxPlies: ({ options }) => readOptions(options).heap,
  canDraw: false,
  refusesOptions: () => null,
  takesDeal: () => false,
  // A game in which chance or an editor sets the board up returns that as plain data here, and reads it back below.
  deal: () => null,
  parseDeal: (_options, _players, deal) => (deal === null ? success(null) : failure('New Game has no deal')),
  start: ({ options }) => new NewGamePosition(readOptions(options)),
  formatMove,
  parseMove,
  hidesInformation: () => false,
  movesShown: () => 'all',
  view: viewOf,
  choices: choicesOf,
  knowledge: knowledgeOf,
  sample: sampleFrom,
  evaluate,
  plans: PLANS,
  draw: drawView,
};

/** The one world that agrees with the knowledge. Where something is hidden, one of many, every one possible. */
function sampleFrom(knowledge: NewGameKnowledge, _rng: Rng, into?: NewGamePosition): NewGamePosition {
  const position = into ?? new NewGamePosition(knowledge.options);
  position.setState(knowledge);
  return position;
}
