import { type AboutGame, defineGame } from '@tablier/core';
import { deals, type MaskerDeal } from './deal.ts';
import { facts, type MaskerOptions } from './facts.ts';
import { CELLS, seatsOf, sideOf } from './board.ts';
import { choicesOf, formatMove, type MaskerView, viewOf, withoutCrosses } from './view.ts';
import { type MaskerKnowledge, secrets } from './secrets.ts';
import { type MaskerPosition, MOVE_SPACE, startOf } from './position.ts';

export const about: AboutGame = {
  publisher: 'Ludarden',
  gauges: { complexity: 2, strategy: 3, luck: 1, interaction: 4 },
};

/** Masker, by the rules in `rules.md`, without its bots: the page loads no more of a game, and its workers load the bots. */
export const game = defineGame<MaskerOptions, MaskerDeal, MaskerPosition, MaskerView, MaskerKnowledge>({
  ...facts,
  maxMoves: CELLS,
  moveSpace: MOVE_SPACE,
  start: startOf,
  formatMove,
  view: viewOf,
  puzzleView: withoutCrosses,
  choices: choicesOf,
  deals,
  secrets,
  partners: (players, seat) => seatsOf(players, sideOf(players, seat)),
});
