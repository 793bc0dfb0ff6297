import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AccountRepository } from '@tablier/store';
import type { Log } from '../lib/log.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { Deletion } from './deletion.ts';

export interface CleanupParts {
  readonly repository: AccountRepository;
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
        this.#parts.log.error({ err: error }, 'old guests could not be removed; this is tried again later');
      })
      .finally(() => {
        this.#running = null;
      });
  }

  /** Goes through the guests page by page: between two pages others get their turn. */
  async #run(): Promise<void> {
    const { repository, deletion, now } = this.#parts;
    await repository.forgetChallenges(now());
    const seenBefore = now() - GUEST_LIFE;
    let page: readonly string[] = [];
    do {
      page = await repository.idleGuests({ seenBefore, after: page.at(-1) ?? '', limit: PAGE });
      for (const guest of page) {
        if (this.#isClosed) return;
        await deletion.delete(guest);
      }
      await nextTurn();
    } while (page.length === PAGE);
  }
}
