import { type AboutGame, defineGame } from '@tablier/core';
import { deals, landscapeOf, type NascaDeal } from './deal.ts';
import { facts, type NascaOptions } from './facts.ts';
import { formatMove, mirrors, PLACEMENTS } from './placements.ts';
import { NascaPosition } from './position.ts';
import { type NascaView, positionOf, viewOf } from './view.ts';

export const about: AboutGame = {
  gauges: { complexity: 2, strategy: 4, luck: 0, interaction: 3 },
};

/** Nasca, by the rules in `rules.md`, without its bots: the page loads no more of a game, and its workers load the bots. */
export const game = defineGame<NascaOptions, NascaDeal | null, NascaPosition, NascaView>({
  ...facts,
  moveSpace: PLACEMENTS,
  canDraw: true,
  start: ({ options, deal }) => new NascaPosition(options, landscapeOf(options, deal)),
  formatMove,
  // The layouts of the continents have no symmetry [N9].
  mirrors: (move, { landscape }) => (landscape === 'none' ? mirrors(move) : [move]),
  view: viewOf,
  restore: positionOf,
  deals,
});
