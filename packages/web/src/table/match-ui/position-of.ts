import { type Game, makeSetup, type Position } from '@tablier/core';
import type { MatchView } from '@tablier/match';

/** The position of a match, as far as nothing in it is hidden; `null` if it cannot be replayed. */
export function positionOf(game: Game, { view, moves }: MatchView): Position | null {
  if (game.isOpen) return game.secrets.sample(view, { below: () => 0 });
  const setup = makeSetup(game, { options: view.options, players: view.players });
  if (!setup.ok) return null;
  const position = game.start(setup.value);
  for (const { text } of moves) {
    const move = game.parseMove(text);
    if (move === null) return null;
    position.play(move);
  }
  return position;
}
