import { LONGEST_WAIT } from '@tablier/protocol';

/** How often a command or subscription is sent that stays `unavailable`, until the client gives up. */
export const MAX_TRIES = 6;

/** The delay before the first reconnect. Milliseconds, as all delays here. */
const FIRST_RECONNECT = 250;
/** A restarting server is back soon, so the first reconnects wait for `QUICK_RECONNECT` at most. */
const QUICK_RECONNECTS = 10;
const QUICK_RECONNECT = 1000;

const FIRST_DELAY = 1000;
const LONGEST_DELAY = 8000;

/**
 * The delay before the next try after `tries` failures, in milliseconds; `null` to give up. Delays double up to 8 s. Up to half of each
 * is random (`random`, from 0 to below 1), so that clients do not retry together.
 */
export function retryDelay(tries: number, random: number): number | null {
  if (tries >= MAX_TRIES) return null;
  const delay = Math.min(LONGEST_DELAY, FIRST_DELAY * 2 ** (tries - 1));
  return Math.round(delay * (1 - random / 2));
}

/** The delay before a reconnect after `attempts` failed ones. Doubles with each; up to half of it is random, as in `retryDelay`. */
export function reconnectDelay(attempts: number, random: number): number {
  const longest = attempts < QUICK_RECONNECTS ? QUICK_RECONNECT : LONGEST_WAIT;
  return Math.round(Math.min(longest, FIRST_RECONNECT * 2 ** attempts) * (1 - random / 2));
}

/** Counts the failures of each key and schedules its next try. */
export class Retries<K> {
  readonly #random: () => number;
  readonly #failed = new Map<K, { readonly tries: number; readonly at: number }>();

  constructor(random: () => number) {
    this.#random = random;
  }

  /** Records a failure at `now` and returns whether the key will be tried again. `waitMs`: the shortest delay the server accepts. */
  failed(key: K, now: number, waitMs?: number): boolean {
    const tries = (this.#failed.get(key)?.tries ?? 0) + 1;
    const delay = retryDelay(tries, this.#random());
    if (delay === null) this.#failed.delete(key);
    else this.#failed.set(key, { tries, at: now + Math.max(delay, waitMs ?? 0) });
    return delay !== null;
  }

  /** The keys to try again now. Each is returned once until it fails again. */
  due(now: number): readonly K[] {
    const due = [...this.#failed].filter(([, { at }]) => at <= now);
    for (const [key, { tries }] of due) this.#failed.set(key, { tries, at: Number.POSITIVE_INFINITY });
    return due.map(([key]) => key);
  }

  /** Forgets a key: it succeeded, failed for good, or is sent in another way. */
  settled(key: K): void {
    this.#failed.delete(key);
  }

  /** All keys were just sent. Their counts of failures remain. */
  sentAll(): void {
    for (const [key, { tries }] of this.#failed) this.#failed.set(key, { tries, at: Number.POSITIVE_INFINITY });
  }
}
