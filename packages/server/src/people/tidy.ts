import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Accounts } from '@tablier/store';
import type { Log } from '../log.ts';
import type { ServerNode } from '../nodes/node.ts';
import type { Deletion } from './deletion.ts';

export interface TidyParts {
  readonly accounts: Accounts;
  readonly deletion: Deletion;
  readonly node: ServerNode;
  readonly log: Log;
  readonly now: () => number;
}

/** A guest without a table who was not here for so long is deleted. Milliseconds. */
const GUEST_LIFE = 30 * 86_400_000;
const PAGE = 200;
/** Of several nodes, the one that owns this key tidies up. */
const KEY = 'server-tidy';

/** Removes guests who left nothing behind and will hardly come back, and challenges that nobody can answer any more. */
export class Tidy {
  readonly #parts: TidyParts;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isClosed = false;

  /** `pace`: how often, in milliseconds. */
  constructor(parts: TidyParts, pace: number) {
    this.#parts = parts;
    this.#timer = setInterval(() => this.#start(), pace).unref();
  }

  /** Resolves when what was under way has stopped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  #start(): void {
    if (!this.#parts.node.keeps(KEY)) return;
    this.#running ??= this.#run()
      .catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'old guests could not be removed; this is tried again later');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Goes through the guests page by page: between two pages others get their turn. */
  async #run(): Promise<void> {
    const { accounts, deletion, now } = this.#parts;
    await accounts.forgetChallenges(now());
    const seenBefore = now() - GUEST_LIFE;
    let page: readonly string[] = [];
    do {
      page = await accounts.idleGuests({ seenBefore, after: page.at(-1) ?? '', limit: PAGE });
      for (const guest of page) {
        if (this.#isClosed) return;
        await deletion.delete(guest);
      }
      await nextTurn();
    } while (page.length === PAGE);
  }
}
