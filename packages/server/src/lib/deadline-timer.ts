/** The longest delay of a Node timer. Milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * One timer that can be reset to any moment, however distant. When the moment is postponed, the running timer is kept
 * and checks the time when it fires, so postponing a clock with every move costs nothing.
 */
export class DeadlineTimer {
  readonly #now: () => number;
  readonly #onDue: () => void;
  #moment = Number.POSITIVE_INFINITY;
  /** When the timer fires. */
  #firesAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number, onDue: () => void) {
    this.#now = now;
    this.#onDue = onDue;
  }

  /** Calls back at `moment`, or at once if it has passed; `null` for never. Replaces the earlier moment. */
  set(moment: number | null): void {
    this.#moment = moment ?? Number.POSITIVE_INFINITY;
    if (moment === null) this.#stop();
    else if (moment < this.#firesAt) this.#wait();
  }

  #wait(): void {
    this.#stop();
    const wait = Math.min(LONGEST, Math.max(0, this.#moment - this.#now()));
    this.#firesAt = this.#now() + wait;
    this.#timer = setTimeout(() => this.#fire(), wait);
  }

  #fire(): void {
    this.#stop();
    if (this.#now() < this.#moment) return this.#wait();
    this.#moment = Number.POSITIVE_INFINITY;
    this.#onDue();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#firesAt = Number.POSITIVE_INFINITY;
  }
}
