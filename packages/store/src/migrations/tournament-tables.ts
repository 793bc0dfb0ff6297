import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** Creates the tables of tournaments. A name comes after those that it refers to, because a restore fills tables in the order of their names. */
export async function createTournamentTables(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await createTournaments(db, flavour);
  await createEntrants(db, flavour);
  await createRounds(db, flavour);
}

async function createTournaments(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('tournament')
    .addColumn('id', 'text', (column) => column.primaryKey().notNull())
    .addColumn('organiser', 'text', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('name', 'text', required)
    .addColumn('game', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('status', 'text', required)
    .addColumn('listed', 'integer', required)
    .addColumn('terms', 'text', required)
    .addColumn('created_at', flavour.integer, required)
    .addColumn('starts_at', flavour.integer)
    .addColumn('started_at', flavour.integer)
    .addColumn('ended_at', flavour.integer)
    .addColumn('sorted_at', flavour.integer, required)
    .addColumn('revision', 'integer', required)
    .execute();
  const index = (name: string) => db.schema.createIndex(`tournament_${name}`).on('tournament');
  await index('listed').columns(['listed', 'status', 'sorted_at', 'id']).execute();
  await index('due').columns(['status', 'starts_at']).execute();
  await index('organiser').columns(['organiser', 'status']).execute();
}

async function createEntrants(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('tournament_entrant')
    .addColumn('tournament', 'text', (column) => column.notNull().references('tournament.id').onDelete('cascade'))
    .addColumn('number', 'integer', required)
    .addColumn('account', 'text', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('joined_at', flavour.integer, required)
    .addColumn('first_round', 'integer', required)
    .addColumn('program', 'integer', required)
    .addColumn('rating', flavour.number)
    .addColumn('state', 'text', required)
    .addPrimaryKeyConstraint('tournament_entrant_key', ['tournament', 'number'])
    .addUniqueConstraint('tournament_entrant_once', ['tournament', 'account'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  await db.schema
    .createIndex('tournament_entrant_account')
    .on('tournament_entrant')
    .columns(['account', 'joined_at'])
    .execute();
}

/** The keys ensure that only one node adds a round, and that no one is in it twice. */
async function createRounds(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('tournament_round')
    .addColumn('tournament', 'text', (column) => column.notNull().references('tournament.id').onDelete('cascade'))
    .addColumn('round', 'integer', required)
    .addColumn('started_at', flavour.integer, required)
    .addPrimaryKeyConstraint('tournament_round_key', ['tournament', 'round'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  await db.schema
    .createTable('tournament_round_pairing')
    .addColumn('tournament', 'text', required)
    .addColumn('round', 'integer', required)
    .addColumn('board', 'integer', required)
    .addColumn('match', 'text', (column) => column.unique())
    .addColumn('ended_at', flavour.integer)
    .addColumn('ended_by', 'text')
    .addPrimaryKeyConstraint('tournament_round_pairing_key', ['tournament', 'round', 'board'])
    .addForeignKeyConstraint(
      'tournament_round_pairing_round',
      ['tournament', 'round'],
      'tournament_round',
      ['tournament', 'round'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .execute();
  await db.schema
    .createTable('tournament_round_seat')
    .addColumn('tournament', 'text', required)
    .addColumn('round', 'integer', required)
    .addColumn('board', 'integer', required)
    .addColumn('seat', 'integer', required)
    .addColumn('entrant', 'integer', required)
    .addColumn('points', 'integer')
    .addPrimaryKeyConstraint('tournament_round_seat_key', ['tournament', 'round', 'board', 'seat'])
    .addUniqueConstraint('tournament_round_seat_once', ['tournament', 'round', 'entrant'])
    .addForeignKeyConstraint(
      'tournament_round_seat_pairing',
      ['tournament', 'round', 'board'],
      'tournament_round_pairing',
      ['tournament', 'round', 'board'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .addForeignKeyConstraint('tournament_round_seat_entrant', ['tournament', 'entrant'], 'tournament_entrant', [
      'tournament',
      'number',
    ])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
}

/** A report can be about a tournament. Counts the tournaments that an account created in a time. */
export async function addTournamentModeration(db: Kysely<Schema>): Promise<void> {
  // Without a reference: a restore fills the table of reports before that of tournaments.
  await db.schema.alterTable('report').addColumn('tournament', 'text').execute();
  await db.schema.createIndex('tournament_created').on('tournament').columns(['organiser', 'created_at']).execute();
}
