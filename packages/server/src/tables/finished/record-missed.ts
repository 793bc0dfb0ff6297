import { setTimeout as wait } from 'node:timers/promises';
import { type Progress, type Store, StoreUnavailable } from '@tablier/store';
import { defineJob, type JobQueue } from '../../jobs/job-queue.ts';
import type { TableState } from '../state/table-state.ts';
import type { ServerContext } from '../../lib/context.ts';
import { archiveMatch } from './finished-match.ts';
import { listingOf } from '../logs/table-log.ts';
import * as z from 'zod';

/** Tables per query: a few milliseconds. */
const PAGE = 200;
/** The pause after every page, so that players notice nothing, and the longer one after a page with missing games. Milliseconds. */
const PAUSE = 20;
const LONG_PAUSE = 200;
/** Every start checks the tables again that ended shortly before a server died. */
const MAX_RECENT = 1000;
const DONE = { at: 0, id: '' };

/** Looks for missed games at every start, and every `MISSED_EVERY`: in a cluster, other nodes do it for one that died. */
export const RECORD_MISSED = defineJob({
  kind: 'record-missed-games',
  payload: z.null(),
  parallel: 1,
  retries: 3,
  retrySeconds: 30,
  longestSeconds: 900,
});
/** Milliseconds. */
export const MISSED_EVERY = 600_000;

interface RecordMissedDeps {
  readonly store: Pick<Store, 'finished'>;
  readonly load: (table: string) => Promise<TableState | null>;
  readonly record: (state: TableState) => Promise<unknown>;
  /** Writes the listing of a table again: early versions stored less in it. */
  readonly relist: (state: TableState) => Promise<unknown>;
  readonly signal: AbortSignal;
}

/**
 * Rates and records finished games that searches do not know: those that a crash prevented, and once all games from before games were
 * recorded. Goes from the newest to the oldest, in pages, and continues where an earlier start stopped. Once the earlier games are recorded,
 * a start looks at the newest `MAX_RECENT` tables, however many there are. A game that cannot be recorded does not keep others from it:
 * the run fails at its end.
 */
export async function recordMissed(deps: RecordMissedDeps): Promise<void> {
  const { store, signal } = deps;
  const begun = await store.finished.progress();
  const isDone = begun?.at === DONE.at;
  let before: NonNullable<Progress> | undefined;
  const failures: unknown[] = [];
  // What the database did not answer is looked for again from the same place; a bug would fail again there.
  const isAnswered = (): boolean => !failures.some((error) => error instanceof StoreUnavailable);
  for (let seen = PAGE; !signal.aborted; seen += PAGE) {
    const { matches, next } = await store.finished.unrecorded(PAGE, before);
    const record = isDone ? deps.record : (state: TableState) => deps.relist(state).then(() => deps.record(state));
    failures.push(...(await recordAll(matches, { ...deps, record })));
    if (next === null || (isDone && seen >= MAX_RECENT)) break;
    // The newest were looked at; those between them and the last stop are known.
    const isBehind = begun !== null && next.at > begun.at && seen >= MAX_RECENT;
    before = isBehind ? begun : next;
    if (!isDone && isAnswered() && seen >= MAX_RECENT) await store.finished.saveProgress(before);
    await wait(matches.length > 0 ? LONG_PAUSE : PAUSE, undefined, { signal }).catch(() => undefined);
  }
  if (!isDone && !signal.aborted && isAnswered()) await store.finished.saveProgress(DONE);
  if (failures.length > 0) throw new Error(`finished games not recorded: ${failures.length}`, { cause: failures[0] });
}

async function recordAll(
  matches: readonly string[],
  { load, record, signal }: RecordMissedDeps,
): Promise<readonly unknown[]> {
  const failures: unknown[] = [];
  for (const id of matches) {
    if (signal.aborted) break;
    try {
      const state = await load(id);
      if (state !== null) await record(state);
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}

/** Declares the job that records the finished games which a crash left unrecorded. */
export function createRecording(
  { store }: ServerContext,
  jobs: JobQueue,
  load: (table: string) => Promise<TableState | null>,
): void {
  const record = (state: TableState) => archiveMatch(state, { store });
  const relist = (state: TableState) => store.relistStream(state.id, state.seq, listingOf(state), state.turnedAt);
  jobs.repeat(RECORD_MISSED, MISSED_EVERY, (_, signal) => recordMissed({ store, load, record, relist, signal }));
}
