/** The longest time that a timer of Node can be set for. */
const LONGEST = 2 ** 31 - 1;

/** One timer that can be set anew, for moments as far away as one likes. Put off, it lets the timer run and looks then: a clock that is put off with every move costs nothing. */
export class DeadlineTimer {
  readonly #now: () => number;
  readonly #ring: () => void;
  #moment = Number.POSITIVE_INFINITY;
  /** When the timer goes off. */
  #looksAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number, ring: () => void) {
    this.#now = now;
    this.#ring = ring;
  }

  /** Rings at `moment`, at once where that has passed; `null` for not at all. What was set before is forgotten. */
  set(moment: number | null): void {
    this.#moment = moment ?? Number.POSITIVE_INFINITY;
    if (moment === null) this.#stop();
    else if (moment < this.#looksAt) this.#wait();
  }

  #wait(): void {
    this.#stop();
    const wait = Math.min(LONGEST, Math.max(0, this.#moment - this.#now()));
    this.#looksAt = this.#now() + wait;
    this.#timer = setTimeout(() => this.#look(), wait);
  }

  #look(): void {
    this.#stop();
    if (this.#now() < this.#moment) return this.#wait();
    this.#moment = Number.POSITIVE_INFINITY;
    this.#ring();
  }

  #stop(): void {
    clearTimeout(this.#timer);
    this.#looksAt = Number.POSITIVE_INFINITY;
  }
}
