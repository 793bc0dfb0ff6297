import { join } from 'node:path';
import { games } from '@tablier/games';
import { ARCHIVES, MonthFiles, nameOf } from '@tablier/server';
import type { Store } from '@tablier/store';
import { type DatabaseFlags, storeCommand, storeRefusal, withStore } from '../shared/database.ts';
import { EXIT, UsageError, writeLine } from '../shared/output.ts';

export interface ArchiveFlags extends DatabaseFlags {
  readonly rebuild?: true;
  readonly month?: string;
}

export const monthFilesOf = (store: Store, { data }: DatabaseFlags): MonthFiles =>
  new MonthFiles({
    folder: join(data, ARCHIVES),
    months: store.months,
    games: games.map(({ id }) => id),
    now: Date.now,
  });

/** `tablier archive`: makes the missing monthly files of public games; with `--rebuild` or `--month`, existing ones again. */
export async function archive(flags: ArchiveFlags): Promise<number> {
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
  const forgotten = await store.forgetGame(id);
  if (forgotten.name === 'unavailable') throw storeRefusal({ name: 'cannot-write', detail: forgotten.detail });
  await monthFilesOf(store, flags).make({ signal: new AbortController().signal });
  if (forgotten.name === 'unknown-game') throw new UsageError(`unknown-game (the archive has no game ${id})`);
  return `game ${id} is forgotten; backups made before still hold it`;
});
