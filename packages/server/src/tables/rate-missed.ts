import type { Store } from '@tablier/store';
import { isTableHead } from './table-log.ts';
import { TABLE_STREAM } from './table-stream.ts';

/** A table that ended this long before the last rated match has been rated, or never will be. Milliseconds. */
const WINDOW = 24 * 3_600_000;
const PAGE = 100;
const MOST = 1000;

/** Loads the finished tables whose match was not rated because a server died, which rates them. Looks at the newest `MOST`. */
export async function rateMissed(
  store: Pick<Store, 'standing' | 'ratings'>,
  load: (table: string) => Promise<unknown>,
): Promise<void> {
  const since = (await store.ratings.lastRatedAt()) - WINDOW;
  let before: { readonly touchedAt: number; readonly id: string } | undefined;
  for (let seen = 0; seen < MOST; seen += PAGE) {
    const found = await store.standing({ statuses: ['over'], limit: PAGE, ...(before && { before }) });
    for (const { id, head, touchedAt } of found) {
      const isMissed = touchedAt >= since && isRatedHead(head) && !(await store.ratings.isRated(id));
      if (isMissed) await load(id);
    }
    before = found.at(-1);
    if (before === undefined || found.length < PAGE || before.touchedAt < since) return;
  }
}

const isRatedHead = (head: unknown): boolean => isTableHead(head) && TABLE_STREAM.readHead(head).terms.rated === true;
