/** Merges calls of a job that always processes everything: a call during a run starts one more run afterwards. */
export class Coalescer {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #isWanted = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when a run that started after this call is complete; rejects if it failed. */
  run(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#repeat();
    return this.#running;
  }

  async #repeat(): Promise<void> {
    try {
      while (this.#isWanted) {
        this.#isWanted = false;
        await this.#work();
      }
    } finally {
      // At once: a call after the last run, but before this promise is settled, needs a run of its own.
      this.#running = null;
    }
  }
}
