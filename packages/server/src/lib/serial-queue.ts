/** Runs tasks one after the other; a task that fails stops none that follows. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** What the task comes to, once all earlier ones are through. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when nothing is left to do. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
