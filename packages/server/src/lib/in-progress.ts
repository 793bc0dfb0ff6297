import { setTimeout as wait } from 'node:timers/promises';

/** Work in progress that others wait for, but not long. */
export class InProgress {
  readonly #work = new Set<Promise<unknown>>();

  add<T>(work: Promise<T>): Promise<T> {
    const settled = work
      .catch(() => undefined)
      .finally(() => {
        this.#work.delete(settled);
      });
    this.#work.add(settled);
    return work;
  }

  /** Resolves when what is in progress now is settled, and after `longest` milliseconds at the latest. */
  async settled(longest: number): Promise<void> {
    if (this.#work.size === 0) return;
    const over = new AbortController();
    const late = wait(longest, undefined, { signal: over.signal, ref: false }).catch(() => undefined);
    await Promise.race([Promise.all(this.#work), late]);
    over.abort();
  }
}
