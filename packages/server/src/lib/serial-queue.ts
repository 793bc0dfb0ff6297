/** Runs tasks one after the other. A failed task does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  /** The result of the task, which runs after all earlier ones. */
  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  /** Resolves when all tasks are done. */
  async idle(): Promise<void> {
    await this.#last;
  }
}
