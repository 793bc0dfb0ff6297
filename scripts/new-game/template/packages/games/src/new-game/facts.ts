import type { DeclaredFacts } from '@tablier/core';

/** What lists show of New Game, without its rules. */
export const facts = {
  id: 'new-game',
  name: 'New Game',
  author: 'Traditional',
  year: 1612,
  rulesVersion: 1,
  players: [2],
} as const satisfies DeclaredFacts;
