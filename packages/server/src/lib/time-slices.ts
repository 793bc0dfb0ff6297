/** How long work may hold the event loop before others get a turn. Milliseconds. */
const SLICE = 10;

/** Lets long work stop now and then, so that requests and clocks are served meanwhile. */
export class Slices {
  #since = performance.now();

  /** To be awaited between two steps. Waits for a turn of the event loop once the slice is used up. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < SLICE) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }

  /** Whether `pause` would wait. */
  get isUsedUp(): boolean {
    return performance.now() - this.#since >= SLICE;
  }
}
