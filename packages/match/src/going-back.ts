import type { Seat } from '@tablier/core';
import type { MatchView } from './project.ts';
import type { TakeBackPolicy } from './state.ts';

/** The part of a match view that says how far a player may go back. `moves` are the known moves, including the last one. */
export type TakeBackView = Pick<MatchView, 'moves' | 'view' | 'takeBackFrom' | 'end' | 'clock'>;

export interface LastTurn {
  /** How many moves are left without it and everything after it. */
  readonly to: number;
  /** Whether it must stay, because something hidden was revealed since. */
  readonly revealed: boolean;
}

/** The last turn of any of `seats`; `null` if the policy allows no take-back now. `free` continues a match that the rules ended. */
export function lastTurnOf(match: TakeBackView, seats: readonly Seat[], policy: TakeBackPolicy): LastTurn | null {
  const { moves, end, takeBackFrom } = match;
  if (policy === 'never' || (end !== null && (end.by !== 'rules' || !isFree(match, policy)))) return null;
  const last = moves.findLast(({ seat }) => seats.includes(seat));
  if (last === undefined) return null;
  const first = moves.find(({ seat, turnIndex }) => seat === last.seat && turnIndex === last.turnIndex) ?? last;
  return { to: first.ply - 1, revealed: first.ply - 1 < takeBackFrom };
}

/** How many moves are left if one of `seats` undoes the last step; `null` if that needs consent or is impossible. */
export function undoTo(match: TakeBackView, seats: readonly Seat[], policy: TakeBackPolicy): number | null {
  const { moves, view, end, takeBackFrom } = match;
  const last = moves.at(-1);
  if (last === undefined || end !== null || !seats.includes(last.seat) || last.ply - 1 < takeBackFrom) return null;
  const isUnfinished = view.turn === last.seat && view.turnIndex === last.turnIndex;
  return isUnfinished || isFree(match, policy) ? last.ply - 1 : null;
}

/** With a clock, `free` means `asked`: see `TakeBackPolicy`. */
const isFree = ({ clock }: TakeBackView, policy: TakeBackPolicy): boolean => policy === 'free' && clock === null;
