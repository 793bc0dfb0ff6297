import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

/** Creates the table of studies. */
export async function createStudyTable(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('study')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('account', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('revision', 'integer', (column) => column.notNull())
    .addColumn('updated_at', flavour.integer, (column) => column.notNull())
    .addColumn('summary', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('study_account').on('study').columns(['account', 'updated_at']).execute();
}
