import { networkOf } from '../lib/addresses.ts';

/** So many wrong tries cost no wait. */
const FREE = 5;
/** The wait after the next one; each further one doubles it, up to the longest. Milliseconds. */
const FIRST_WAIT = 30_000;
const LONGEST_WAIT = 3_600_000;
/** After so long without a try all is forgotten. Milliseconds. */
const FORGOTTEN = 24 * 3_600_000;
/** Pairs of a name and an address that are remembered; the one that was quiet longest goes first. */
const MOST_PAIRS = 10_000;

interface Record {
  readonly count: number;
  readonly at: number;
}

/**
 * Tries to sign in to one account from one address, where nothing says that the browser is known. Each wrong one beyond the first few
 * doubles the wait, so one address uses up little of what all strangers share.
 */
export class Tries {
  readonly #now: () => number;
  readonly #records = new Map<string, Record>();

  constructor(now: () => number) {
    this.#now = now;
  }

  /** 0 where a try is allowed now; else the milliseconds after which it is. */
  wait(login: string, address: string): number {
    const record = this.#find(keyOf(login, address));
    return record === undefined ? 0 : Math.max(0, record.at + waitAfter(record.count) - this.#now());
  }

  /** Counts a try, before it is known whether it is right. */
  count(login: string, address: string): void {
    const key = keyOf(login, address);
    const count = (this.#find(key)?.count ?? 0) + 1;
    this.#records.delete(key);
    this.#records.set(key, { count, at: this.#now() });
    for (const oldest of this.#records.keys()) {
      if (this.#records.size <= MOST_PAIRS) break;
      this.#records.delete(oldest);
    }
  }

  /** The password was right: those before are forgotten. */
  forget(login: string, address: string): void {
    this.#records.delete(keyOf(login, address));
  }

  #find(key: string): Record | undefined {
    const record = this.#records.get(key);
    return record === undefined || this.#now() - record.at > FORGOTTEN ? undefined : record;
  }
}

const keyOf = (login: string, address: string): string => JSON.stringify([login, networkOf(address)]);

const waitAfter = (count: number): number =>
  count < FREE ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(20, count - FREE));
