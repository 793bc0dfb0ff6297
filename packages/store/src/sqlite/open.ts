import { statSync } from 'node:fs';
import { failure, type Result, success } from '@tablier/core';
import { Kysely, sql, type SqliteDatabase, SqliteDialect } from 'kysely';
import type { StoreError } from '../errors.ts';
import { queryLog, type StoreObserver } from '../health.ts';
import { DatabaseJobs } from '../jobs/database-jobs.ts';
import { SQLITE } from '../migrations/flavour.ts';
import { migrate } from '../migrations/index.ts';
import { cannotOpen, damaged, databaseFile, openingError } from '../place.ts';
import type { Schema } from '../schema.ts';
import { Store } from '../store.ts';
import { connect, pragma } from './connect.ts';
import { type FolderLock, lockFolder, makePrivateFile, prepareFolder } from './folder.ts';
import { SqliteWriter } from './writer.ts';

/** Databases up to this size are checked at opening, which takes a fraction of a second. A backup checks all. Bytes. */
const CHECKED_AT_OPENING = 64 * 1024 * 1024;

interface SqliteSettings {
  readonly folder: string;
  readonly now: () => number;
  /** Whether to lock the folder as its only server. */
  readonly isServer: boolean;
  readonly observer: StoreObserver;
}

/** Opens the database in a folder and migrates it to the newest version. Creates both if missing. */
export async function openSqlite(settings: SqliteSettings): Promise<Result<Store, StoreError>> {
  const locked = settings.isServer ? lock(settings) : success(null);
  if (!locked.ok) return locked;
  const opened = await openUnder(locked.value, settings);
  if (!opened.ok) locked.value?.release();
  return opened;
}

function lock({ folder, now }: SqliteSettings): Result<FolderLock, StoreError> {
  try {
    prepareFolder(folder);
    return lockFolder(folder, now);
  } catch (error) {
    return failure(cannotOpen({ folder }, error));
  }
}

async function openUnder(held: FolderLock | null, settings: SqliteSettings): Promise<Result<Store, StoreError>> {
  const { folder, now } = settings;
  const connected = await connectSqlite(folder, settings.observer);
  if (!connected.ok) return connected;
  const database = connected.value;
  try {
    const migrated = await migrate(database, SQLITE, now);
    if (migrated.ok) return success(await startStore(held, database, settings));
    await database.destroy();
    return migrated;
  } catch (error) {
    await database.destroy();
    return failure(openingError({ folder }, error));
  }
}

async function startStore(
  held: FolderLock | null,
  database: Kysely<Schema>,
  { folder, now, observer }: SqliteSettings,
): Promise<Store> {
  const onClosed = () => held?.release();
  const executor = await SqliteWriter.start({ file: databaseFile(folder), database, now, observer, onClosed });
  const jobs = new DatabaseJobs({ database, executor, now });
  return new Store({ database, executor, nodes: null, jobs, now, clock: () => sql<number>`${now()}` });
}

export async function connectSqlite(
  folder: string,
  observer: StoreObserver = {},
): Promise<Result<Kysely<Schema>, StoreError>> {
  try {
    prepareFolder(folder);
    makePrivateFile(databaseFile(folder));
    const database = connect(databaseFile(folder));
    const fault = faultOf(database, folder);
    if (fault === null)
      return success(new Kysely<Schema>({ dialect: new SqliteDialect({ database }), ...queryLog(observer) }));
    database.close();
    return failure(damaged({ folder }, fault));
  } catch (error) {
    return failure(openingError({ folder }, error));
  }
}

/** The damage of a database that is small enough to check; `null` for none. */
function faultOf(database: SqliteDatabase, folder: string): string | null {
  if (statSync(databaseFile(folder)).size > CHECKED_AT_OPENING) return null;
  try {
    const answer = pragma(database, 'quick_check(1)');
    return answer === 'ok' ? null : String(answer).replaceAll(/\s+/g, ' ');
  } catch (error) {
    database.close();
    throw error;
  }
}
