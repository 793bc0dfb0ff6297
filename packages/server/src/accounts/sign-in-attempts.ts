import { networkOf } from '../lib/addresses.ts';

/** The number of attempts without a wait. */
const FREE_ATTEMPTS = 5;
/** The wait after the next attempt. Each further one doubles it, up to the longest. Milliseconds. */
const FIRST_WAIT = 30_000;
const LONGEST_WAIT = 3_600_000;
/** Attempts are forgotten after this time without another. Milliseconds. */
const RECORD_LIFETIME = 24 * 3_600_000;
/** The maximum number of pairs of username and address. The least recent one is dropped first. */
const MAX_RECORDS = 10_000;

interface Record {
  readonly count: number;
  readonly at: number;
}

/**
 * Attempts of unknown browsers to sign in, by username and address. Each wrong one beyond the first few doubles the wait, so that one address
 * uses little of the limit that all unknown browsers share.
 */
export class SignInAttempts {
  readonly #now: () => number;
  readonly #records = new Map<string, Record>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** The time until an attempt is allowed, in milliseconds; 0 for now. */
  wait(username: string, address: string): number {
    const record = this.#find(keyOf(username, address));
    return record === undefined ? 0 : Math.max(0, record.at + waitAfter(record.count) - this.#now());
  }

  /** Counts an attempt, before its outcome is known. */
  count(username: string, address: string): void {
    const key = keyOf(username, address);
    const count = (this.#find(key)?.count ?? 0) + 1;
    this.#records.delete(key);
    this.#records.set(key, { count, at: this.#now() });
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= MAX_RECORDS) break;
      this.#records.delete(oldest);
    }
  }

  /** Forgets earlier attempts after a correct password. */
  forget(username: string, address: string): void {
    this.#records.delete(keyOf(username, address));
  }

  #find(key: string): Record | undefined {
    const record = this.#records.get(key);
    return record === undefined || this.#now() - record.at > RECORD_LIFETIME ? undefined : record;
  }
}

const keyOf = (username: string, address: string): string => JSON.stringify([username, networkOf(address)]);

const waitAfter = (count: number): number =>
  count < FREE_ATTEMPTS ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(20, count - FREE_ATTEMPTS));
