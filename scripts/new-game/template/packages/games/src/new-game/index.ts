import { commonView, defineGame, type Options } from '@tablier/core';
import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { facts } from './facts.ts';
import { MAX_TAKEN, NewGamePosition, type NewGameView, takenBy } from './position.ts';

export { MAX_TAKEN, type NewGameView, takenBy } from './position.ts';

/** New Game, by the rules in `rules.md`. `GameRules` in core lists what else can be declared: options, deals, secrets and more. */
export const newGame: CatalogueGame<NewGamePosition, NewGameView, NewGameView> = {
  ...defineGame<Options, null, NewGamePosition, NewGameView>({
    ...facts,
    moveSpace: MAX_TAKEN,
    start: () => new NewGamePosition(),
    formatMove: (move) => String(takenBy(move)),
    view: (position) => ({ ...commonView(position, {}, 2), stones: position.stones }),
    restore: ({ stones, turn, turnIndex }, into = new NewGamePosition()) =>
      Object.assign(into, { stones, turn, turnIndex }),
  }),
  // Advice for stronger bots: see `BotAdvice` in ai.
  advice: {},
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which the page finds the game of this folder. */
export { newGame as game };
