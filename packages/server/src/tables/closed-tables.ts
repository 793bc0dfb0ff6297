import { ROOMS } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { eachOf } from '../lib/each.ts';
import { chatLog } from './chat.ts';
import { CLOSED_LIFE } from './expiry.ts';

interface ClosedTablesDeps {
  readonly store: Store;
  /** Whether the table is in memory on this node. */
  readonly isLoaded: (table: string) => boolean;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Whether to stop, because the server closes. */
  readonly isStopped: () => boolean;
}

const PAGE = 200;

/**
 * Erases tables that were closed before a match began and have not changed for `CLOSED_LIFE`, with their chat. The chat
 * is erased first, so that an interrupted erasure is found again. One that cannot be erased keeps no other from it.
 * Rejects with `StoreUnavailable`.
 */
export async function eraseClosedTables({ store, isLoaded, now, isStopped }: ClosedTablesDeps): Promise<void> {
  await eachOf(closedTables(store, now - CLOSED_LIFE), async (id) => {
    if (!isStopped() && !isLoaded(id)) await eraseTable(store, id);
  });
}

/** The ids of closed tables that have not changed since a time, the newest first. */
async function* closedTables(store: Store, touchedBefore: number): AsyncGenerator<string> {
  for (let before = { touchedAt: touchedBefore, id: '' }; ;) {
    const page = await store.standing({ statuses: ['closed'], before, limit: PAGE });
    for (const { id, touchedAt } of page) {
      yield id;
      before = { touchedAt, id };
    }
    if (page.length < PAGE) return;
  }
}

async function eraseTable(store: Store, id: string): Promise<void> {
  for (const log of [...ROOMS.map((room) => chatLog(id, room)), id]) {
    // If the database does not answer, the next daily run finds the table again.
    if ((await store.erase(log)).name === 'unavailable') return;
  }
}
