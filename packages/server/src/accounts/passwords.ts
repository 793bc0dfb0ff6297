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
  #decoy: Promise<string> | null = null;
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
      const decoy = await this.#madeDecoy();
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

  /** A failure, such as too little memory for a moment, is not remembered. */
  #madeDecoy(): Promise<string> {
    this.#decoy ??= this.#hashing.make('', this.#parameters).catch((error: unknown) => {
      this.#decoy = null;
      throw error;
    });
    return this.#decoy;
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
