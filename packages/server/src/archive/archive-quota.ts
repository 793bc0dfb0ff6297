import { BoundedMap } from '../lib/caches.ts';
import { keysOf } from '../lib/addresses.ts';

/** How many games or studies, and how many bytes, may be written per day (UTC). */
interface DailyAllowance {
  readonly items: number;
  readonly bytes: number;
}

export interface DailyAllowances {
  readonly person: DailyAllowance;
  /** People behind one address share it. */
  readonly address: DailyAllowance;
  /** All people together: the most that is written to the disk per day. */
  readonly all: DailyAllowance;
}

/** A long game takes 7 kB. */
export const DEFAULT_ALLOWANCES: DailyAllowances = {
  person: { items: 100, bytes: 1_000_000 },
  address: { items: 300, bytes: 3_000_000 },
  all: { items: 20_000, bytes: 100_000_000 },
};

/** Why it is refused, and when to try again. Milliseconds. */
export interface QuotaRefusal {
  readonly name: 'too-many' | 'archive-full';
  readonly retryMs: number;
}

interface Contribution {
  readonly person: string;
  readonly address: string;
  readonly bytes: number;
}

const DAY = 24 * 60 * 60_000;
/** The most people and addresses that are counted. The least recent one is dropped and starts at zero again. */
const MAX_KEYS = 50_000;

/** What people write each day, in memory: a restart resets the count, and each node counts separately. */
export class ArchiveQuota {
  readonly #allowances: DailyAllowances;
  readonly #now: () => number;
  readonly #used = new BoundedMap<string, DailyAllowance>(MAX_KEYS);
  #day = 0;

  constructor(allowances: DailyAllowances, now: () => number) {
    this.#allowances = allowances;
    this.#now = now;
  }

  take({ person, address, bytes }: Contribution): QuotaRefusal | null {
    this.#beginDay();
    const { person: own, address: shared, all } = this.#allowances;
    const networks = keysOf(address).map(({ key, share }) => [`address ${key}`, times(shared, share)] as const);
    const keys = [[`person ${person}`, own] as const, ...networks];
    const retryMs = DAY - (this.#now() % DAY);
    if (keys.some(([key, allowance]) => !this.#hasRoom(key, allowance, bytes))) return { name: 'too-many', retryMs };
    if (!this.#hasRoom('all', all, bytes)) return { name: 'archive-full', retryMs };
    for (const key of [...keys.map(([each]) => each), 'all']) this.#count(key, bytes);
    return null;
  }

  #beginDay(): void {
    const day = Math.floor(this.#now() / DAY);
    if (day === this.#day) return;
    this.#day = day;
    this.#used.clear();
  }

  #hasRoom(key: string, allowance: DailyAllowance, more: number): boolean {
    const { items, bytes } = this.#used.get(key) ?? { items: 0, bytes: 0 };
    return items < allowance.items && bytes + more <= allowance.bytes;
  }

  #count(key: string, more: number): void {
    const { items, bytes } = this.#used.get(key) ?? { items: 0, bytes: 0 };
    this.#used.set(key, { items: items + 1, bytes: bytes + more });
  }
}

const times = ({ items, bytes }: DailyAllowance, share: number): DailyAllowance => ({
  items: items * share,
  bytes: bytes * share,
});
