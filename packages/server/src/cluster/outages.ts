/** A span of time, in milliseconds since 1970. */
export interface Span {
  readonly from: number;
  readonly until: number;
}

/** A span in which tables were not served. */
export interface Outage extends Span {
  /** Whether a table was affected. */
  readonly hits: (table: string) => boolean;
}

/** Outages that are remembered. A running clock is credited as soon as an outage is known. */
const MOST = 1000;

/** The spans that no player is charged for. */
export class Outages {
  #all: readonly Outage[] = [];
  /** When the last one ended. */
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
