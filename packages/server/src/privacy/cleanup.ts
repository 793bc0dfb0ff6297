import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '@tablier/store';
import type { Log } from '../lib/log.ts';
import type { ServerNode } from '../cluster/node.ts';
import { eraseClosedTables } from '../tables/closed-tables.ts';
import type { Rooms } from '../tables/rooms.ts';
import type { Deletion } from './deletion.ts';

export interface CleanupParts {
  readonly store: Store;
  readonly deletion: Deletion;
  readonly node: ServerNode;
  readonly rooms: Pick<Rooms, 'has'>;
  readonly log: Log;
  readonly now: () => number;
}

/** A guest without a table who was not here for so long is deleted. Milliseconds. */
const GUEST_LIFE = 30 * 86_400_000;
const PAGE = 200;
/** Of several nodes, the one that owns this key tidies up. */
const KEY = 'server-tidy';

/** Removes guests who left nothing behind and will hardly come back, tables where nobody played, and spent challenges. */
export class Cleanup {
  readonly #parts: CleanupParts;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isClosed = false;

  /** `pace`: how often, in milliseconds. */
  constructor(parts: CleanupParts, pace: number) {
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
    if (!this.#parts.node.owns(KEY)) return;
    this.#running ??= this.#run()
      .catch((error: unknown) => {
        this.#parts.log.error({ err: error }, 'old guests and tables could not be removed; this is tried again later');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Goes through the guests page by page: between two pages others get their turn. */
  async #run(): Promise<void> {
    const { store, deletion, rooms, now } = this.#parts;
    const { accounts } = store;
    await accounts.forgetChallenges(now());
    // First: a guest whose last table goes may go with it.
    await eraseClosedTables({
      store,
      now: now(),
      isLoaded: (table) => rooms.has(table),
      isStopped: () => this.#isClosed,
    });
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
