import type { After } from '../../src/lib/tasks.ts';

/** A clock that a test moves. */
export class HandClock {
  #now: number;
  #waiting: readonly { readonly at: number; readonly task: () => void }[] = [];

  constructor(now: number) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  readonly after: After = (milliseconds, task) => {
    const waiting = { at: this.#now + milliseconds, task };
    this.#waiting = [...this.#waiting, waiting];
    return () => {
      this.#waiting = this.#waiting.filter((each) => each !== waiting);
    };
  };

  /** Moves the clock by `milliseconds`. Runs the tasks that become due in the order of their times, and awaits `settled` after each time. */
  async advance(milliseconds: number, settled: () => Promise<void>): Promise<void> {
    const end = this.#now + milliseconds;
    await settled();
    for (let next = this.#next(); next <= end; next = this.#next()) {
      this.#now = Math.max(this.#now, next);
      const due = this.#waiting.filter(({ at }) => at <= this.#now);
      this.#waiting = this.#waiting.filter(({ at }) => at > this.#now);
      for (const { task } of due) task();
      await settled();
    }
    this.#now = end;
  }

  #next(): number {
    return Math.min(...this.#waiting.map(({ at }) => at));
  }
}
