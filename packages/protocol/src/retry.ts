/** A command or subscription that stays `unavailable` is sent this often before the client gives up. */
export const MOST_TRIES = 6;

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 8000;

/**
 * How long to wait before the next try, in milliseconds, where `tries` have failed; `null` to give up. Delays double up to 8 s, and up to
 * half of each is left out by chance (`random`, from 0 to below 1), so that clients do not come back together.
 */
export function retryDelay(tries: number, random: number): number | null {
  if (tries >= MOST_TRIES) return null;
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (tries - 1));
  return Math.round(delay * (1 - random / 2));
}

/** How often each of some things has failed, and when to try it again. */
export class Retries<K> {
  readonly #random: () => number;
  readonly #failed = new Map<K, { readonly tries: number; readonly at: number }>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Notes a failure at `now`; whether it will be tried again. `waitMs`: how long the server asks to wait. */
  failed(key: K, now: number, waitMs?: number): boolean {
    const tries = (this.#failed.get(key)?.tries ?? 0) + 1;
    const delay = retryDelay(tries, this.#random());
    if (delay === null) this.#failed.delete(key);
    else this.#failed.set(key, { tries, at: now + Math.max(delay, waitMs ?? 0) });
    return delay !== null;
  }

  /** What is to be tried again by now. Each is returned once, until it fails again. */
  due(now: number): readonly K[] {
    const due = [...this.#failed].filter(([, { at }]) => at <= now);
    for (const [key, { tries }] of due) this.#failed.set(key, { tries, at: Number.POSITIVE_INFINITY });
    return due.map(([key]) => key);
  }

  /** It is settled, or is being sent by another way. */
  settled(key: K): void {
    this.#failed.delete(key);
  }

  /** All are being sent again now; the count of failures stays. */
  sentAll(): void {
    for (const [key, { tries }] of this.#failed) this.#failed.set(key, { tries, at: Number.POSITIVE_INFINITY });
  }
}
