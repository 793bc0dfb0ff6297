import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const primaryKey = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.primaryKey().notNull();
const ofAccount = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('account.id').onDelete('cascade');
const ofReport = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('report.id').onDelete('cascade');

/** Creates the tables of relations between people, of reports and of absences, and lets an operator remove a study. */
export async function createPeopleTables(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await createRelations(db, flavour);
  await createReports(db, flavour);
  await db.schema
    .createTable('absence')
    .addColumn('account', 'text', ofAccount)
    .addColumn('match', 'text', required)
    .addColumn('at', flavour.integer, required)
    .addColumn('how', 'text', required)
    .addPrimaryKeyConstraint('absence_key', ['account', 'match'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  await db.schema.createIndex('absence_account').on('absence').columns(['account', 'at']).execute();
  await db.schema.alterTable('study').addColumn('removed_at', flavour.integer).execute();
}

async function createRelations(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('relation')
    .addColumn('id', 'text', primaryKey)
    .addColumn('account', 'text', ofAccount)
    .addColumn('other', 'text', ofAccount)
    .addColumn('kind', 'text', required)
    .addColumn('since', flavour.integer, required)
    .execute();
  const pair = db.schema.createIndex('relation_pair').unique().on('relation');
  await pair.columns(['account', 'kind', 'other']).execute();
  await db.schema.createIndex('relation_other').on('relation').columns(['other', 'kind']).execute();
  await db.schema
    .createTable('contact')
    .addColumn('account', 'text', (column) => ofAccount(column).primaryKey())
    .addColumn('challenges', 'text', required)
    .addColumn('presence', 'integer', required)
    .execute();
}

async function createReports(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('report')
    .addColumn('id', 'text', primaryKey)
    .addColumn('subject', 'text', ofAccount)
    .addColumn('stream', 'text')
    .addColumn('reason', 'text', required)
    .addColumn('evidence', 'text', required)
    .addColumn('at', flavour.integer, required)
    .addColumn('status', 'text', required)
    .execute();
  await db.schema.createIndex('report_status').on('report').columns(['status', 'at', 'id']).execute();
  await db.schema.createIndex('report_subject').on('report').columns(['subject', 'at']).execute();
  await db.schema
    .createTable('report_author')
    .addColumn('report', 'text', (column) => ofReport(column).primaryKey())
    .addColumn('account', 'text', ofAccount)
    .addColumn('words', 'text', required)
    .addColumn('at', flavour.integer, required)
    .execute();
  await db.schema.createIndex('report_author_account').on('report_author').columns(['account', 'at']).execute();
  await db.schema
    .createTable('report_action')
    .addColumn('report', 'text', ofReport)
    .addColumn('number', 'integer', required)
    .addColumn('action', 'text', required)
    .addColumn('operator', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('at', flavour.integer, required)
    .addColumn('seen', 'integer', required)
    .addPrimaryKeyConstraint('report_action_key', ['report', 'number'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
}

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
