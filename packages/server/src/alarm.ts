/** The longest time that a timer of Node can be set for. */
const LONGEST = 2 ** 31 - 1;

/** One timer that can be set anew, for moments as far away as one likes. */
export class Alarm {
  readonly #now: () => number;
  readonly #ring: () => void;
  #timer: NodeJS.Timeout | undefined;

  constructor(now: () => number, ring: () => void) {
    this.#now = now;
    this.#ring = ring;
  }

  /** Rings at `moment`, at once where that has passed; `null` for not at all. What was set before is forgotten. */
  set(moment: number | null): void {
    clearTimeout(this.#timer);
    if (moment === null) return;
    const wait = Math.max(0, moment - this.#now());
    this.#timer = setTimeout(() => (wait > LONGEST ? this.set(moment) : this.#ring()), Math.min(wait, LONGEST));
  }
}
