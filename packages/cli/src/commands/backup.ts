import { backup, type BackupReport, restore, type StoreError } from '@tablier/store';
import type { Result } from '@tablier/core';
import { EXIT, UsageError } from '../shared/errors.ts';
import { writeLine } from '../shared/output.ts';
import { withProgress } from '../shared/progress.ts';

/** Which database: a folder with SQLite in it, or the address of a PostgreSQL. */
export interface DatabaseFlags {
  readonly data: string;
  readonly database?: string;
}

/** `tablier backup FILE`: saves the database, which may be in use. */
export async function backupCommand(file: string, { data, database }: DatabaseFlags): Promise<number> {
  const { rows } = await withProgress(1, async ({ at }) =>
    done(await backup({ folder: data, url: database }, file, at)),
  );
  await writeLine(`${rows} rows saved in ${file}`);
  return EXIT.ok;
}

/** `tablier restore FILE`: fills an empty database of either kind. */
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
