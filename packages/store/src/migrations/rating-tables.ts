import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const primaryKey = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.primaryKey().notNull();
const ofAccount = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('account.id').onDelete('cascade');

/** Creates the tables of ratings and profiles. */
export async function createRatingTables(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('profile')
    .addColumn('account', 'text', (column) => ofAccount(column).primaryKey())
    .addColumn('ratings', 'integer', required)
    .addColumn('games', 'integer', required)
    .execute();
  await db.schema
    .createTable('rated_match')
    .addColumn('seq', 'integer', primaryKey)
    .addColumn('match', 'text', (column) => column.notNull().unique())
    .addColumn('game', 'text', required)
    .addColumn('pace', 'text', required)
    .addColumn('ended_at', flavour.integer, required)
    .addColumn('record', 'text', required)
    .execute();
  await createRatings(db, flavour);
  await createChanges(db, flavour);
  await db.schema
    .createTable('rating_counter')
    .addColumn('id', 'integer', primaryKey)
    .addColumn('last', 'integer', required)
    .execute();
}

async function createRatings(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('rating')
    .addColumn('account', 'text', ofAccount)
    .addColumn('game', 'text', required)
    .addColumn('pace', 'text', required)
    .addColumn('rating', flavour.number, required)
    .addColumn('deviation', flavour.number, required)
    .addColumn('volatility', flavour.number, required)
    .addColumn('games', 'integer', required)
    .addColumn('wins', 'integer', required)
    .addColumn('draws', 'integer', required)
    .addColumn('updated_at', flavour.integer, required)
    .addColumn('settled_until', flavour.integer, required)
    .addPrimaryKeyConstraint('rating_key', ['account', 'game', 'pace'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  await db.schema.createIndex('rating_leaders').on('rating').columns(['game', 'pace', 'rating', 'account']).execute();
}

async function createChanges(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('rating_change')
    .addColumn('seq', 'integer', required)
    .addColumn('seat', 'integer', required)
    .addColumn('account', 'text', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('game', 'text', required)
    .addColumn('pace', 'text', required)
    .addColumn('at', flavour.integer, required)
    .addColumn('side', 'integer', required)
    .addColumn('place', 'integer', required)
    .addColumn('rating_before', flavour.number, required)
    .addColumn('deviation_before', flavour.number, required)
    .addColumn('volatility_before', flavour.number, required)
    .addColumn('since', flavour.integer)
    .addColumn('rating', flavour.number, required)
    .addColumn('deviation', flavour.number, required)
    .addColumn('volatility', flavour.number, required)
    .addPrimaryKeyConstraint('rating_change_key', ['seq', 'seat'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  await db.schema.createIndex('rating_change_account').on('rating_change').columns(['account', 'seq']).execute();
  const graph = db.schema.createIndex('rating_change_graph').on('rating_change');
  await graph.columns(['account', 'game', 'pace', 'seq']).execute();
}
