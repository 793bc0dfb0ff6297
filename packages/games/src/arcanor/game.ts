import { type AboutGame, defineGame } from '@tablier/core';
import { formatMove, MOVE_SPACE } from './board.ts';
import { type ArcanorOptions, facts } from './facts.ts';
import { peeks, secrets } from './secrets.ts';
import { type ArcanorKnowledge, ArcanorPosition, MAX_MOVES } from './position.ts';
import { type ArcanorView, choicesOf, viewOf } from './view.ts';

export const about: AboutGame = {
  gauges: { complexity: 2, strategy: 3, luck: 1, interaction: 4 },
};

/** Arcanor, by the rules in `rules.md`, without its bots: the page loads no more of a game, and its workers load the bots. */
export const game = defineGame<ArcanorOptions, null, ArcanorPosition, ArcanorView, ArcanorKnowledge>({
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
});
