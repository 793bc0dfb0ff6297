import { type LimitKey, keysOf } from './addresses.ts';

/** A token bucket: a burst, and a refill per second. */
export interface Rate {
  readonly burst: number;
  readonly perSecond: number;
}

export interface Limits {
  /** Requests to the API from one address; the same for pages, and for pictures. */
  readonly requests: Rate;
  /** Requests to the documented API with one token, or from one address without. */
  readonly api: Rate;
  /** Games added to the archive from one address. Each is replayed. */
  readonly records: Rate;
  /** Pictures drawn for one address, except those that are in memory. */
  readonly pictures: Rate;
  /** Animations drawn for one address. Each takes seconds. */
  readonly animations: Rate;
  /** Guests created from one address. */
  readonly guests: Rate;
  /** Lists of a person's own tables, and games of tables requested from one address. Each is read from a log. */
  readonly lookups: Rate;
  /** Tables that one address makes the server load into memory. */
  readonly loads: Rate;
  /** Profiles and changes of ratings requested from one address. */
  readonly profiles: Rate;
  /** Sign-in attempts from one address. */
  readonly signIns: Rate;
  /** Sign-in attempts for one account: for all unknown browsers together, for one known browser, for one session. */
  readonly accounts: Rate;
  /** Changes that one person makes to their account. */
  readonly changes: Rate;
  /** Display names that one person takes in succession. */
  readonly renames: Rate;
  /** Changes of settings, by person. */
  readonly settings: Rate;
  /** Mails that ask to confirm an address, by person and by address. */
  readonly confirmations: Rate;
  /** Mails with a link that sets a new password, by account and by address. */
  readonly passwordResets: Rate;
  /** Studies saved by one person. Each move is checked. */
  readonly studies: Rate;
  /** Studies saved from one address. */
  readonly addressStudies: Rate;
  /** Tournaments created, entered, left and changed by one person. */
  readonly tournaments: Rate;
  /** Tournaments created from one address. Each stays stored. Those of one person are counted in the database. */
  readonly newTournaments: Rate;
  /** Exports of personal data by one person. */
  readonly exports: Rate;
  /** WebSocket connections opened from one address, and by one person from any address. The metrics have this name as a label. */
  readonly lines: Rate;
  /** Messages on one connection. */
  readonly messages: Rate;
  /** Commands of one person, on all connections. */
  readonly commands: Rate;
  /** Tables opened by one person. */
  readonly tables: Rate;
  /** Chairs reserved for a person, by who opens the table and by address. */
  readonly challenges: Rate;
  /** Reports from one address. The reports of one person are counted in the database. */
  readonly reports: Rate;
  /** Chat lines of one person. */
  readonly chat: Rate;
  /** Tables where one person leaves their name without a seat: by declining, leaving or chatting. */
  readonly traces: Rate;
  /** Rated matches between people at one address. A family or a club plays more than one a day, a farm of ratings hundreds. */
  readonly ratedTogether: Rate;
}

/** In seconds. */
const DAY = 86_400;

/** Defaults: far above human use, low enough to stop a runaway client. */
export const DEFAULT_LIMITS: Limits = {
  requests: { burst: 600, perSecond: 60 },
  api: { burst: 120, perSecond: 10 },
  records: { burst: 30, perSecond: 0.5 },
  pictures: { burst: 60, perSecond: 1 },
  animations: { burst: 5, perSecond: 1 / 30 },
  // A class or a club behind one address arrives all at once.
  guests: { burst: 60, perSecond: 0.1 },
  lookups: { burst: 30, perSecond: 1 },
  loads: { burst: 120, perSecond: 4 },
  profiles: { burst: 60, perSecond: 4 },
  signIns: { burst: 30, perSecond: 0.2 },
  accounts: { burst: 10, perSecond: 1 / 30 },
  changes: { burst: 20, perSecond: 0.1 },
  renames: { burst: 20, perSecond: 20 / DAY },
  settings: { burst: 60, perSecond: 0.5 },
  confirmations: { burst: 5, perSecond: 5 / DAY },
  passwordResets: { burst: 4, perSecond: 1 / 3600 },
  studies: { burst: 30, perSecond: 0.3 },
  addressStudies: { burst: 120, perSecond: 1 },
  tournaments: { burst: 30, perSecond: 0.5 },
  newTournaments: { burst: 40, perSecond: 40 / DAY },
  exports: { burst: 4, perSecond: 1 / 60 },
  lines: { burst: 60, perSecond: 1 },
  messages: { burst: 60, perSecond: 20 },
  commands: { burst: 40, perSecond: 10 },
  tables: { burst: 10, perSecond: 0.1 },
  challenges: { burst: 40, perSecond: 1 / 30 },
  reports: { burst: 30, perSecond: 30 / DAY },
  chat: { burst: 8, perSecond: 1 },
  traces: { burst: 200, perSecond: 200 / DAY },
  ratedTogether: { burst: 20, perSecond: 20 / DAY },
};

