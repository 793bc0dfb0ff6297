import { backup, type ListedJob, restore, type Store } from '@tablier/store';
import { type DatabaseFlags, storeCommand, storeRefusal, withStore } from '../shared/database.ts';
import { EXIT, UsageError, writeLine } from '../shared/output.ts';
import { withProgress } from '../shared/progress.ts';
import { join } from 'node:path';
import { games } from '@tablier/games';
import { ARCHIVES, MonthFiles, nameOf } from '@tablier/server';

const moving =
  (move: typeof backup | typeof restore, done: string) =>
  async (file: string, { data, database }: DatabaseFlags): Promise<number> => {
    const moved = await withProgress(1, (at) => move({ folder: data, url: database }, file, at));
    if (!moved.ok) throw storeRefusal(moved.error);
    await writeLine(`${moved.value.rows} rows ${done} ${file}`);
    return EXIT.ok;
  };

export const backupCommand = moving(backup, 'saved in');
export const restoreCommand = moving(restore, 'restored from');

export async function ratings(flags: DatabaseFlags): Promise<number> {
  const rebuilt = await withProgress(1, (at) => withStore(flags, (store) => store.ratings.rebuild(at)));
  const { matches, corrected } = rebuilt;
  await writeLine(`rated matches: ${matches}, ratings: ${rebuilt.ratings}, corrected rows: ${corrected}`);
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

const monthFilesOf = (store: Store, { data }: DatabaseFlags): MonthFiles =>
  new MonthFiles({
    folder: join(data, ARCHIVES),
    months: store.months,
    games: games.map(({ id }) => id),
    now: Date.now,
  });

/** `tablier archive`: makes the missing monthly files of public games; with `--rebuild` or `--month`, existing ones again. */
export async function archive(
  flags: DatabaseFlags & { readonly rebuild?: true; readonly month?: string },
): Promise<number> {
  const { rebuild, month } = flags;
  if (month !== undefined && !/^\d{4}-(0[1-9]|1[0-2])$/.test(month))
    throw new UsageError(`bad-month (${month} is not like 2026-10)`);
  const running = new Date().toISOString().slice(0, 7);
  if (month !== undefined && month >= running)
    throw new UsageError(`bad-month (${month} is not over; its files are made after its last day, UTC)`);
  const made: string[] = [];
  await withStore(flags, (store) =>
    monthFilesOf(store, flags).make({
      signal: new AbortController().signal,
      isAgain: (each) => rebuild === true || each === month,
      onMade: (file) => made.push(`${nameOf(file)}: ${file.games} games, ${file.bytes} bytes, sha256 ${file.sha256}`),
    }),
  );
  for (const line of made) await writeLine(line);
  if (made.length === 0) await writeLine('no file is missing');
  return EXIT.ok;
}

/** `tablier forget-game ID`: removes a game from the archive and from the file of its month, while the server runs. */
export const forgetGame = storeCommand(async (store, id: string, flags: DatabaseFlags) => {
  const isForgotten = await store.forgetGame(id);
  await monthFilesOf(store, flags).make({ signal: new AbortController().signal });
  if (!isForgotten) throw new UsageError(`unknown-game (the archive has no game ${id})`);
  return `game ${id} is forgotten; backups made before still hold it`;
});
