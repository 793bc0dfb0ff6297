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

/** The clocks of a game, one for each seat. */
export class Clocks {
  readonly #left: number[];
  readonly #control: TimeControl;
  readonly #margin: number;

  /** `margin`: milliseconds that may pass beyond the time, all in all. */
  constructor(control: TimeControl, seats: number, margin: number) {
    this.#control = control;
    this.#margin = margin;
    this.#left = Array.from({ length: seats }, () => control.base);
  }

  /** The longest time that a move may take. A seat that has used a part of the margin owes it. */
  limit(seat: Seat): number {
    return Math.max(0, this.#leftOf(seat) + this.#margin);
  }

  share(seat: Seat): number {
    return shareOfClock(Math.max(0, this.#leftOf(seat)), this.#control.increment);
  }

  /** A move has taken so many milliseconds. Returns whether it was in time. */
  spend(seat: Seat, used: number): boolean {
    const isInTime = used <= this.limit(seat);
    this.#left[seat] = this.#leftOf(seat) - used + this.#control.increment;
    return isInTime;
  }

  #leftOf(seat: Seat): number {
    return this.#left[seat] ?? 0;
  }

  /** What an engine hears. */
  limits(): string {
    const { increment } = this.#control;
    return this.#left
      .map((left, seat) => `p${seat + 1}time ${Math.max(1, Math.floor(left))} p${seat + 1}inc ${increment}`)
      .join(' ');
  }
}
