import { type LimitKey, keysOf } from './addresses.ts';
import { Counts } from './caches.ts';

/** A token bucket: a burst, and a refill per second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

/** In seconds. */
const DAY = 86_400;

/** The limits of requests. Defaults: far above human use, low enough to stop a runaway client. */
export const DEFAULT_LIMITS = {
  /** Requests to the API from one address; the same for pages, and for pictures. */
  requests: { burst: 600, perSecond: 60 },
  /** Requests to the documented API with one token, or from one address without. */
  api: { burst: 120, perSecond: 10 },
  /** Games added to the archive from one address. Each is replayed. */
  records: { burst: 30, perSecond: 0.5 },
  /** Pictures drawn for one address, except those that are in memory. */
  pictures: { burst: 60, perSecond: 1 },
  /** Animations drawn for one address. Each takes seconds. */
  animations: { burst: 5, perSecond: 1 / 30 },
  /** Guests created from one address. A class or a club behind one address arrives all at once. */
  guests: { burst: 60, perSecond: 0.1 },
  /** Lists of a person's own tables, and games of tables requested from one address. Each is read from a log. */
  lookups: { burst: 30, perSecond: 1 },
  /** Tables that one address makes the server load into memory. */
  loads: { burst: 120, perSecond: 4 },
  /** Profiles and changes of ratings requested from one address. */
  profiles: { burst: 60, perSecond: 4 },
  /** Sign-in attempts from one address. */
  signIns: { burst: 30, perSecond: 0.2 },
  /** Sign-in attempts for one account: for all unknown browsers together, for one known browser, for one session. */
  accounts: { burst: 10, perSecond: 1 / 30 },
  /** Changes that one person makes to their account. */
  changes: { burst: 20, perSecond: 0.1 },
  /** Display names that one person takes in succession. */
  renames: { burst: 20, perSecond: 20 / DAY },
  /** Changes of settings, by person. */
  settings: { burst: 60, perSecond: 0.5 },
  /** Mails that ask to confirm an address, by person and by address. */
  confirmations: { burst: 5, perSecond: 5 / DAY },
  /** Mails with a link that sets a new password, by account and by address. */
  passwordResets: { burst: 4, perSecond: 1 / 3600 },
  /** Studies saved by one person. Each move is checked. */
  studies: { burst: 30, perSecond: 0.3 },
  /** Studies saved from one address. */
  addressStudies: { burst: 120, perSecond: 1 },
  /** Versions of articles that one person saves. Each stays stored. */
  articles: { burst: 10, perSecond: 20 / DAY },
  /** Versions of articles that are saved from one address. */
  addressArticles: { burst: 40, perSecond: 40 / DAY },
  /** Tournaments created, entered, left and changed by one person. */
  tournaments: { burst: 30, perSecond: 0.5 },
  /** Tournaments created from one address. Each stays stored. Those of one person are counted in the database. */
  newTournaments: { burst: 40, perSecond: 40 / DAY },
  /** Exports of personal data by one person. */
  exports: { burst: 4, perSecond: 1 / 60 },
  /** WebSocket connections opened from one address, and by one person from any address. The metrics have this name as a label. */
  lines: { burst: 60, perSecond: 1 },
  /** Messages on one connection. */
  messages: { burst: 60, perSecond: 20 },
  /** Commands of one person, on all connections. */
  commands: { burst: 40, perSecond: 10 },
  /** Tables opened by one person. */
  tables: { burst: 10, perSecond: 0.1 },
  /** Chairs reserved for a person, by who opens the table and by address. */
  challenges: { burst: 40, perSecond: 1 / 30 },
  /** Reports from one address. The reports of one person are counted in the database. */
  reports: { burst: 30, perSecond: 30 / DAY },
  /** Chat lines of one person. */
  chat: { burst: 8, perSecond: 1 },
  /** Tables where one person leaves their name without a seat: by declining, leaving or chatting. */
  traces: { burst: 200, perSecond: 200 / DAY },
  /** Rated matches between people at one address. A family or a club plays more than one a day, a farm of ratings hundreds. */
  ratedTogether: { burst: 20, perSecond: 20 / DAY },
} satisfies Readonly<Record<string, Rate>>;

export type Limits = Readonly<Record<keyof typeof DEFAULT_LIMITS, Rate>>;

