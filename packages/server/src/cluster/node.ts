import type { Log } from '../lib/log.ts';
import { StoreUnavailable, type Store } from '@tablier/store';

/** A span of time, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

interface Outage extends Span {
  readonly hits: (table: string) => boolean;
}

/** Outages that are remembered. A running clock is credited as soon as an outage is known. */
const MOST = 1000;

/** Known outages. They are also recorded in the database: a server that dies may not have credited every clock, and the next one does. */
export class Outages {
  readonly #store: Pick<Store, 'recordOutage'>;
  readonly #log: Log;
  #all: readonly Outage[] = [];
  #latest = 0;
  #waiting: readonly Span[] = [];
  #running: Promise<boolean> | null = null;

  constructor(store: Pick<Store, 'recordOutage'>, log: Log) {
    this.#store = store;
    this.#log = log;
  }

  add({ from, until }: Span, hits = (_table: string): boolean => true): void {
    if (until <= from) return;
    this.#all = [...this.#all, { from, until, hits }].slice(-MOST);
    this.#latest = Math.max(this.#latest, until);
  }

  /** The first outage that a clock which was correct at `since` has not been credited for; `null` for none. */
  owed(table: string, since: number): Span | null {
    if (since >= this.#latest) return null;
    return this.#all.find(({ until, hits }) => until > since && hits(table)) ?? null;
  }

  /** To be recorded with the next `flush`. */
  record(span: Span): void {
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
        await this.#store.recordOutage(next);
        this.#waiting = this.#waiting.slice(1);
      }
      return true;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#log.error({ err: error }, 'outage not recorded');
      return false;
    }
  }
}

export interface Here {
  readonly seats: readonly number[];
  readonly spectators: number;
}

export const NO_PRESENCE: Here = { seats: [], spectators: 0 };

export interface NodeHealth {
  /** When this node last made a durable heartbeat or wrote to the database. Milliseconds since 1970. */
  readonly lastWriteAt: number;
  readonly isServing: boolean;
}

/** This server among those that share its data: which tables it owns, and when tables were not served. */
export interface ServerNode {
  /** Whether other nodes may have written events that this one does not know yet. */
  readonly isShared: boolean;
  /** Whether this node runs its clocks and bots. If two nodes believe so, work is done twice without harm. */
  owns(table: string): boolean;
  /** A span in which a table was not served and for which a clock that was correct at `since` has not been credited. */
  owed(table: string, since: number): Span | null;
  /** Whether it is known until when tables were served; if not, the node checks. Clocks are evaluated only then. */
  isServing(): boolean | Promise<boolean>;
  /** Resolves when more is known of a silent node of the table; `null` for none. Until then no clock runs out. */
  silence(table: string): Promise<void> | null;
  doubt(): void;
  health(): NodeHealth;
  share(table: string, here: Here, left: readonly number[]): void;
  onOtherNodes(table: string): Here;
}

export interface NodeEvents {
  /** The node may own other tables now, or an outage is over: clocks and bots must be checked. */
  readonly onChange: () => void;
  /** Presence at a table changed on other nodes. `left`: chairs or seats whose players left on purpose. */
  readonly onPresence: (table: string, left: readonly number[]) => void;
}

export interface RunningNode extends ServerNode {
  /** Determines the outages until now. To be awaited before anything is decided. */
  start(events: NodeEvents): Promise<void>;
  /** To be called when the server accepts clients. Time until now counts as the start-up outage. */
  opened(): void;
  stop(): Promise<void>;
}
