import type { LogConfig } from 'kysely';
import type { Reply } from './operations.ts';

export interface StoreObserver {
  /** SQLite: the durations of the writes of one batch, in seconds. */
  readonly onBatch?: (seconds: readonly number[]) => void;
  /** PostgreSQL: the wait for a connection of the pool, in seconds. */
  readonly onConnection?: (seconds: number) => void;
  /** A query took this number of seconds. Writes to SQLite are in `onBatch` instead. */
  readonly onQuery?: (seconds: number) => void;
  readonly onFailure?: () => void;
  /** A bug in work that no caller waits for. */
  readonly onFault?: (error: unknown) => void;
}

/** What Kysely calls after each query; nothing without an observer, because each call takes a microsecond. */
export function queryLog({ onQuery, onFailure }: StoreObserver): { readonly log?: LogConfig } {
  if (onQuery === undefined && onFailure === undefined) return {};
  return {
    log: ({ level, queryDurationMillis }) => {
      if (level === 'error') onFailure?.();
      else onQuery?.(queryDurationMillis / 1000);
    },
  };
}

/** The health of this process's writes. Milliseconds since 1970. */
export interface StoreHealth {
  /** When a write last succeeded, or when the store was opened. */
  readonly lastWriteAt: number;
  /** The start of the oldest write that failed since the last successful one; `null` for none. */
  readonly failingSince: number | null;
}

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
