import { type AboutGame, defineGame } from '@tablier/core';
import { facts, type IsaacOptions } from './facts.ts';
import { formatMove, IsaacPosition, MOVE_SPACE } from './position.ts';
import { SLOTS } from './slots.ts';
import { type IsaacView, positionOf, viewOf } from './view.ts';

export const about: AboutGame = {
  illustrator: 'Néstor Romeral Andrés',
  publisher: 'nestorgames',
  gauges: { complexity: 2, strategy: 2, luck: 0, interaction: 0 },
};

/** Isaac, by the rules in `rules.md`, without its bots: the page loads no more of a game, and its workers load the bots. */
export const game = defineGame<IsaacOptions, null, IsaacPosition, IsaacView>({
  ...facts,
  maxMoves: SLOTS,
  moveSpace: MOVE_SPACE,
  start: ({ options }) => new IsaacPosition(options),
  formatMove,
  view: viewOf,
  restore: positionOf,
});
