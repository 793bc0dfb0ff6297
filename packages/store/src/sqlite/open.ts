import { statSync } from 'node:fs';
import { failure, type Result, success } from '@tablier/core';
import { Kysely, sql, type SqliteDatabase, SqliteDialect } from 'kysely';
import { DatabaseStore } from '../database-store.ts';
import { SQLITE } from '../migrations/flavour.ts';
import { DatabaseJobs } from '../jobs/database-jobs.ts';
import { migrate } from '../migrations/index.ts';
import { cannotOpen, damaged, databaseFile, lockFile, openingError } from '../place.ts';
import { queryLog } from '../query-log.ts';
import { Reads } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { reasonOf, type Store, type StoreError, type StoreObserver } from '../store.ts';
import { connect, pragma } from './connect.ts';
import { makePrivateFile, prepareFolder } from './files.ts';
import { SqliteWriter } from './writer.ts';
import { openFile } from './driver.ts';

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
  const reads = new Reads(database);
  const closeReads = () => database.destroy();
  const onClosed = () => held?.release();
  const executor = await SqliteWriter.start({ file: databaseFile(folder), reads, now, observer, closeReads, onClosed });
  const jobs = new DatabaseJobs({ database, executor, now });
  return new DatabaseStore({ database, reads, executor, nodes: null, jobs, now, clock: () => sql<number>`${now()}` });
}

/** Connects to the database in a folder. Creates both if missing. */
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

/** The lock of a server on its data folder. */
export interface FolderLock {
  release(): void;
}

/**
 * Locks a data folder for one server. The lock is a write transaction on a separate database, which the operating system releases when the
 * process ends, in any way. Other processes can read in that database which process holds the lock.
 */
export function lockFolder(folder: string, now: () => number): Result<FolderLock, StoreError> {
  const file = lockFile(folder);
  makePrivateFile(file);
  const database = openFile(file);
  try {
    take(database, now());
    return success({ release: () => database.close() });
  } catch (error) {
    const holder = isBusy(error) ? holderOf(database) : null;
    database.close();
    if (holder === null) return failure({ name: 'cannot-open', detail: `cannot lock ${folder}: ${reasonOf(error)}` });
    return failure({ name: 'in-use', detail: `another server (${holder}) uses ${folder}: stop it first` });
  }
}

function take(database: SqliteDatabase, since: number): void {
  pragma(database, 'busy_timeout = 0');
  pragma(database, 'synchronous = off');
  run(database, 'begin immediate');
  run(database, 'create table if not exists server (only integer primary key, pid integer, since integer)');
  run(database, 'insert or replace into server (only, pid, since) values (1, ?, ?)', [process.pid, since]);
  run(database, 'commit');
  run(database, 'begin immediate');
}

function holderOf(database: SqliteDatabase): string {
  try {
    const [row] = database.prepare('select pid, since from server').all([]);
    const { pid, since } = row as { readonly pid: number; readonly since: number };
    return `process ${pid}, since ${new Date(since).toISOString()}`;
  } catch {
    return 'which is starting';
  }
}

function run(database: SqliteDatabase, text: string, parameters: readonly unknown[] = []): void {
  database.prepare(text).run(parameters);
}

const isBusy = (error: unknown): boolean => error instanceof Error && /locked|busy/i.test(error.message);