/** What clients may hold at the same time. The default of `connections` is the open-file limit of the process, minus a reserve (`connectionLimit`). */
export const DEFAULT_HELD = {
  /** Open connections of one address; behind a trusted proxy its WebSocket connections and running requests. */
  connectionsPerAddress: 100,
  /** Open WebSocket connections of one person, from any address; the same number of event streams. */
  socketsPerPerson: 20,
  /** How long a WebSocket connection may stay open without an accepted `hello`. Milliseconds. */
  helloMs: 10_000,
  /** Open event streams of one token, and from one address without. */
  eventStreams: 5,
  /** How long an event stream may stay open before its client must resume it. Milliseconds. */
  eventStreamMs: 15 * 60_000,
  /** How long the event stream of a person may stay open while its token makes no other request. Milliseconds. */
  streamSilenceMs: 60_000,
  /** How long a person stays present after the server ended their event stream, so that its client can resume it. Milliseconds. */
  streamLingerMs: 5000,
};

/** `connections`: of the whole server, HTTP and WebSocket together. */
export type HeldLimits = Readonly<typeof DEFAULT_HELD & { connections: number }>;

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

  /** Consumes a token and returns 0, or returns the milliseconds until the next one. */
  take(): number {
    const wait = this.wait();
    if (wait === 0) this.#tokens--;
    return wait;
  }

  wait(): number {
    this.#refill();
    return this.#tokens < 1 ? Math.ceil(((1 - this.#tokens) / this.#rate.perSecond) * 1000) : 0;
  }

  /** From 0, empty, to 1, full. */
  fill(): number {
    this.#refill();
    return this.#tokens / this.#rate.burst;
  }

  #refill(): void {
    const { burst, perSecond } = this.#rate;
    const now = this.#now();
    this.#tokens = Math.min(burst, this.#tokens + (Math.max(0, now - this.#at) / 1000) * perSecond);
    this.#at = now;
  }
}

/** Buckets per limiter. */
const MAX_KEYS = 10_000;
const DROPPED = MAX_KEYS / 10;

/** One bucket for each name or address. The fullest are dropped first, so new keys cannot refill an emptied one. */
export class RateLimiter {
  readonly rate: Rate;
  readonly #now: () => number;
  readonly #onRefused: () => void;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, now: () => number, onRefused: () => void = () => undefined) {
    this.rate = rate;
    this.#now = now;
    this.#onRefused = onRefused;
  }

  /** Consumes a token and returns 0, or returns the milliseconds until the next one. */
  take(name: string): number {
    const buckets = keysOf(name).map((key) => this.#bucket(key));
    const wait = Math.max(...buckets.map((bucket) => bucket.wait()));
    if (wait > 0) this.#onRefused();
    else for (const bucket of buckets) bucket.take();
    return wait;
  }

  wait(name: string): number {
    return Math.max(...keysOf(name).map(({ key }) => this.#buckets.get(key)?.wait() ?? 0));
  }

  /** What is left for a name: whole tokens, and the milliseconds until its bucket is full again. */
  left(name: string): { readonly limit: number; readonly remaining: number; readonly resetMs: number } {
    const { burst, perSecond } = this.rate;
    const fill = Math.min(1, ...keysOf(name).map(({ key }) => this.#buckets.get(key)?.fill() ?? 1));
    const resetMs = Math.ceil((((1 - fill) * burst) / perSecond) * 1000);
    return { limit: burst, remaining: Math.floor(fill * burst), resetMs };
  }

  #bucket({ key, share }: LimitKey): Bucket {
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    if (this.#buckets.size >= MAX_KEYS) this.#makeRoom();
    const { burst, perSecond } = this.rate;
    const bucket = new Bucket({ burst: burst * share, perSecond: perSecond * share }, this.#now);
    this.#buckets.set(key, bucket);
    return bucket;
  }

  #makeRoom(): void {
    const fills = [...this.#buckets].map(([key, bucket]) => ({ key, fill: bucket.fill() }));
    fills.sort((left, right) => right.fill - left.fill);
    for (const { key } of fills.slice(0, DROPPED)) this.#buckets.delete(key);
  }
}

/** Consumes a token of each limit and returns 0; if one refuses, consumes none and returns the milliseconds until all allow it. */
export function takeFromAll(...limits: readonly (readonly [RateLimiter, string])[]): number {
  const refusing = limits.filter(([limiter, name]) => limiter.wait(name) > 0);
  return Math.max(...(refusing.length > 0 ? refusing : limits).map(([limiter, name]) => limiter.take(name)));
}

/** Counts what each key (a name or an address) holds at the moment, up to a limit. */
export class Held {
  readonly #limit: number;
  readonly #counts = new Counts();

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(name: string): (() => void) | null {
    if (this.isFull(name)) return null;
    const keys = keysOf(name).map(({ key }) => key);
    for (const key of keys) this.#counts.add(key, 1);
    let isHeld = true;
    return () => {
      if (isHeld) for (const key of keys) this.#counts.add(key, -1);
      isHeld = false;
    };
  }

  isFull(name: string): boolean {
    return keysOf(name).some(({ key, share }) => this.#counts.of(key) >= this.#limit * share);
  }
}
