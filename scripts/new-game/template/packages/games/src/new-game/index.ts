import type { CatalogueGame } from '../shared/catalogue-game.ts';
import { game } from './game.ts';
import type { NewGamePosition, NewGameView } from './position.ts';

export { MAX_TAKEN, type NewGameView, takenBy } from './position.ts';

/** New Game, by the rules in `rules.md`. */
export const newGame: CatalogueGame<NewGamePosition, NewGameView, NewGameView> = {
  ...game,
  // Advice for stronger bots: see `BotAdvice` in ai.
  advice: {},
  text: () => import('./text.ts').then(({ text }) => text),
};

/** The name by which a worker of the page finds the game of this folder. */
export { newGame as game };
