import type { Log } from './log.ts';
import { setTimeout as wait } from 'node:timers/promises';

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

/** Calls back once in `milliseconds`. Returns a function that prevents it. The wait alone does not keep the process alive. */
export type After = (milliseconds: number, task: () => void) => () => void;

export const after: After = (milliseconds, task) => {
  const timer = setTimeout(task, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** Logs the error of work that no caller awaits. Without a handler it would end the process. */
export function inBackground(work: Promise<unknown>, log: Log, text: string): void {
  work.catch((error: unknown) => log.error({ err: error }, text));
}

/** Runs tasks one after the other. A failed task does not stop the next. */
export class SerialQueue {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(task: () => Promise<T>): Promise<T> {
    const result = this.#last.then(task);
    this.#last = result.catch(() => undefined);
    return result;
  }

  async idle(): Promise<void> {
    await this.#last;
  }
}

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
