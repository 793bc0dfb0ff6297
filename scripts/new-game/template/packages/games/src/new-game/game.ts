import { commonView, defineGame, type Game, type Options } from '@tablier/core';
import { facts } from './facts.ts';
import { MAX_TAKEN, NewGamePosition, type NewGameView, takenBy } from './position.ts';

/** New Game, by the rules in `rules.md`, without its bots. `GameRules` in core lists what else can be declared: options, deals, secrets and more. */
export const game: Game<NewGamePosition, NewGameView, NewGameView> = defineGame<
  Options,
  null,
  NewGamePosition,
  NewGameView
>({
  ...facts,
  moveSpace: MAX_TAKEN,
  start: () => new NewGamePosition(),
  formatMove: (move) => String(takenBy(move)),
  view: (position) => ({ ...commonView(position, {}, 2), stones: position.stones }),
  restore: ({ stones, turn, turnIndex }, into = new NewGamePosition()) =>
    Object.assign(into, { stones, turn, turnIndex }),
});
