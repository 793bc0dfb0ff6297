import { failure, type Result, success } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import { type Flavour, POSTGRES, SQLITE } from '../migrations/flavour.ts';
import { BAD_URL, isPostgresUrl, type StorePlace } from '../place.ts';
import type { Schema } from '../schema.ts';
import { connectSqlite } from '../sqlite/open.ts';
import type { StoreError } from '../errors.ts';

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
