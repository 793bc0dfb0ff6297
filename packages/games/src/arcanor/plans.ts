import type { SearchPlans } from '@tablier/core';

/**
 * A perfect memory hides nothing from a bot, on either table [A4], so all levels search with alpha-beta. A depth more wins nearly every game
 * against a depth less; a million nodes reach five or six plies.
 */
export const PLANS: SearchPlans = {
  beginner: { algorithm: 'alpha-beta', depth: 1, nodes: 500, blunder: 0.3 },
  medium: { algorithm: 'alpha-beta', depth: 2, nodes: 20_000, blunder: 0.05 },
  strong: { algorithm: 'alpha-beta', depth: 8, nodes: 1_000_000 },
};
