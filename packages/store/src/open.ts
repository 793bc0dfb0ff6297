import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { failure, type Result, success } from '@tablier/core';
import { Kysely, SqliteDialect, sql } from 'kysely';
import { findDriver } from './driver.ts';
import { migrate } from './migrations.ts';
import type { Schema } from './schema.ts';
import { SqliteStore } from './sqlite-store.ts';
import type { Store, StoreError } from './store.ts';

/** The database in its folder; SQLite puts two files of its own beside it while it is open. */
export const DATABASE_FILE = 'tablier.db';

/** Where the data lives, and the clock that dates it. */
export interface StorePlace {
  readonly folder: string;
  /** Milliseconds since 1970; the system's clock where left out. */
  readonly now?: () => number;
}

/**
 * Opens the database in a folder, both made where missing, at the newest version of the schema. Several processes may
 * share one: each write waits up to five seconds for the others.
 */
export async function openStore({ folder, now = Date.now }: StorePlace): Promise<Result<Store, StoreError>> {
  const driver = await findDriver();
  if (!driver.ok) return driver;
  const file = join(folder, DATABASE_FILE);
  let database: Kysely<Schema> | null = null;
  try {
    mkdirSync(folder, { recursive: true });
    database = new Kysely<Schema>({ dialect: new SqliteDialect({ database: driver.value(file) }) });
    await prepare(database);
    const migrated = await migrate(database, now);
    if (migrated.ok) return success(new SqliteStore(database, now));
    await database.destroy();
    return migrated;
  } catch (error) {
    await database?.destroy();
    const reason = error instanceof Error ? error.message : String(error);
    return failure({ name: 'cannot-open', detail: `cannot open ${file}: ${reason}` });
  }
}

/** Readers never wait for a writer (WAL), and what is committed is on the disk (FULL). */
async function prepare(database: Kysely<Schema>): Promise<void> {
  await sql`pragma busy_timeout = 5000`.execute(database);
  await sql`pragma journal_mode = wal`.execute(database);
  await sql`pragma synchronous = full`.execute(database);
}
