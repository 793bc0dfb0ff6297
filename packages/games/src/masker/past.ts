import { type Move, type Seat } from '@tablier/core';
import { capturesIn, GIVE, type MaskerPast, MaskerPosition, STOP } from './position.ts';
import { type MaskerView, viewOf } from './view.ts';

/** What a seat with perfect memory knows: its view, and what it saw before. */
export interface MaskerKnowledge extends MaskerView {
  /** `null` or absent if the course of the game is not known: the position was set up. */
  readonly past?: MaskerPast | null;
}

/** The course of the game. A position keeps only captures; a turn that did not end by itself ended with a stop [M8] or a choice [M13]. */
export function pastOf(position: MaskerPosition): MaskerPast | null {
  const { origin, turnIndex, board, trail, firstExit } = position;
  if (origin === null) return null;
  const again = new MaskerPosition(position.options, position.players);
  again.begin({ grid: origin.grid, tokens: '' });
  again.owners = position.owners;
  const moves: Move[] = [];
  const play = (move: Move): void => {
    again.play(move);
    moves.push(move);
  };
  origin.moves.forEach(play);
  for (let turn = again.turnIndex; turn <= turnIndex; turn++) {
    const captures = capturesIn(turn < turnIndex ? (board.trails[turn] as number) : trail);
    for (const { cell } of captures.slice(capturesIn(again.trail).length)) play(cell);
    if (turn === turnIndex || again.turnIndex > turn) continue;
    play(again.gift === null ? STOP : GIVE + (firstExit?.given[again.gift.next] as number));
  }
  return { grid: origin.grid, moves };
}

export const knowledgeOf = (position: MaskerPosition, seat: Seat): MaskerKnowledge => ({
  ...viewOf(position, seat),
  past: pastOf(position),
});
