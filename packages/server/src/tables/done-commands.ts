/** Commands kept in memory per table. Older ones are looked up in the store. */
const MAX_KEPT = 200;

/**
 * A command that was done: the number of its event and the hash of its content; `null` in logs from before hashes were
 * stored.
 */
export interface Done {
  readonly seq: number;
  readonly hash: string | null;
}

/** The most recent commands of a table, by key. */
export class DoneCommands {
  readonly #done = new Map<string, Done>();
  #isWhole = true;

  /** Whether every command of the table is here. If not, a missing one may still be in the store. */
  get isWhole(): boolean {
    return this.#isWhole;
  }

  get size(): number {
    return this.#done.size;
  }

  add(key: string, done: Done): void {
    this.#done.set(key, done);
    for (const oldest of this.#done.keys()) {
      if (this.#done.size <= MAX_KEPT) break;
      this.#done.delete(oldest);
      this.#isWhole = false;
    }
  }

  get(key: string): Done | undefined {
    return this.#done.get(key);
  }
}
