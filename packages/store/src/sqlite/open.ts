import { mkdirSync } from 'node:fs';
import { failure, type Result, success } from '@tablier/core';
import { Kysely, SqliteDialect } from 'kysely';
import { DatabaseStore } from '../database-store.ts';
import { SQLITE } from '../migrations/flavour.ts';
import { migrate } from '../migrations/index.ts';
import { cannotOpen, databaseFile } from '../place.ts';
import { Reads } from '../reads.ts';
import type { Schema } from '../schema.ts';
import type { Store, StoreError } from '../store.ts';
import { connect } from './connect.ts';
import { findDriver } from './driver.ts';
import { SqliteWriter } from './writer.ts';

/** Opens the database in a folder, both made where missing, at the newest version of the schema. */
export async function openSqlite(folder: string, now: () => number): Promise<Result<Store, StoreError>> {
  const connected = await connectSqlite(folder);
  if (!connected.ok) return connected;
  const database = connected.value;
  try {
    const migrated = await migrate(database, SQLITE, now);
    if (migrated.ok) return success(await startStore(folder, database, now));
    await database.destroy();
    return migrated;
  } catch (error) {
    await database.destroy();
    return failure(cannotOpen({ folder }, error));
  }
}

async function startStore(folder: string, database: Kysely<Schema>, now: () => number): Promise<Store> {
  const reads = new Reads(database);
  const closeReads = () => database.destroy();
  const executor = await SqliteWriter.start({ file: databaseFile(folder), reads, now, closeReads });
  return new DatabaseStore({ reads, executor, nodes: null, now });
}

/** Connects to the database in a folder, both made where missing. */
export async function connectSqlite(folder: string): Promise<Result<Kysely<Schema>, StoreError>> {
  const driver = await findDriver();
  if (!driver.ok) return driver;
  try {
    mkdirSync(folder, { recursive: true });
    const database = connect(driver.value, databaseFile(folder));
    return success(new Kysely<Schema>({ dialect: new SqliteDialect({ database }) }));
  } catch (error) {
    return failure(cannotOpen({ folder }, error));
  }
}
