import { chmodSync, closeSync, mkdirSync, openSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, sql, type SqliteDatabase, SqliteDialect } from 'kysely';
import { reasonOf } from '../errors.ts';
import { DATABASE_FILE, databaseFile, refuseDamage, Refusal } from '../place.ts';
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

/** Locks a folder by a write transaction on a second database, which ends with the process. Others can read who holds it. Returns an unlock. */
function lockFolder(folder: string, now: () => number): () => void {
  const file = join(folder, LOCK_FILE);
  prepareFolder(folder);
  makePrivateFile(file);
  const database = openFile(file);
  try {
    take(database, now());
    return () => database.close();
  } catch (error) {
    const holder = isBusy(error) ? holderOf(database) : null;
    database.close();
    if (holder === null)
      throw new Refusal({ name: 'cannot-open', detail: `cannot lock ${folder}: ${reasonOf(error)}` });
    throw new Refusal({ name: 'in-use', detail: `another server (${holder}) uses ${folder}: stop it first` });
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
export async function openSqlite({ folder, now, isServer, observer }: SqliteSettings): Promise<Store> {
  const onClosed = isServer ? lockFolder(folder, now) : () => undefined;
  let database: Kysely<Schema> | null = null;
  try {
    database = connectSqlite(folder, observer);
    await migrate(database, SQLITE, now);
    const executor = await SqliteWriter.start({ file: databaseFile(folder), database, now, observer, onClosed });
    return new Store({ database, executor, nodes: null, now, clock: () => sql<number>`${now()}` });
  } catch (error) {
    await database?.destroy();
    onClosed();
    throw error;
  }
}

/** Refuses a database that is damaged, as far as that is found at once. */
export function connectSqlite(folder: string, observer: StoreObserver = {}): Kysely<Schema> {
  prepareFolder(folder);
  makePrivateFile(databaseFile(folder));
  const database = connect(databaseFile(folder));
  try {
    if (statSync(databaseFile(folder)).size <= CHECKED_AT_OPENING)
      refuseDamage({ folder }, pragma(database, 'quick_check(1)'));
    return new Kysely<Schema>({ dialect: new SqliteDialect({ database }), ...queryLog(observer) });
  } catch (error) {
    database.close();
    throw error;
  }
}
