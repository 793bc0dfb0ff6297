import type { Move, Position, Seat, View } from '@tablier/core';
import type { MatchState } from '@tablier/match';
import type { SeenTurn } from '../../board/coach.ts';

type Course = Pick<MatchState, 'game' | 'setup' | 'moves'>;

/** The position after a number of moves. */
export function positionAt({ game, setup, moves }: Course, plies: number): Position {
  const position = game.start(setup);
  for (const { move } of moves.slice(0, plies)) position.play(move);
  return position;
}

/** The last turn of a match, as far as it was made, as a seat saw it. `null` before the first move. */
export function lastSeenTurn(state: Course, own: Seat): SeenTurn | null {
  const last = state.moves.at(-1);
  if (last === undefined) return null;
  const first = state.moves.findLastIndex(({ seat, turnIndex }) => seat !== last.seat || turnIndex !== last.turnIndex);
  const position = positionAt(state, first + 1);
  return turnFrom(
    state,
    position,
    state.moves.slice(first + 1).map(({ move }) => move),
    own,
  );
}

/** A turn from a position on, as a seat sees it. Changes the position. */
export function turnFrom(
  { game }: Pick<MatchState, 'game'>,
  position: Position,
  moves: readonly Move[],
  own: Seat,
): SeenTurn {
  const look = (): View => game.view(position, own);
  const before = look();
  for (const move of moves) position.play(move);
  return { before, moves, after: look(), own };
}
