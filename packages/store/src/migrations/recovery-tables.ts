import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

const ofAccount = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.primaryKey().notNull().references('account.id').onDelete('cascade');

/** Creates the tables of links that reset a password, and of moderators. Decisions can be those of moderators. Finds accounts by the address of their owner. */
export async function createRecoveryTables(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('password_reset')
    .addColumn('account', 'text', ofAccount)
    .addColumn('token_hash', 'text', (column) => column.notNull())
    .addColumn('created_at', flavour.integer, (column) => column.notNull())
    .addColumn('expires_at', flavour.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('password_reset_expires').on('password_reset').column('expires_at').execute();
  await db.schema
    .createIndex('email_address_lower')
    .on('email_address')
    .expression(sql`lower(address)`)
    .execute();
  await db.schema
    .createTable('moderator')
    .addColumn('account', 'text', ofAccount)
    .addColumn('since', flavour.integer, (column) => column.notNull())
    .execute();
  await db.schema
    .alterTable('report_action')
    .addColumn('moderator', 'text', (column) => column.references('account.id').onDelete('set null'))
    .execute();
  await db.schema.createIndex('report_action_moderator').on('report_action').column('moderator').execute();
}
