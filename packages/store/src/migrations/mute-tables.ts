import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

/** Creates the table of mutes. Decisions about reports can have an end. */
export async function createMuteTables(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('mute')
    .addColumn('account', 'text', (column) =>
      column.primaryKey().notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('until_at', flavour.integer, (column) => column.notNull())
    .addColumn('reason', 'text', (column) => column.notNull())
    .addColumn('set_at', flavour.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('mute_until').on('mute').column('until_at').execute();
  await db.schema.alterTable('report_action').addColumn('until_at', flavour.integer).execute();
}
