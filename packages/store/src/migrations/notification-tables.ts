import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

/** Creates the tables of notifications and, if the database has no job queue, that of background jobs. */
export async function createNotificationTables(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  if (flavour.hasJobTable) await createJobTable(db);
  await db.schema
    .createTable('notification_settings')
    .addColumn('account', 'text', (column) =>
      column.primaryKey().notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('settings', 'text', (column) => column.notNull())
    .execute();
  await db.schema
    .createTable('email_address')
    .addColumn('account', 'text', (column) =>
      column.primaryKey().notNull().references('account.id').onDelete('cascade'),
    )
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('added_at', flavour.integer, (column) => column.notNull())
    .addColumn('confirmed_at', flavour.integer)
    .execute();
  await db.schema
    .createTable('sent_notification')
    .addColumn('account', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('sent_at', flavour.integer, (column) => column.notNull())
    .addPrimaryKeyConstraint('sent_notification_key', ['account', 'subject'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  await db.schema.createIndex('sent_notification_at').on('sent_notification').column('sent_at').execute();
  await db.schema
    .createTable('session_push')
    .addColumn('session', 'text', (column) =>
      column.primaryKey().notNull().references('session.id').onDelete('cascade'),
    )
    .addColumn('account', 'text', (column) => column.notNull().references('account.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at', flavour.integer, (column) => column.notNull())
    .execute();
  await db.schema.createIndex('session_push_account').on('session_push').column('account').execute();
}

async function createJobTable(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('job')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('job_key', 'text', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('payload', 'text', (column) => column.notNull())
    .addColumn('due_at', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'integer', (column) => column.notNull())
    .addColumn('failures', 'integer', (column) => column.notNull())
    .addColumn('error', 'text', (column) => column.notNull())
    .execute();
  await db.schema.createIndex('job_due').on('job').columns(['kind', 'due_at']).execute();
  const waiting = db.schema.createIndex('job_waiting').unique().on('job').columns(['kind', 'job_key']);
  await waiting.where(sql.ref('state'), '=', sql.lit('waiting')).execute();
}
