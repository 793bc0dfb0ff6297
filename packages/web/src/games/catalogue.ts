import { completeFacts, type DeclaredFacts, type GameFacts } from '@tablier/core';

/** The facts of each game, found by their file names: they are part of the first script, the rules are not. */
const FACTS = import.meta.glob<DeclaredFacts>('../../../games/src/*/facts.ts', { import: 'facts', eager: true });

/** All games, sorted by name, without their rules. */
export const games: readonly GameFacts[] = Object.values(FACTS)
  .map(completeFacts)
  // Without `localeCompare`: loading its tables takes as long as all other scripts of the first page.
  .sort((left, right) => (left.name < right.name ? -1 : 1));

/** The game with this id, without its rules. `undefined` if there is none. */
export const findGame = (id: string): GameFacts | undefined => games.find((game) => game.id === id);
