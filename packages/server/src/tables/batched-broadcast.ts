/** So many at a time: a few milliseconds of work. */
export const PORTION = 250;

/**
 * Goes through a set in portions, one in each turn of the event loop, so that a crowd keeps nobody else waiting. Asked again meanwhile,
 * it goes through the whole once more.
 */
export class BatchedBroadcast<T> {
  readonly #items: ReadonlySet<T>;
  readonly #each: (item: T) => void;
  #rest: Iterator<T> | null = null;
  #isAskedAgain = false;

  constructor(items: ReadonlySet<T>, each: (item: T) => void) {
    this.#items = items;
    this.#each = each;
  }

  /** A set that is no larger than a portion is through when this returns. */
  run(): void {
    this.#isAskedAgain = this.#rest !== null;
    if (this.#rest === null) this.#step(this.#items.values());
  }

  #step(rest: Iterator<T>): void {
    this.#rest = rest;
    for (let count = 0; count <= PORTION; count++) {
      const next = rest.next();
      if (next.done === true) return this.#finish();
      this.#each(next.value);
    }
    setImmediate(() => this.#step(rest));
  }

  #finish(): void {
    this.#rest = null;
    if (this.#isAskedAgain) this.run();
  }
}
