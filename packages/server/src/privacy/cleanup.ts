import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Store } from '@tablier/store';
import type { Log } from '../lib/log.ts';
import type { ServerNode } from '../cluster/node.ts';
import { eraseClosedTables } from '../tables/closed-tables.ts';
import type { Rooms } from '../tables/rooms.ts';
import type { Deletion } from './deletion.ts';

interface CleanupDeps {
  readonly store: Store;
  readonly deletion: Deletion;
  readonly node: ServerNode;
  readonly rooms: Pick<Rooms, 'has'>;
  readonly log: Log;
  readonly now: () => number;
}

/** A guest without a table is deleted after this time of absence. Milliseconds. */
const GUEST_LIFE = 30 * 86_400_000;
const PAGE = 200;
/** The node that owns this key does the clean-up. */
const KEY = 'server-tidy';

/** Periodically removes idle guests without tables, closed tables without a game, and expired challenges. */
export class Cleanup {
  readonly #deps: CleanupDeps;
  readonly #timer: NodeJS.Timeout;
  #running: Promise<void> | null = null;
  #isClosed = false;

  /** `interval` is in milliseconds. */
  constructor(deps: CleanupDeps, interval: number) {
    this.#deps = deps;
    this.#timer = setInterval(() => this.#start(), interval).unref();
  }

  /** Resolves when a running clean-up has stopped. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  #start(): void {
    if (!this.#deps.node.owns(KEY)) return;
    this.#running ??= this.#run()
      .catch((error: unknown) => {
        this.#deps.log.error({ err: error }, 'clean-up of old guests and tables failed; it will be retried');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Processes guests in pages and yields to other work between them. */
  async #run(): Promise<void> {
    const { store, deletion, rooms, now } = this.#deps;
    const { accounts } = store;
    await accounts.forgetChallenges(now());
    // First, because a guest may be idle once their last table is removed.
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
