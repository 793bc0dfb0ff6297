import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Result } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import type { Flavour } from '../migrations/flavour.ts';
import { COUNTERS, exclusively, migrateTo, NEWEST_VERSION, refuseNewer } from '../migrations/list.ts';
import { describePlace, openingError, Refusal, settled, type StorePlace } from '../place.ts';
import type { OnProgress } from '../repository.ts';
import type { Schema } from '../schema.ts';
import { reasonOf, type StoreError } from '../errors.ts';
import {
  type BackupReport,
  type Connection,
  connectTo,
  keptTablesOf,
  LATE_TABLES,
  tablesOf,
  withCleanUp,
} from './backup.ts';
import { BackupReader, BadBackup, type Row, type TableRow } from './format.ts';

const BATCH = 100;

/** Fills an empty database from a backup of either kind or an earlier version, and migrates it. All or nothing. */
export const restore = (
  place: StorePlace,
  file: string,
  onProgress?: OnProgress,
): Promise<Result<BackupReport, StoreError>> =>
  settled(
    async () => {
      const connection = await connectTo(place);
      return withCleanUp(
        () => restoreInto(connection, place, linesOf(file, onProgress)),
        () => connection.database.destroy(),
      );
    },
    (error) =>
      error instanceof BadBackup
        ? { name: 'bad-backup', detail: `${file}, ${error.message}` }
        : openingError(place, error),
  );

async function restoreInto(
  { database, flavour }: Connection,
  place: StorePlace,
  texts: AsyncGenerator<string>,
): Promise<BackupReport> {
  const report = await exclusively(database, flavour, (db) => fill({ database: db, flavour }, place, texts));
  // Without statistics PostgreSQL would choose plans for empty tables, and its first vacuum would slow down the server.
  if (flavour.analyze !== null) await sql.raw(flavour.analyze).execute(database);
  return report;
}

async function fill(connection: Connection, place: StorePlace, texts: AsyncGenerator<string>): Promise<BackupReport> {
  const { database: db, flavour } = connection;
  if (!(await clear(db, flavour)))
    throw new Refusal({
      name: 'not-empty',
      detail: `${describePlace(place)} holds data: restore into an empty database`,
    });
  const reader = new BackupReader();
  const first = await texts.next();
  const { schema } = reader.beginning(first.done ? '' : first.value);
  refuseNewer('backup', schema);
  await migrateTo(db, flavour, Date.now, schema);
  const rows = await insertAll(connection, reader, texts);
  await migrateTo(db, flavour, Date.now, NEWEST_VERSION);
  return { rows };
}

/** The lines of a file. The last may lack a line break. */
async function* linesOf(file: string, onProgress: OnProgress = () => undefined): AsyncGenerator<string> {
  let rest = '';
  try {
    const { size } = await stat(file);
    const stream = createReadStream(file, { encoding: 'utf8' });
    for await (const chunk of stream) {
      onProgress(stream.bytesRead, size);
      const parts = `${rest}${String(chunk)}`.split('\n');
      rest = parts.pop() ?? '';
      yield* parts;
    }
  } catch (error) {
    throw new Refusal({ name: 'cannot-read', detail: `cannot read ${file}: ${reasonOf(error)}` });
  }
  if (rest !== '') yield rest;
}

/** Drops the tables of an empty database of any version. Returns false if it holds data. */
async function clear(db: Kysely<Schema>, flavour: Flavour): Promise<boolean> {
  for (const table of await keptTablesOf(db, flavour)) {
    const { rows } = await sql`select 1 from ${sql.table(table)} limit 1`.execute(db);
    if (rows.length > 0) return false;
  }
  const tables = await tablesOf(db, flavour);
  // In reverse order, because other tables refer to the first ones.
  for (const table of [...tables.toReversed(), 'schema_version'])
    await sql`drop table if exists ${sql.table(table)}`.execute(db);
  return true;
}

async function insertAll(
  { database: db, flavour }: Connection,
  reader: BackupReader,
  texts: AsyncIterable<string>,
): Promise<number> {
  const known = new Set(await tablesOf(db, flavour));
  let count = 0;
  let batch: TableRow[] = [];
  /** Earlier backups have these rows before those that they refer to. */
  const late: TableRow[] = [];
  const flush = async (): Promise<void> => {
    await insertBatch(db, batch);
    count += batch.length;
    batch = [];
  };
  const add = async (next: TableRow): Promise<void> => {
    if (batch.length === BATCH || batch[0]?.table !== next.table) await flush();
    batch.push(next);
  };
  for await (const text of texts) {
    const next = reader.row(text);
    if (next === null) continue;
    if (!known.has(next.table)) throw new BadBackup(`unknown table ${JSON.stringify(next.table)}`);
    if (LATE_TABLES.has(next.table)) late.push(next);
    else await add(next);
  }
  reader.finish();
  for (const next of late) await add(next);
  await flush();
  for (const table of known) await recount(db, flavour, table);
  return count;
}

async function insertBatch(db: Kysely<Schema>, batch: readonly TableRow[]): Promise<void> {
  const [first] = batch;
  if (first === undefined) return;
  const columns = Object.keys(first.row);
  const values = batch.map(({ row }) => sql`(${sql.join(valuesOf(row, columns))})`);
  const names = sql.join(columns.map((column) => sql.ref(column)));
  try {
    await sql`insert into ${sql.table(first.table)} (${names}) values ${sql.join(values)}`.execute(db);
  } catch (error) {
    throw new BadBackup(`invalid row of ${first.table}: ${reasonOf(error)}`);
  }
}

function valuesOf(row: Row, columns: readonly string[]): readonly Row[string][] {
  if (Object.keys(row).length !== columns.length) throw new BadBackup('two rows of a table have different columns');
  return columns.map((column) => {
    const value = row[column];
    if (value === undefined) throw new BadBackup('two rows of a table have different columns');
    return value;
  });
}

async function recount(db: Kysely<Schema>, flavour: Flavour, table: string): Promise<void> {
  const column = COUNTERS[table];
  const statement = column === undefined ? null : flavour.recount(table, column);
  if (statement !== null) await sql.raw(statement).execute(db);
}
