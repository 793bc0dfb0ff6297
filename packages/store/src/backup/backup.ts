import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import type { Result } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import { readVersion, refuseNewer } from '../migrations/list.ts';
import {
  BAD_URL,
  databaseFile,
  isPostgresUrl,
  openingError,
  refuseDamage,
  Refusal,
  settled,
  type StorePlace,
} from '../place.ts';
import { type Flavour, POSTGRES, SQLITE } from '../migrations/flavour.ts';
import type { OnProgress } from '../repository.ts';
import type { Schema } from '../schema.ts';
import { reasonOf, type StoreError } from '../errors.ts';
import { BackupLines, type Row } from './format.ts';
import { connectSqlite } from '../sqlite/open.ts';

const CHUNK = 1 << 20;

const PAGE = 500;

export interface BackupReport {
  readonly rows: number;
}

/** Saves a snapshot while others use the database, which may have an earlier version. Replaces `file` once it is on the disk. */
export const backup = (
  place: StorePlace,
  file: string,
  onProgress?: OnProgress,
): Promise<Result<BackupReport, StoreError>> =>
  settled(
    async () => {
      if (place.url === undefined && !existsSync(databaseFile(place.folder))) throw new Error('no such file');
      const connection = await connectTo(place);
      return withCleanUp(
        () => saveFrom(place, connection, file, onProgress),
        () => connection.database.destroy(),
      );
    },
    (error) => openingError(place, error),
  );

async function saveFrom(
  place: StorePlace,
  connection: Connection,
  file: string,
  onProgress?: OnProgress,
): Promise<BackupReport> {
  const unfinished = `${file}.unfinished`;
  const onDisk = writing(file);
  try {
    await checkDamage(place, connection);
    const report = await writeFileWith(unfinished, onDisk, (write) => save(connection, write, onProgress));
    await onDisk(() => rename(unfinished, file));
    return report;
  } finally {
    // Finds nothing after a success. After a failure, what failed is more important.
    await rm(unfinished, { force: true }).catch(() => undefined);
  }
}

async function checkDamage(place: StorePlace, { database, flavour }: Connection): Promise<void> {
  if (flavour.check === null) return;
  const { rows } = await sql.raw<Record<string, unknown>>(flavour.check).execute(database);
  refuseDamage(place, Object.values(rows[0] ?? {})[0]);
}

type OnDisk = <T>(work: () => Promise<T>) => Promise<T>;

/** Does work on a file, or says that it cannot be written. */
const writing =
  (file: string): OnDisk =>
  async (work) => {
    try {
      return await work();
    } catch (error) {
      throw new Refusal({ name: 'cannot-write', detail: `cannot write ${file}: ${reasonOf(error)}` });
    }
  };

type Write = (text: string) => Promise<void>;

async function writeFileWith<T>(file: string, onDisk: OnDisk, work: (write: Write) => Promise<T>): Promise<T> {
  // A backup holds secrets: deals and password hashes.
  const handle = await onDisk(() => open(file, 'w', 0o600));
  const written = async (): Promise<T> => {
    const result = await work((text) => onDisk(() => handle.appendFile(text)));
    await onDisk(() => handle.sync());
    return result;
  };
  return withCleanUp(written, () => onDisk(() => handle.close()));
}

/** Reads everything in one transaction, which sees a consistent snapshot. */
const save = ({ database, flavour }: Connection, write: Write, onProgress?: OnProgress): Promise<BackupReport> =>
  database
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((db) => saveAll({ database: db, flavour }, write, onProgress));

async function saveAll(
  { database: db, flavour }: Connection,
  write: Write,
  onProgress?: OnProgress,
): Promise<BackupReport> {
  const version = await readVersion(db);
  refuseNewer('database', version);
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
  return { rows };
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
export async function connectTo({ folder, url }: StorePlace): Promise<Connection> {
  if (url === undefined) return { database: connectSqlite(folder), flavour: SQLITE };
  if (!isPostgresUrl(url)) throw new Refusal(BAD_URL);
  const { connectPool } = await import('../postgres/connect.ts');
  return { database: connectPool(url), flavour: POSTGRES };
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
const TRANSIENT: ReadonlySet<string> = new Set(['node', 'topic_reader', 'outage', 'job']);

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
