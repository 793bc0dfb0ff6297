import { setTimeout as wait } from 'node:timers/promises';
import type { StandingStream, Store } from '@tablier/store';
import type { TableState } from './table-state.ts';

const PAGE = 50;
/** The pause after a page in which games were missing, so that players notice nothing. Milliseconds. */
const PAUSE = 200;
/** Tables that ended shortly before a server died are looked at again at every start. */
const MOST_RECENT = 500;
/** The progress once all earlier games are recorded. */
const DONE = { at: 0, id: '' };

interface RecordMissedDeps {
  readonly store: Pick<Store, 'standing' | 'finished'>;
  /** Reads a table; `null` if it cannot be read. */
  readonly load: (table: string) => Promise<TableState | null>;
  /** Archives and records a finished match. */
  readonly record: (state: TableState) => Promise<unknown>;
  /** Aborted when the server stops. */
  readonly signal: AbortSignal;
}

/**
 * Records finished games that searches do not know: those that a crash prevented, and once all games from before games were recorded. Goes
 * from the newest to the oldest, in pages, and continues where an earlier start stopped.
 */
export async function recordMissed(deps: RecordMissedDeps): Promise<void> {
  const { store, signal } = deps;
  const begun = await store.finished.progress();
  const isDone = begun?.at === DONE.at;
  let before: { readonly touchedAt: number; readonly id: string } | undefined;
  for (let seen = 0; !signal.aborted; seen += PAGE) {
    const found = await store.standing({ statuses: ['over'], limit: PAGE, ...(before && { before }) });
    const missing = await recordPage(found, deps);
    before = found.at(-1);
    if (before === undefined || found.length < PAGE) break;
    if (isDone && seen >= MOST_RECENT) return;
    // The newest were looked at; those between them and the last stop are known.
    const isBehind = begun !== null && before.touchedAt > begun.at && seen >= MOST_RECENT;
    if (isBehind) before = { touchedAt: begun.at, id: begun.id };
    if (!isDone && seen >= MOST_RECENT) await store.finished.saveProgress({ at: before.touchedAt, id: before.id });
    if (missing > 0) await wait(PAUSE, undefined, { signal }).catch(() => undefined);
  }
  if (!isDone && !signal.aborted) await store.finished.saveProgress(DONE);
}

/** Returns how many games of a page were missing. */
async function recordPage(
  found: readonly StandingStream[],
  { store, load, record, signal }: RecordMissedDeps,
): Promise<number> {
  let missing = 0;
  for (const { id } of found) {
    if (signal.aborted || (await store.finished.isRecorded(id))) continue;
    missing++;
    const state = await load(id);
    if (state !== null) await record(state);
  }
  return missing;
}
