import type { FindGame, Game } from '@tablier/core';

export const finderOf =
  <G extends Game>(newest: readonly G[], earlier: readonly G[]): FindGame<G> =>
  (id, rules) =>
    rules === undefined
      ? newest.find((game) => game.id === id)
      : [...newest, ...earlier].find((game) => game.id === id && game.rulesVersion === rules);
