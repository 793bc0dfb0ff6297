/** A time, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A time in which tables were not served. */
export interface Outage extends Span {
  /** Whether a table was among them. */
  readonly hits: (table: string) => boolean;
}

/** The latest that are remembered: a running clock is spared an outage as soon as it is known. */
const MOST = 1000;

/** The times that are charged to nobody. */
export class Outages {
  #all: readonly Outage[] = [];

  add(outage: Outage): void {
    if (outage.until > outage.from) this.#all = [...this.#all, outage].slice(-MOST);
  }

  /** The first outage that a clock which was true at `since` does not know of; `null` for none. */
  owed(table: string, since: number): Span | null {
    return this.#all.find(({ until, hits }) => until > since && hits(table)) ?? null;
  }
}

export const everyTable = (): boolean => true;
