/** Work that takes in everything there is: asked for while it is being done, it is done once more afterwards. */
export class Coalescer {
  readonly #work: () => Promise<void>;
  #running: Promise<void> | null = null;
  #isWanted = false;

  constructor(work: () => Promise<void>) {
    this.#work = work;
  }

  /** Resolves when it was done from beginning to end after this call; rejects where it failed. */
  run(): Promise<void> {
    this.#isWanted = true;
    this.#running ??= this.#repeat().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #repeat(): Promise<void> {
    while (this.#isWanted) {
      this.#isWanted = false;
      await this.#work();
    }
  }
}
