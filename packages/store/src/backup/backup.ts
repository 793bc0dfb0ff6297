import { existsSync } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { failure, type Result, success } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import { NEWEST_VERSION, readVersion, tooNew } from '../migrations/list.ts';
import { BAD_URL, cannotOpen, damaged, databaseFile, isPostgresUrl, openingError, type StorePlace } from '../place.ts';
import { type Flavour, POSTGRES, SQLITE } from '../migrations/flavour.ts';
import type { OnProgress } from '../repository.ts';
import type { Schema } from '../schema.ts';
import { reasonOf, type StoreError } from '../errors.ts';
import { BackupLines, FileFault, type Row } from './format.ts';
import { connectSqlite } from '../sqlite/open.ts';

const CHUNK = 1 << 20;

const PAGE = 500;

export interface BackupReport {
  readonly rows: number;
}

/** Saves a snapshot while others use the database, which may have an earlier version. Replaces `file` once it is on the disk. */
export async function backup(
  place: StorePlace,
  file: string,
  onProgress?: OnProgress,
): Promise<Result<BackupReport, StoreError>> {
  if (place.url === undefined && !existsSync(databaseFile(place.folder))) {
    return failure(cannotOpen(place, new Error('no such file')));
  }
  const connected = await connectTo(place);
  if (!connected.ok) return connected;
  return withCleanUp(
    () => saveFrom(place, connected.value, file, onProgress),
    () => connected.value.database.destroy(),
  );
}

async function saveFrom(
  place: StorePlace,
  connection: Connection,
  file: string,
  onProgress?: OnProgress,
): Promise<Result<BackupReport, StoreError>> {
  const unfinished = `${file}.unfinished`;
  try {
    const fault = await faultOf(connection);
    if (fault !== null) return failure(damaged(place, fault));
    const saved = await writeFileWith(unfinished, (write) => save(connection, write, onProgress));
    if (saved.ok) await onDisk(() => rename(unfinished, file));
    return saved;
  } catch (error) {
    if (!(error instanceof FileFault)) return failure(openingError(place, error));
    return failure({ name: 'cannot-write', detail: `cannot write ${file}: ${error.message}` });
  } finally {
    // Finds nothing after a success. After a failure, what failed is more important.
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

/** The damage that the database finds in itself; `null` for none. */
async function faultOf({ database, flavour }: Connection): Promise<string | null> {
  if (flavour.check === null) return null;
  const { rows } = await sql.raw<Record<string, unknown>>(flavour.check).execute(database);
  const [answer] = Object.values(rows[0] ?? {});
  return answer === 'ok' ? null : String(answer).replaceAll(/\s+/g, ' ');
}

async function onDisk<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw new FileFault(reasonOf(error));
  }
}

type Write = (text: string) => Promise<void>;

async function writeFileWith<T>(file: string, work: (write: Write) => Promise<T>): Promise<T> {
  // A backup holds secrets: deals and password hashes.
  const handle = await onDisk(() => open(file, 'w', 0o600));
  const written = async (): Promise<T> => {
    const result = await work((text) => onDisk(() => writeAll(handle, text)));
    await onDisk(() => handle.sync());
    return result;
  };
  return withCleanUp(written, () => onDisk(() => handle.close()));
}

const writeAll = (handle: FileHandle, text: string): Promise<void> => handle.appendFile(text);

/** Reads everything in one transaction, which sees a consistent snapshot. */
function save(
  { database, flavour }: Connection,
  write: Write,
  onProgress?: OnProgress,
): Promise<Result<BackupReport, StoreError>> {
  return database.connection().execute(async (db) => {
    await sql.raw(flavour.beginSnapshot).execute(db);
    return withCleanUp(
      () => saveAll({ database: db, flavour }, write, onProgress),
      () => sql`commit`.execute(db),
    );
  });
}

