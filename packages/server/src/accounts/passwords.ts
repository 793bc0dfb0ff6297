/** Argon2id, as OWASP asks for: 19 MiB of memory, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Loaded with the first password: a server on which nobody has one does without. */
const argon2 = () => import('@node-rs/argon2');

/** Hashes made at the same time: each takes a thread of Node's pool, which reads files too. */
const AT_ONCE = 2;
/** Hashes that wait for one of them. */
const MOST_WAITING = 40;

const makeHash = async (password: string): Promise<string> => (await argon2()).hash(password, PARAMETERS);

/** Whether a hash is that of a password. */
export type Compare = (hash: string, password: string) => Promise<boolean>;

/** Password hashes, made on threads: the event loop never waits. Bounded in memory and in how much waits. */
export class Passwords {
  #running = 0;
  readonly #waiting: (() => void)[] = [];
  /** The hash that nobody's password has: what a wrong name is compared with, so that it takes as long as a right one. */
  #decoy: Promise<string> | null = null;
  readonly #compare: Compare;

  /** Another comparison counts what it is asked. */
  constructor(compare: Compare = async (of, password) => (await argon2()).verify(of, password)) {
    this.#compare = compare;
  }

  /** `null` where too many wait already. */
  hash(password: string): Promise<string | null> {
    return this.#run(() => makeHash(password));
  }

  /** Whether the password is the one of the hash, `null` for that of nobody; in the same time in any case. `null` where too many wait. */
  verify(of: string | null, password: string): Promise<boolean | null> {
    return this.#run(async () => {
      // Awaited for every name: else the first wrong one after a start would take longer than a right one.
      const decoy = await (this.#decoy ??= makeHash(''));
      const isRight = await this.#compare(of ?? decoy, password);
      return isRight && of !== null;
    });
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
