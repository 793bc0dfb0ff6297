import type { Log } from '../lib/log.ts';
import { StoreUnavailable } from '@tablier/store';

/** A span of time, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

export interface Outage extends Span {
  readonly hits: (table: string) => boolean;
}

/** Outages that are remembered. A running clock is credited as soon as an outage is known. */
const MOST = 1000;

export class Outages {
  #all: readonly Outage[] = [];
  #latest = 0;

  add(outage: Outage): void {
    if (outage.until <= outage.from) return;
    this.#all = [...this.#all, outage].slice(-MOST);
    this.#latest = Math.max(this.#latest, outage.until);
  }

  /** The first outage that a clock which was correct at `since` has not been credited for; `null` for none. */
  owed(table: string, since: number): Span | null {
    if (since >= this.#latest) return null;
    return this.#all.find(({ until, hits }) => until > since && hits(table)) ?? null;
  }
}

export const everyTable = (): boolean => true;

interface OutageRecorderDeps {
  /** Rejects with `StoreUnavailable`. */
  readonly recordOutage: (span: Span) => Promise<void>;
  readonly log: Log;
}

/** Records outages in the database: a server that dies may not have credited every clock, and the next one does. */
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
      if (!(error instanceof StoreUnavailable)) this.#deps.log.error({ err: error }, 'outage not recorded');
      return false;
    }
  }
}
