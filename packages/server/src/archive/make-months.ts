import { join } from 'node:path';
import { games } from '@tablier/games';
import * as z from 'zod';
import { defineJob } from '../jobs/job-kind.ts';
import type { JobQueue } from '../jobs/job-queue.ts';
import type { ServerContext } from '../lib/context.ts';
import { ARCHIVES, MonthFiles } from './month-files.ts';

/** Makes the monthly files that are missing: at every start, and every `MONTHS_EVERY`. */
export const MAKE_MONTHS = defineJob({
  kind: 'make-monthly-files',
  payload: z.null(),
  parallel: 1,
  retries: 3,
  retrySeconds: 300,
  longestSeconds: 3600,
});
/** Milliseconds. */
const MONTHS_EVERY = 3_600_000;

/** The files in the data folder of this server, and the job that makes them. */
export function createMonthFiles({ store, folder, now, background }: ServerContext, jobs: JobQueue): MonthFiles {
  const ids = games.map(({ id }) => id);
  const files = { folder: join(folder, ARCHIVES), months: store.months, games: ids };
  const monthFiles = new MonthFiles({ ...files, now, background });
  jobs.repeat(MAKE_MONTHS, MONTHS_EVERY, (_, signal) => monthFiles.make({ signal }));
  return monthFiles;
}
