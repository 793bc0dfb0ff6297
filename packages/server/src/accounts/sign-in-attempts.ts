import { BoundedMap } from '../lib/caches.ts';
import { keysOf } from '../lib/addresses.ts';

const FREE_ATTEMPTS = 5;
/** The wait after the next attempt. Each further one doubles it, up to the longest. Milliseconds. */
const FIRST_WAIT = 30_000;
const LONGEST_WAIT = 3_600_000;
/** Attempts are forgotten after this time without another. Milliseconds. */
const RECORD_LIFETIME = 24 * 3_600_000;
const MAX_RECORDS = 10_000;

interface Record {
  readonly count: number;
  readonly at: number;
}

/** Attempts of unknown browsers: each wrong one doubles the wait, so one address uses little of the shared limit. */
export class SignInAttempts {
  readonly #now: () => number;
  readonly #records = new BoundedMap<string, Record>(MAX_RECORDS);

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The time until an attempt is allowed, in milliseconds; 0 for now. */
  wait(username: string, address: string): number {
    const waits = keysOf(address).map(({ key, share }) => {
      const record = this.#find(keyOf(username, key));
      return record === undefined ? 0 : record.at + waitAfter(record.count, share) - this.#now();
    });
    return Math.max(0, ...waits);
  }

  /** Counts an attempt, before its outcome is known. */
  count(username: string, address: string): void {
    for (const { key } of keysOf(address)) this.#add(keyOf(username, key));
  }

  forget(username: string, address: string): void {
    for (const { key } of keysOf(address)) this.#records.delete(keyOf(username, key));
  }

  #add(key: string): void {
    const count = (this.#find(key)?.count ?? 0) + 1;
    this.#records.set(key, { count, at: this.#now() });
  }

  #find(key: string): Record | undefined {
    const record = this.#records.get(key);
    return record === undefined || this.#now() - record.at > RECORD_LIFETIME ? undefined : record;
  }
}

const keyOf = (username: string, network: string): string => JSON.stringify([username, network]);

function waitAfter(count: number, share: number): number {
  const wrong = count - FREE_ATTEMPTS * share;
  return wrong < 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(20, wrong));
}
