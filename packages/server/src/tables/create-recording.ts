import type { JobQueue } from '../jobs/job-queue.ts';
import type { ServerContext } from '../lib/context.ts';
import { archiveMatch } from './finished-match.ts';
import { MISSED_EVERY, RECORD_MISSED, recordMissed } from './record-missed.ts';
import type { Rooms } from './rooms.ts';
import { listingOf } from './table-log.ts';
import type { TableState } from './table-state.ts';

/** Declares the job that records the finished games which a crash left unrecorded. */
export function createRecording({ store }: ServerContext, rooms: Rooms, jobs: JobQueue): void {
  const recording = {
    store,
    load: (id: string) => rooms.stateOf(id),
    record: (state: TableState) => archiveMatch(state, { store }),
    relist: (state: TableState) => store.relistStream(state.id, state.seq, listingOf(state), state.turnedAt),
  };
  jobs.repeat(RECORD_MISSED, MISSED_EVERY, (_, signal) => recordMissed({ ...recording, signal }));
}
