/** Items per turn of the event loop: a few milliseconds of work. */
export const BATCH_SIZE = 250;

/** One batch per turn of the event loop. A `run` during a pass starts another one after it. */
export class BatchedBroadcast<T> {
  readonly #items: ReadonlySet<T>;
  readonly #each: (item: T) => void;
  #rest: Iterator<T> | null = null;
  #isStale = false;

  constructor(items: ReadonlySet<T>, each: (item: T) => void) {
    this.#items = items;
    this.#each = each;
  }

  /** If the set fits into one batch, it has been visited when this returns. */
  run(): void {
    this.#isStale = this.#rest !== null;
    if (this.#rest === null) this.#step(this.#items.values());
  }

  #step(rest: Iterator<T>): void {
    this.#rest = rest;
    for (let count = 0; count <= BATCH_SIZE; count++) {
      const next = rest.next();
      if (next.done === true) return this.#finish();
      this.#each(next.value);
    }
    setImmediate(() => this.#step(rest));
  }

  #finish(): void {
    this.#rest = null;
    if (this.#isStale) this.run();
  }
}
