import { isUnavailable } from '../lib/unavailable.ts';
import type { Log } from '../lib/log.ts';
import type { Span } from './outages.ts';

interface OutageRecorderDeps {
  /** Rejects with `StoreUnavailable`. */
  readonly recordOutage: (span: Span) => Promise<void>;
  readonly log: Log;
}

/**
 * Records the outages of all tables in the database. If a server dies before it has credited every clock, the next one does:
 * tables without a viewer may stay unloaded for a long time.
 */
export class OutageRecorder {
  readonly #deps: OutageRecorderDeps;
  #waiting: readonly Span[] = [];
  #running: Promise<boolean> | null = null;

  constructor(deps: OutageRecorderDeps) {
    this.#deps = deps;
  }

  add(span: Span): void {
    if (span.until > span.from) this.#waiting = [...this.#waiting, span];
  }

  /** Writes what has been added. Returns whether all of it is durable; if not, the next call tries again. */
  flush(): Promise<boolean> {
    this.#running ??= this.#write().finally(() => {
      this.#running = null;
    });
    return this.#running;
  }

  async #write(): Promise<boolean> {
    try {
      for (let [next] = this.#waiting; next !== undefined; [next] = this.#waiting) {
        await this.#deps.recordOutage(next);
        this.#waiting = this.#waiting.slice(1);
      }
      return true;
    } catch (error) {
      if (!isUnavailable(error)) this.#deps.log.error({ err: error }, 'outage not recorded');
      return false;
    }
  }
}
