import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { failure, type Result, success } from '@tablier/core';
import { Kysely, sql, type SqliteDatabase, SqliteDialect } from 'kysely';
import { reasonOf, type StoreError } from '../errors.ts';
import { cannotOpen, damaged, DATABASE_FILE, databaseFile, openingError } from '../place.ts';
import { connect, openFile, pragma } from './connect.ts';
import { queryLog, type StoreObserver } from '../operations.ts';
import { SQLITE } from '../migrations/flavour.ts';
import { migrate } from '../migrations/list.ts';
import type { Schema } from '../schema.ts';
import { Store } from '../store.ts';
import { SqliteWriter } from './writer.ts';

/** The database whose lock marks the folder as used by a server. */
const LOCK_FILE = 'tablier.lock';

/** The files of a data folder: the databases, the files that SQLite adds to them, and the heartbeat file of the server. */
const OWN_FILES: ReadonlySet<string> = new Set([
  ...[DATABASE_FILE, LOCK_FILE].flatMap((file) => [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]),
  'alive',
  'alive.new',
]);

/** Creates the data folder and restricts it to its owner. A folder with other files keeps its mode: others may need them. */
function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const names = readdirSync(folder);
  for (const name of names) if (OWN_FILES.has(name)) tighten(join(folder, name), 0o600);
  if (names.every((name) => OWN_FILES.has(name))) tighten(folder, 0o700);
}

/** Creates an empty file that only its owner may read, if missing. SQLite gives its additional files the same mode. */
function makePrivateFile(file: string): void {
  try {
    closeSync(openSync(file, 'wx', 0o600));
  } catch (error) {
    if (!hasCode(error, 'EEXIST')) throw error;
  }
}

/** Uses the path: closing a file descriptor would release the locks that this process has on the file. */
function tighten(path: string, mode: number): void {
  try {
    if ((statSync(path).mode & 0o077) !== 0) chmodSync(path, mode);
  } catch (error) {
    // The file belongs to another user, or was just removed.
    if (!hasCode(error, 'EPERM') && !hasCode(error, 'ENOENT')) throw error;
  }
}

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

/** Ends the lock of a server on its data folder. */
type Release = () => void;

/** Locks a folder by a write transaction on a second database, which ends with the process. Others can read who holds it. */
function lockFolder(folder: string, now: () => number): Result<Release, StoreError> {
  const file = join(folder, LOCK_FILE);
  makePrivateFile(file);
  const database = openFile(file);
  try {
    take(database, now());
    return success(() => database.close());
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
  if (!opened.ok) locked.value?.();
  return opened;
}

function lock({ folder, now }: SqliteSettings): Result<Release, StoreError> {
  try {
    prepareFolder(folder);
    return lockFolder(folder, now);
  } catch (error) {
    return failure(cannotOpen({ folder }, error));
  }
}

async function openUnder(release: Release | null, settings: SqliteSettings): Promise<Result<Store, StoreError>> {
  const { folder, now } = settings;
  const connected = await connectSqlite(folder, settings.observer);
  if (!connected.ok) return connected;
  const database = connected.value;
  try {
    const migrated = await migrate(database, SQLITE, now);
    if (migrated.ok) return success(await startStore(release, database, settings));
    await database.destroy();
    return migrated;
  } catch (error) {
    await database.destroy();
    return failure(openingError({ folder }, error));
  }
}

async function startStore(
  release: Release | null,
  database: Kysely<Schema>,
  { folder, now, observer }: SqliteSettings,
): Promise<Store> {
  const onClosed = () => release?.();
  const executor = await SqliteWriter.start({ file: databaseFile(folder), database, now, observer, onClosed });
  return new Store({ database, executor, nodes: null, now, clock: () => sql<number>`${now()}` });
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
