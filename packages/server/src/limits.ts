import { networkOf } from './proxies.ts';

/** So many at once, and so many more each second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

export interface Limits {
  /** Requests to the API from one address. */
  readonly requests: Rate;
  /** Games put into the archive from one address: each is replayed. */
  readonly records: Rate;
  /** Guests made from one address. */
  readonly guests: Rate;
  /** Lists of one's own tables by one person, games of tables asked for from one address: each is read from a log. */
  readonly lookups: Rate;
  /** Tries to sign in from one address. */
  readonly signIns: Rate;
  /** The same for one account, from wherever. */
  readonly accounts: Rate;
  /** Changes that one person makes to his account. */
  readonly changes: Rate;
  /** Exports of all that is kept of one person. */
  readonly exports: Rate;
  /** Lines opened from one address, and by one person from wherever. */
  readonly lines: Rate;
  /** Messages on one line. */
  readonly messages: Rate;
  /** Deeds of one person, over all lines. */
  readonly deeds: Rate;
  /** Tables opened by one person. */
  readonly tables: Rate;
  /** Lines of chat by one person. */
  readonly chat: Rate;
}

/** What people come nowhere near, and what keeps a program that runs wild from being a nuisance. */
export const DEFAULT_LIMITS: Limits = {
  requests: { burst: 600, perSecond: 60 },
  records: { burst: 30, perSecond: 0.5 },
  guests: { burst: 20, perSecond: 0.1 },
  lookups: { burst: 30, perSecond: 1 },
  signIns: { burst: 30, perSecond: 0.2 },
  accounts: { burst: 10, perSecond: 1 / 30 },
  changes: { burst: 20, perSecond: 0.1 },
  exports: { burst: 4, perSecond: 1 / 60 },
  lines: { burst: 60, perSecond: 1 },
  messages: { burst: 60, perSecond: 20 },
  deeds: { burst: 40, perSecond: 10 },
  tables: { burst: 10, perSecond: 0.1 },
  chat: { burst: 8, perSecond: 1 },
};

/** A token bucket. */
export class Bucket {
  readonly #rate: Rate;
  readonly #now: () => number;
  #tokens: number;
  #at: number;

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
    this.#tokens = rate.burst;
    this.#at = now();
  }

  /** 0 where one more is allowed, and taken; else the milliseconds after which it may be tried again. */
  take(): number {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, now - this.#at) / 1000) * perSecond);
    this.#at = now;
    if (this.#tokens < 1) return Math.ceil(((1 - this.#tokens) / perSecond) * 1000);
    this.#tokens--;
    return 0;
  }
}

/** Keys that are remembered at most; who was quiet longest is forgotten, which is to his advantage. */
const MOST_KEYS = 10_000;

/** A token bucket for each key: a name of any kind, or an address. Bounded in memory. */
export class Limiter {
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, now: () => number) {
    this.#rate = rate;
    this.#now = now;
  }

  /** 0 where one more is allowed, and taken; else the milliseconds after which it may be tried again. */
  take(name: string): number {
    const key = networkOf(name);
    const bucket = this.#buckets.get(key) ?? new Bucket(this.#rate, this.#now);
    this.#remember(key, bucket);
    return bucket.take();
  }

  #remember(key: string, bucket: Bucket): void {
    this.#buckets.delete(key);
    this.#buckets.set(key, bucket);
    if (this.#buckets.size <= MOST_KEYS) return;
    for (const oldest of this.#buckets.keys()) {
      this.#buckets.delete(oldest);
      return;
    }
  }
}
