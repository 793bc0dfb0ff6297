/** How long work may block the event loop before other work runs. Milliseconds. */
const SLICE = 10;

/** Lets long work pause regularly, so that requests and clocks are served meanwhile. */
export class Slices {
  #since = performance.now();

  /** To be awaited between two steps. Yields to the event loop when the slice is used up. */
  async pause(): Promise<void> {
    if (performance.now() - this.#since < SLICE) return;
    await new Promise((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }

  /** Whether `pause` would yield. */
  get isUsedUp(): boolean {
    return performance.now() - this.#since >= SLICE;
  }
}

/** The result of work in short steps, which lets other work run between them. */
export async function inSlices<T>(steps: Generator<void, T, void>): Promise<T> {
  const slices = new Slices();
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done === true) return step.value;
    await slices.pause();
  }
}
