import type { Result } from '@tablier/core';
import { backup, type BackupReport, type ListedJob, restore, type StoreError } from '@tablier/store';
import { type DatabaseFlags, storeCommand, withStore } from '../shared/database.ts';
import { EXIT, UsageError, writeLine } from '../shared/output.ts';
import { withProgress } from '../shared/progress.ts';

export async function backupCommand(file: string, { data, database }: DatabaseFlags): Promise<number> {
  const { rows } = await withProgress(1, async ({ at }) =>
    done(await backup({ folder: data, url: database }, file, at)),
  );
  await writeLine(`${rows} rows saved in ${file}`);
  return EXIT.ok;
}

export async function restoreCommand(file: string, { data, database }: DatabaseFlags): Promise<number> {
  const { rows } = await withProgress(1, async ({ at }) =>
    done(await restore({ folder: data, url: database }, file, at)),
  );
  await writeLine(`${rows} rows restored from ${file}`);
  return EXIT.ok;
}

function done(result: Result<BackupReport, StoreError>): BackupReport {
  if (result.ok) return result.value;
  throw new UsageError(`${result.error.name} (${result.error.detail})`);
}

interface RatingsFlags extends DatabaseFlags {
  readonly rebuild?: true;
}

export async function ratings(flags: RatingsFlags): Promise<number> {
  const {
    matches,
    ratings: count,
    corrected,
  } = await withProgress(1, ({ at }) => withStore(flags, (store) => store.ratings.rebuild(at)));
  await writeLine(`rated matches: ${matches}, ratings: ${count}, corrected rows: ${corrected}`);
  return EXIT.ok;
}

const MOST = 100;

/** `tablier admin jobs`: one per line, in the order in which they are due. */
export const jobs = storeCommand(async (store) => (await store.jobs.list(MOST)).map(described));

export const retryJob = storeCommand(async (store, id: string) => {
  if (await store.jobs.retry(id, Date.now())) return `${id} is due now`;
  throw new UsageError(`unknown-job (${id}: no dead job has this id)`);
});

export const dropJob = storeCommand(async (store, id: string) => {
  if (await store.jobs.drop(id)) return `${id} is dropped`;
  throw new UsageError(`unknown-job (${id}: no job that waits or is dead has this id)`);
});

function described({ id, kind, state, key, dueAt, failures, error }: ListedJob): string {
  const due = new Date(dueAt).toISOString();
  const failed = failures === 0 ? '' : `, failures: ${failures}, the last: ${error}`;
  return `${id}  ${state.padEnd(7)}  ${kind} (${key}), due ${due}${failed}`;
}
