import { parseLine } from '@tablier/protocol';
import { formatRoute } from '@tablier/protocol/routes';
import { BoundedMap } from '../lib/caches.ts';
import { keysOf } from '../lib/addresses.ts';
import { remembered } from '../lib/tasks.ts';

/** The lengths of passwords and usernames, in characters. */
export const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 200;
const MAX_USERNAME_LENGTH = 60;

/** Characters that usernames of no version contain. */
const NEVER_ALLOWED = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A normalised username (NFKC, lower case); `null` for an impossible one. */
export function parseUsername(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  const username = data.normalize('NFKC').toLowerCase().normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  return username !== '' && Array.from(username).length <= MAX_USERNAME_LENGTH && !NEVER_ALLOWED.test(username)
    ? username
    : null;
}

/** A normalised username that may be claimed. Stricter than `parseUsername`, since older versions allowed more. */
export function parseNewUsername(data: unknown): string | null {
  const username = parseUsername(data);
  return username === null ? null : parseLine(username, MAX_USERNAME_LENGTH);
}

/** A normalised password (NFKC); `null` if it is too short or too long. */
export function parsePassword(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  const password = data.normalize('NFKC');
  const { length } = Array.from(password);
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH ? password : null;
}

const OWN_WORDS = ['tablier'];
/** Shorter words occur in too many good passwords. In characters. */
const SHORTEST_WORD = 4;

/** The tens of thousands of most common passwords, in lower case. Loaded when the first password is set. */
const commonPasswords = remembered(async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
});

/** A common one, one of at most two characters, or one with a word from `known` (NIST SP 800-63B, 3.1.1.2). */
export async function isEasyToGuess(password: string, known: readonly string[]): Promise<boolean> {
  const text = password.toLowerCase();
  if (new Set(text).size <= 2 || (await commonPasswords()).has(text)) return true;
  const words = [...OWN_WORDS, ...known.map((word) => word.normalize('NFKC').toLowerCase())];
  return words.some((word) => text === word || (Array.from(word).length >= SHORTEST_WORD && text.includes(word)));
}

/** How long a link that sets a new password is valid. Milliseconds. */
export const RESET_LIFE = 3_600_000;

/** The path of such a link. Browsers do not send what is behind the `#`, so the secret is in no log of a server or proxy. */
export const resetPath = (secret: string): string => `${formatRoute({ page: 'reset' })}#${secret}`;

/** The secret of a link. Some links also name the account, and programs that find links in a text may add the sign behind it. */
export const parseReset = (text: string): string | null =>
  /(?:^|\.)([\da-f]{64})(?:%[\dA-Fa-f]{2}|\W)*$/.exec(text)?.[1] ?? null;

/** The cost of a hash. `memoryCost` is in KiB, `timeCost` is the number of passes. The work is their product. */
export interface HashParameters {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id with 64 MiB and two passes: 3.4 times the minimum of OWASP (19 MiB, two passes). */
export const PARAMETERS: HashParameters = { memoryCost: 65_536, timeCost: 2, parallelism: 1 };

/** Loaded with the first password: a server without passwords saves the memory. */
const argon2 = () => import('@node-rs/argon2');

/** The maximum number of concurrent hashes. Each needs the memory above and a thread of Node's pool, which also reads files. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 40;

export interface Hashing {
  readonly make: (password: string, parameters: HashParameters) => Promise<string>;
  readonly compare: (hash: string, password: string) => Promise<boolean>;
}

const HASHING: Hashing = {
  make: async (password, parameters) => (await argon2()).hash(password, parameters),
  compare: async (hash, password) => (await argon2()).verify(hash, password),
};

interface PasswordsOptions {
  readonly hashing?: Hashing;
  /** The cost of a new hash. Default: `PARAMETERS`. Tests that do not examine it make cheaper ones. */
  readonly parameters?: HashParameters;
}

