import type { Reply } from './operations.ts';
import type { StoreHealth } from './store.ts';

/** Whether the writes of an executor succeed, from their replies. */
export class WriteHealth {
  readonly #now: () => number;
  #lastWriteAt: number;
  #failingSince: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
    this.#lastWriteAt = now();
  }

  get current(): StoreHealth {
    return { lastWriteAt: this.#lastWriteAt, failingSince: this.#failingSince };
  }

  /** An operation that was requested at `requestedAt` was answered. */
  answered({ name }: Reply, requestedAt: number): void {
    if (name !== 'unavailable') {
      this.#lastWriteAt = this.#now();
      this.#failingSince = null;
    } else this.#failingSince = Math.min(this.#failingSince ?? requestedAt, requestedAt);
  }
}
