import type { Seat } from '@tablier/core';

/** Milliseconds for the game, and for each move in addition. */
export interface TimeControl {
  readonly base: number;
  readonly increment: number;
}

/** The number of moves for which the time of a clock is meant to last. */
const MOVES_TO_GO = 30;

/** The part of what is left, in milliseconds, that a bot takes for one move. */
export const shareOfClock = (left: number, increment: number): number =>
  Math.min(left / 2, left / MOVES_TO_GO + increment / 2);

/** The clocks of a game, one for each seat. `margin`: milliseconds that may pass beyond the time, all in all. */
export function createClocks({ base, increment }: TimeControl, seats: number, margin: number) {
  const all = Array.from({ length: seats }, () => base);
  const leftOf = (seat: Seat): number => all[seat] ?? 0;
  /** The longest time that a move may take. A seat that has used a part of the margin owes it. */
  const limit = (seat: Seat): number => Math.max(0, leftOf(seat) + margin);
  return {
    limit,
    share: (seat: Seat): number => shareOfClock(Math.max(0, leftOf(seat)), increment),
    /** A move has taken so many milliseconds. Returns whether it was in time. */
    spend(seat: Seat, used: number): boolean {
      const isInTime = used <= limit(seat);
      all[seat] = leftOf(seat) - used + increment;
      return isInTime;
    },
    /** What an engine hears. */
    limits: (): string =>
      all
        .map((left, seat) => `p${seat + 1}time ${Math.max(1, Math.floor(left))} p${seat + 1}inc ${increment}`)
        .join(' '),
  };
}
export type Clocks = ReturnType<typeof createClocks>;