/** Password hashing on threads, so that the event loop never waits. Memory and queue are limited. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** A hash to compare with for an unknown username, so that it takes as long as for a known one. */
  readonly #decoy = remembered(() => this.#hashing.make('', this.#parameters));
  readonly #hashing: Hashing;
  readonly #parameters: HashParameters;

  constructor({ hashing = HASHING, parameters = PARAMETERS }: PasswordsOptions = {}) {
    this.#hashing = hashing;
    this.#parameters = parameters;
  }

  /** `null` if the queue is full. */
  hash(password: string): Promise<string | null> {
    return this.#run(() => this.#hashing.make(password, this.#parameters));
  }

  /** Whether the password matches the hash, in constant time; `of` is `null` for an unknown username. `null` if the queue is full. */
  verify(of: string | null, password: string): Promise<boolean | null> {
    return this.#run(async () => {
      // Awaited for every username: otherwise the first unknown one after a start would take longer than a known one.
      const decoy = await this.#decoy();
      const isRight = await this.#hashing.compare(of ?? decoy, password);
      await this.#makeUpFor(of ?? decoy);
      return isRight && of !== null;
    });
  }

  /** A new hash of a correct password whose hash is weaker than new ones. `null` if it is not weaker, or if hashing failed. */
  async strengthened(of: string | null, password: string): Promise<string | null> {
    if (of === null || this.#missingWork(of) === 0) return null;
    try {
      return await this.hash(password);
    } catch {
      // The weaker hash remains valid. The next sign-in tries again.
      return null;
    }
  }

  /** Does the work that comparing a weaker hash saved. Otherwise the time would reveal that the username exists. */
  async #makeUpFor(hash: string): Promise<void> {
    const memoryCost = Math.floor(this.#missingWork(hash) / this.#parameters.timeCost);
    if (memoryCost >= MIN_MEMORY) await this.#hashing.make('', { ...this.#parameters, memoryCost });
  }

  /** How much less work a hash takes than a new one, in KiB times passes; at least 0. */
  #missingWork(hash: string): number {
    const [, memory = 0, passes = 0] = /\$m=(\d+),t=(\d+),/.exec(hash)?.map(Number) ?? [];
    return Math.max(0, this.#parameters.memoryCost * this.#parameters.timeCost - memory * passes);
  }

  async #run<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#running >= MAX_CONCURRENT) {
      if (this.#waiting.length >= MAX_WAITING) return null;
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    } else {
      this.#running++;
    }
    try {
      return await work();
    } finally {
      const next = this.#waiting.shift();
      if (next === undefined) this.#running--;
      else next();
    }
  }
}

/** The minimum memory of Argon2 for one lane, in KiB. */
const MIN_MEMORY = 8;

const FREE_ATTEMPTS = 5;
/** The wait after the next attempt. Each further one doubles it, up to the longest. Milliseconds. */
const FIRST_WAIT = 30_000;
const LONGEST_WAIT = 3_600_000;
/** Attempts are forgotten after this time without another. Milliseconds. */
const RECORD_LIFETIME = 24 * 3_600_000;
const MAX_RECORDS = 10_000;

/** Attempts of unknown browsers: each wrong one doubles the wait, so one address uses little of the shared limit. */
export function createSignInAttempts(now: () => number) {
  const records = new BoundedMap<string, { readonly count: number; readonly at: number }>(MAX_RECORDS);
  const find = (key: string) => {
    const record = records.get(key);
    return record === undefined || now() - record.at > RECORD_LIFETIME ? undefined : record;
  };
  return {
    /** The time until an attempt is allowed, in milliseconds; 0 for now. */
    wait(username: string, address: string): number {
      const waits = keysOf(address).map(({ key, share }) => {
        const record = find(keyOf(username, key));
        return record === undefined ? 0 : record.at + waitAfter(record.count, share) - now();
      });
      return Math.max(0, ...waits);
    },
    /** Counts an attempt, before its outcome is known. */
    count(username: string, address: string): void {
      for (const key of keysOf(address).map((each) => keyOf(username, each.key)))
        records.set(key, { count: (find(key)?.count ?? 0) + 1, at: now() });
    },
    forget(username: string, address: string): void {
      for (const { key } of keysOf(address)) records.delete(keyOf(username, key));
    },
  };
}

const keyOf = (username: string, network: string): string => JSON.stringify([username, network]);

function waitAfter(count: number, share: number): number {
  const wrong = count - FREE_ATTEMPTS * share;
  return wrong < 0 ? 0 : Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** Math.min(20, wrong));
}