/** What clients may hold at the same time. */
export interface HeldLimits {
  /** Open connections of the whole server, HTTP and WebSocket together. */
  readonly connections: number;
  /** Of one address; behind a trusted proxy its WebSocket connections and running requests. */
  readonly connectionsPerAddress: number;
  /** Open WebSocket connections of one person, from any address; the same number of event streams. */
  readonly socketsPerPerson: number;
  /** How long a WebSocket connection may stay open without an accepted `hello`. Milliseconds. */
  readonly helloMs: number;
  /** Open event streams of one token, and from one address without. */
  readonly eventStreams: number;
  /** How long an event stream may stay open before its client must resume it. Milliseconds. */
  readonly eventStreamMs: number;
  /** How long the event stream of a person may stay open while its token makes no other request. Milliseconds. */
  readonly streamSilenceMs: number;
  /** How long a person stays present after the server ended their event stream, so that its client can resume it. Milliseconds. */
  readonly streamLingerMs: number;
}

/** The default of `connections` is the open-file limit of the process, minus a reserve (`connectionLimit`). */
export const DEFAULT_HELD: Omit<HeldLimits, 'connections'> = {
  connectionsPerAddress: 100,
  socketsPerPerson: 20,
  helloMs: 10_000,
  eventStreams: 5,
  eventStreamMs: 15 * 60_000,
  streamSilenceMs: 60_000,
  streamLingerMs: 5000,
};

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
  readonly #rate: Rate;
  readonly #now: () => number;
  readonly #onRefused: () => void;
  readonly #buckets = new Map<string, Bucket>();

  constructor(rate: Rate, now: () => number, onRefused: () => void = () => undefined) {
    this.#rate = rate;
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
    const { burst, perSecond } = this.#rate;
    const fill = Math.min(1, ...keysOf(name).map(({ key }) => this.#buckets.get(key)?.fill() ?? 1));
    const resetMs = Math.ceil((((1 - fill) * burst) / perSecond) * 1000);
    return { limit: burst, remaining: Math.floor(fill * burst), resetMs };
  }

  #bucket({ key, share }: LimitKey): Bucket {
    const known = this.#buckets.get(key);
    if (known !== undefined) return known;
    if (this.#buckets.size >= MAX_KEYS) this.#makeRoom();
    const { burst, perSecond } = this.#rate;
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
  readonly #counts = new Map<string, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(name: string): (() => void) | null {
    if (this.isFull(name)) return null;
    const keys = keysOf(name).map(({ key }) => key);
    for (const key of keys) this.#counts.set(key, this.#count(key) + 1);
    let isHeld = true;
    return () => {
      if (isHeld) for (const key of keys) this.#giveBack(key);
      isHeld = false;
    };
  }

  isFull(name: string): boolean {
    return keysOf(name).some(({ key, share }) => this.#count(key) >= this.#limit * share);
  }

  #count(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  #giveBack(key: string): void {
    const left = this.#count(key) - 1;
    if (left > 0) this.#counts.set(key, left);
    else this.#counts.delete(key);
  }
}
