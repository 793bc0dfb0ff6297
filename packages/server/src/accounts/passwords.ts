/** What a hash costs. `memoryCost` is in KiB; the work is that times the passes. */
export interface HashParameters {
  readonly memoryCost: number;
  readonly timeCost: number;
  readonly parallelism: number;
}

/** Argon2id with 64 MiB and two passes: 3.4 times the least that OWASP asks for (19 MiB, two passes). */
export const PARAMETERS: HashParameters = { memoryCost: 65_536, timeCost: 2, parallelism: 1 };

/** Loaded with the first password: a server on which nobody has one does without. */
const argon2 = () => import('@node-rs/argon2');

/** Hashes made at the same time: each takes a thread of Node's pool, which reads files too, and the memory above. */
const AT_ONCE = 2;
/** Hashes that wait for one of them. */
const MOST_WAITING = 40;

/** The two things that are done with argon2. */
export interface Hashing {
  readonly make: (password: string, parameters: HashParameters) => Promise<string>;
  /** Whether a hash is that of a password. */
  readonly compare: (hash: string, password: string) => Promise<boolean>;
}

const HASHING: Hashing = {
  make: async (password, parameters) => (await argon2()).hash(password, parameters),
  compare: async (hash, password) => (await argon2()).verify(hash, password),
};

/** Password hashes, made on threads: the event loop never waits. Bounded in memory and in how much waits. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** The hash that nobody's password has: what a wrong name is compared with, so that it takes as long as a right one. */
  #decoy: Promise<string> | null = null;
  readonly #hashing: Hashing;

  /** Another `Hashing` counts what it is asked. */
  constructor(hashing: Hashing = HASHING) {
    this.#hashing = hashing;
  }

  /** `null` where too many wait already. */
  hash(password: string): Promise<string | null> {
    return this.#run(() => this.#hashing.make(password, PARAMETERS));
  }

  /** Whether the password is the one of the hash, `null` for that of nobody; in the same time in any case. `null` where too many wait. */
  verify(of: string | null, password: string): Promise<boolean | null> {
    return this.#run(async () => {
      // Awaited for every name: else the first wrong one after a start would take longer than a right one.
      const decoy = await (this.#decoy ??= this.#hashing.make('', PARAMETERS));
      const isRight = await this.#hashing.compare(of ?? decoy, password);
      await this.#makeUpFor(of ?? decoy);
      return isRight && of !== null;
    });
  }

  /** Another hash of a password that is right, where its hash is weaker than new ones are; `null` where it is not, or cannot be made now. */
  async strengthened(of: string | null, password: string): Promise<string | null> {
    if (of === null || missingWork(of) === 0) return null;
    try {
      return await this.hash(password);
    } catch {
      // The weaker one still does: the next sign-in tries again.
      return null;
    }
  }

  /** Does the work that comparing a weaker hash saved: the time would tell that there is such a hash, and so that somebody has the name. */
  async #makeUpFor(hash: string): Promise<void> {
    const memoryCost = Math.floor(missingWork(hash) / PARAMETERS.timeCost);
    if (memoryCost >= LEAST_MEMORY) await this.#hashing.make('', { ...PARAMETERS, memoryCost });
  }

  async #run<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#running >= AT_ONCE) {
      if (this.#waiting.length >= MOST_WAITING) return null;
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

/** Argon2 takes no less, in KiB for one lane. */
const LEAST_MEMORY = 8;

/** How much less work a hash takes than one that is made now, in KiB times passes; 0 for one that takes as much or more. */
function missingWork(hash: string): number {
  const [, memory = 0, passes = 0] = /\$m=(\d+),t=(\d+),/.exec(hash)?.map(Number) ?? [];
  return Math.max(0, PARAMETERS.memoryCost * PARAMETERS.timeCost - memory * passes);
}