async function saveAll(
  { database: db, flavour }: Connection,
  write: Write,
  onProgress?: OnProgress,
): Promise<Result<BackupReport, StoreError>> {
  const version = await readVersion(db);
  if (version > NEWEST_VERSION) return failure(tooNew('database', version));
  const lines = new BackupLines();
  let text = lines.beginning(version);
  let rows = 0;
  const total = onProgress === undefined ? 0 : await countRows(db, flavour);
  for (const table of await keptTablesOf(db, flavour)) {
    for await (const row of rowsOf(db, table, flavour.cursors)) {
      rows++;
      text += lines.row({ table, row });
      if (text.length < CHUNK) continue;
      await write(text);
      text = '';
      onProgress?.(rows, total);
    }
  }
  await write(text + lines.ending());
  return success({ rows });
}

async function countRows(db: Kysely<Schema>, flavour: Flavour): Promise<number> {
  let total = 0;
  for (const table of await keptTablesOf(db, flavour)) {
    const { rows } = await sql<{ readonly count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
      db,
    );
    total += Number(rows[0]?.count ?? 0);
  }
  return total;
}

async function* rowsOf(db: Kysely<Schema>, table: string, hasCursors: boolean): AsyncIterable<Row> {
  const all = db.selectFrom(sql<Row>`${sql.table(table)}`.as('rows')).selectAll();
  if (!hasCursors) {
    yield* all.stream();
    return;
  }
  await sql`declare page no scroll cursor for ${all}`.execute(db);
  const next = sql<Row>`fetch ${sql.lit(PAGE)} from page`;
  for (let page = await next.execute(db); page.rows.length > 0; page = await next.execute(db)) yield* page.rows;
  await sql`close page`.execute(db);
}

/** A database of either kind, not migrated and perhaps empty. */
export interface Connection {
  readonly database: Kysely<Schema>;
  readonly flavour: Flavour;
}

/** Connects to the database of a place. A missing SQLite database is created. */
export async function connectTo({ folder, url }: StorePlace): Promise<Result<Connection, StoreError>> {
  if (url === undefined) {
    const connected = await connectSqlite(folder);
    return connected.ok ? success({ database: connected.value, flavour: SQLITE }) : connected;
  }
  if (!isPostgresUrl(url)) return failure(BAD_URL);
  const { connectPool } = await import('../postgres/connect.ts');
  return success({ database: connectPool(url), flavour: POSTGRES });
}

/** Tables that refer to one with a later name. */
export const LATE_TABLES: ReadonlySet<string> = new Set(['absence']);

/** The names of the tables. A table that refers to another comes after it: they are in the order of the alphabet, but for `LATE_TABLES`. */
export async function tablesOf(db: Kysely<Schema>, flavour: Flavour): Promise<readonly string[]> {
  const { rows } = await sql.raw<{ name: string }>(flavour.tables).execute(db);
  const names = rows.map(({ name }) => name).filter((name) => name !== 'schema_version');
  return [...names.filter((name) => !LATE_TABLES.has(name)), ...names.filter((name) => LATE_TABLES.has(name))];
}

/** Not in backups: running servers, outages (all time before counts as one), and jobs (no mail of then is sent). */
const TRANSIENT: ReadonlySet<string> = new Set(['node', 'outage', 'job']);

/** The tables whose rows a backup holds. */
export async function keptTablesOf(db: Kysely<Schema>, flavour: Flavour): Promise<readonly string[]> {
  return (await tablesOf(db, flavour)).filter((table) => !TRANSIENT.has(table));
}

/** Does what must follow `work` in any case. If both fail, the error of `work` is the one that is thrown. */
export async function withCleanUp<T>(work: () => Promise<T>, cleanUp: () => Promise<unknown>): Promise<T> {
  let result: T;
  try {
    result = await work();
  } catch (error) {
    await cleanUp().catch(() => undefined);
    throw error;
  }
  await cleanUp();
  return result;
}
