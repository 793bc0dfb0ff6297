import { failure, type Result, success } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import type { Schema } from './schema.ts';
import type { StoreError } from './store.ts';

type Migration = (db: Kysely<Schema>) => Promise<unknown>;

/**
 * Every change of the schema, oldest first; the version of a database is how many it has seen. Forward only: what was
 * released is never edited, a mistake is mended by the next one.
 */
const MIGRATIONS: readonly Migration[] = [
  async (db) => {
    await db.schema
      .createTable('kept_game')
      .addColumn('seq', 'integer', (column) => column.primaryKey().autoIncrement())
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('kept_at', 'integer', (column) => column.notNull())
      .addColumn('game', 'text', (column) => column.notNull())
      .addColumn('ended_by', 'text')
      .addColumn('record', 'text', (column) => column.notNull())
      .execute();
    const ended = db.schema.createIndex('kept_game_ended').on('kept_game').column('seq');
    await ended.where(sql.ref('ended_by'), 'is not', null).execute();
  },
];

/**
 * Brings a database to the newest version, in one transaction that shuts out every other process doing the same.
 * A database from a newer Tablier is left alone.
 */
export async function migrate(database: Kysely<Schema>, now: () => number): Promise<Result<number, StoreError>> {
  return database.connection().execute(async (db) => {
    await sql`begin immediate`.execute(db);
    try {
      const result = await applyMissing(db, now);
      await sql`commit`.execute(db);
      return result;
    } catch (error) {
      await sql`rollback`.execute(db);
      throw error;
    }
  });
}

async function applyMissing(db: Kysely<Schema>, now: () => number): Promise<Result<number, StoreError>> {
  await db.schema
    .createTable('schema_version')
    .ifNotExists()
    .addColumn('version', 'integer', (column) => column.primaryKey())
    .addColumn('applied_at', 'integer', (column) => column.notNull())
    .execute();
  const { version } = await db
    .selectFrom('schema_version')
    .select((query) => query.fn.coalesce(query.fn.max('version'), sql<number>`0`).as('version'))
    .executeTakeFirstOrThrow();
  if (version > MIGRATIONS.length) {
    const detail = `the database has version ${version}, this Tablier knows ${MIGRATIONS.length}: use a newer Tablier`;
    return failure({ name: 'too-new', detail });
  }
  for (const [index, migration] of MIGRATIONS.entries()) {
    if (index < version) continue;
    await migration(db);
    await db
      .insertInto('schema_version')
      .values({ version: index + 1, applied_at: now() })
      .execute();
  }
  return success(MIGRATIONS.length);
}
