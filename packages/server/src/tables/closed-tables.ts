import { ROOMS } from '@tablier/protocol';
import type { Store } from '@tablier/store';
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
 * is erased first, so that an interrupted erasure is found again. Rejects with `StoreUnavailable`.
 */
export async function eraseClosedTables({ store, isLoaded, now, isStopped }: ClosedTablesDeps): Promise<void> {
  let before = { touchedAt: now - CLOSED_LIFE, id: '' };
  for (;;) {
    const page = await store.standing({ statuses: ['closed'], before, limit: PAGE });
    for (const { id, touchedAt } of page) {
      if (isStopped()) return;
      if (!isLoaded(id)) await eraseTable(store, id);
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
