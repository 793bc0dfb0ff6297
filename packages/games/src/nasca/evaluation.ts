import { NOBODY, type SearchPlans } from '@tablier/core';
import type { NascaPosition } from './position.ts';

/** The share of a win that each seat can expect. */
export function evaluateNasca(position: NascaPosition, into: Float64Array): void {
  const { scores } = position.outcome();
  const lead = (scores[0] as number) - (scores[1] as number);
  const share = position.turn === NOBODY ? (Math.sign(lead) + 1) / 2 : 1 / (1 + Math.exp(-lead / 8));
  into[0] = share;
  into[1] = 1 - share;
}

export const NASCA_PLANS: SearchPlans = {
  beginner: { algorithm: 'mcts', nodes: 100, exploration: 1, blunder: 0.3 },
  medium: { algorithm: 'mcts', nodes: 2000, exploration: 1 },
  strong: { algorithm: 'mcts', nodes: 50000, exploration: 1 },
};
