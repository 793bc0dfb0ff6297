import { failure, type Result, success } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { StoreError } from '../errors.ts';
import type { Flavour } from './flavour.ts';
import { applyMigration, NEWEST_VERSION } from './list.ts';

export { NEWEST_VERSION } from './list.ts';

/** Migrates a database to the newest version in one exclusive transaction; `too-new` leaves it unchanged. */
export function migrate(
  database: Kysely<Schema>,
  flavour: Flavour,
  now: () => number,
): Promise<Result<number, StoreError>> {
  return exclusively(database, flavour, (db) => migrateTo(db, flavour, now, NEWEST_VERSION));
}

/** Runs work in an exclusive transaction, which is rolled back if it fails. */
export function exclusively<T>(
  database: Kysely<Schema>,
  flavour: Flavour,
  work: (db: Kysely<Schema>) => Promise<Result<T, StoreError>>,
): Promise<Result<T, StoreError>> {
  return database.connection().execute(async (db) => {
    for (const statement of flavour.begin) await sql.raw(statement).execute(db);
    try {
      const result = await work(db);
      await sql.raw(result.ok ? 'commit' : 'rollback').execute(db);
      return result;
    } catch (error) {
      await sql`rollback`.execute(db);
      throw error;
    }
  });
}

/** Applies the missing migrations up to a version, inside the caller's transaction. */
export async function migrateTo(
  db: Kysely<Schema>,
  flavour: Flavour,
  now: () => number,
  target: number,
): Promise<Result<number, StoreError>> {
  await db.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('applied_at', flavour.integer, (column) => column.notNull())
    .execute();
  const version = await readVersion(db);
  if (version > NEWEST_VERSION) return failure(tooNew('database', version));
  for (let next = version; next < target; next++) {
    await applyMigration(db, flavour, next, now());
    await db
      .insertInto('schema_version')
      .values({ version: next + 1, applied_at: now() })
      .execute();
  }
  return success(Math.max(version, target));
}

/** The version of a database with the table `schema_version`; 0 before the first migration. */
export async function readVersion(db: Kysely<Schema>): Promise<number> {
  const { version } = await db
    .selectFrom('schema_version')
    .select((query) => query.fn.coalesce(query.fn.max('version'), sql<number>`0`).as('version'))
    .executeTakeFirstOrThrow();
  return version;
}

export function tooNew(what: 'database' | 'backup', version: number): StoreError {
  const detail = `the ${what} has version ${version}, but this Tablier supports ${NEWEST_VERSION}: use a newer Tablier`;
  return { name: 'too-new', detail };
}
