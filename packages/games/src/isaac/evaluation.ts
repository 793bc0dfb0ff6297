import type { Move, SearchPlans } from '@tablier/core';
import type { IsaacPosition } from './position.ts';

export function evaluate(position: IsaacPosition, into: Float64Array): void {
  const share = position.leader() === 0 ? 1 : 0;
  into[0] = share;
  into[1] = 1 - share;
}

export const priority = (_position: IsaacPosition, move: Move): number => move;

export const PLANS: SearchPlans = {
  beginner: { algorithm: 'mcts', nodes: 100, exploration: 1, blunder: 0.3 },
  medium: { algorithm: 'mcts', nodes: 2000, exploration: 1 },
  strong: { algorithm: 'mcts', nodes: 60000, exploration: 1 },
};
