import type { SearchPlans } from '@tablier/core';

/** A perfect memory hides nothing from a bot, on either table [A4], so all levels search with alpha-beta. */
export const PLANS: SearchPlans = {
  beginner: { algorithm: 'alpha-beta', depth: 1, nodes: 500, blunder: 0.3 },
  medium: { algorithm: 'alpha-beta', depth: 2, nodes: 10_000, blunder: 0.05 },
  strong: { algorithm: 'alpha-beta', depth: 6, nodes: 400_000 },
};
