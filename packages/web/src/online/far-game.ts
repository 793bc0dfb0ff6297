import type { Seat } from '@tablier/core';
import type { MatchView } from '@tablier/match';

/** How many moves are left when `you` goes back before the last turn of one's own; `null` where that cannot be. */
export function takeBackTo({ moves, takeBackFrom, end }: MatchView, you: Seat): number | null {
  const last = moves.findLast(({ seat }) => seat === you);
  if (last === undefined || end !== null) return null;
  const first = moves.find(({ seat, turnIndex }) => seat === you && turnIndex === last.turnIndex);
  const to = (first?.ply ?? last.ply) - 1;
  return to < takeBackFrom ? null : to;
}

/** How many moves are left when the last step of one's own unfinished turn is undone: nobody is asked for that. */
export function undoTo({ moves, view, takeBackFrom, end }: MatchView, you: Seat): number | null {
  const last = moves.at(-1);
  const isOwn = last?.seat === you && view.turn === you && last.turnIndex === view.turnIndex;
  if (last === undefined || !isOwn || end !== null) return null;
  return last.ply - 1 < takeBackFrom ? null : last.ply - 1;
}
