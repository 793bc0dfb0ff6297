import type { SearchPlans } from '@tablier/core';

/**
 * A perfect memory hides nothing from a bot, on either table [A4], so all levels search with alpha-beta. Two plies more win nearly every game;
 * a million nodes reach five or six plies.
 */
export const PLANS: SearchPlans = {
  beginner: { algorithm: 'alpha-beta', depth: 1, nodes: 500, blunder: 0.35 },
  medium: { algorithm: 'alpha-beta', depth: 3, nodes: 20_000, blunder: 0.05 },
  strong: { algorithm: 'alpha-beta', depth: 8, nodes: 1_000_000 },
};
