import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { addUsernameLooks, createAccountSettings, createAccountTables, createTokens } from './account-tables.ts';
import { createFinishedTables } from './finished-tables.ts';
import type { Flavour } from './flavour.ts';
import { moveAccountLogs } from './move-account-logs.ts';
import { createMuteTables, createPeopleTables, createStudyTable } from './people-tables.ts';
import { createRatingTables } from './rating-tables.ts';
import { createNotificationTables } from './notification-tables.ts';
import { createRecoveryTables } from './recovery-tables.ts';
import { addTournamentModeration, createTournamentTables } from './tournament-tables.ts';

/** `now` is the time of the migration, in milliseconds since 1970. */
type Migration = (db: Kysely<Schema>, flavour: Flavour, now: number) => Promise<unknown>;

/**
 * All changes of the schema, oldest first. The version of a database is the number of applied migrations. Forward only: a released migration
 * is never edited, and the next one corrects its mistakes. Each version has a fixture in `test/fixtures`.
 */
export const MIGRATIONS: readonly Migration[] = [
  async function keptGames(db, flavour) {
    await db.schema
      .createTable('kept_game')
      .addColumn('seq', flavour.counter, flavour.counting)
      .addColumn('id', 'text', (column) => column.notNull().unique())
      .addColumn('kept_at', flavour.integer, (column) => column.notNull())
      .addColumn('game', 'text', (column) => column.notNull())
      .addColumn('ended_by', 'text')
      .addColumn('record', 'text', (column) => column.notNull())
      .execute();
    const ended = db.schema.createIndex('kept_game_ended').on('kept_game').column('seq');
    await ended.where(sql.ref('ended_by'), 'is not', null).execute();
  },

  async function matches(db, flavour) {
    await db.schema
      .createTable('match')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('created_at', flavour.integer, (column) => column.notNull())
      .addColumn('head', 'text', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('touched_at', flavour.integer, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('match_touched').on('match').column('touched_at').execute();
    await db.schema
      .createTable('event')
      .addColumn('match', 'text', (column) => column.notNull())
      .addColumn('seq', 'integer', (column) => column.notNull())
      .addColumn('at', flavour.integer, (column) => column.notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('data', 'text', (column) => column.notNull())
      .addColumn('client_id', 'text')
      .addPrimaryKeyConstraint('event_match_seq', ['match', 'seq'])
      .modifyEnd(sql.raw(flavour.clustered))
      .execute();
    const clients = db.schema.createIndex('event_client').unique().on('event').columns(['match', 'client_id']);
    await clients.where(sql.ref('client_id'), 'is not', null).execute();
    await db.schema
      .createTable('listing')
      .addColumn('match', 'text', (column) => column.primaryKey().notNull())
      .addColumn('status', 'text', (column) => column.notNull())
      .addColumn('listed_at', flavour.integer, (column) => column.notNull())
      .addColumn('summary', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('listing_status').on('listing').columns(['status', 'listed_at']).execute();
  },

  async function participants(db, flavour) {
    await db.schema
      .createTable('participant')
      .addColumn('person', 'text', (column) => column.notNull())
      .addColumn('match', 'text', (column) => column.notNull())
      .addColumn('at', flavour.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('participant_match_person', ['match', 'person'])
      .modifyEnd(sql.raw(flavour.clustered))
      .execute();
    await db.schema.createIndex('participant_person').on('participant').columns(['person', 'at']).execute();
  },

  async function nodes(db, flavour) {
    await db.schema
      .createTable('node')
      .addColumn('id', 'text', (column) => column.primaryKey().notNull())
      .addColumn('beat_at', flavour.integer, (column) => column.notNull())
      .addColumn('gone', 'integer', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('node_beat').on('node').column('beat_at').execute();
  },

  // Earlier versions did not store which games are private, so all existing games leave the list. They keep their ids.
  async function keptSummaries(db) {
    await db.schema.dropIndex('kept_game_ended').execute();
    await db.schema.alterTable('kept_game').addColumn('summary', 'text').execute();
    const listed = db.schema.createIndex('kept_game_listed').on('kept_game').column('seq');
    await listed.where(sql.ref('summary'), 'is not', null).execute();
  },

  async function accounts(db, flavour, now) {
    await createAccountTables(db, flavour);
    await moveAccountLogs(db, now);
  },

  async function outages(db, flavour) {
    await db.schema
      .createTable('outage')
      .addColumn('until_at', flavour.integer, (column) => column.notNull())
      .addColumn('from_at', flavour.integer, (column) => column.notNull())
      .addPrimaryKeyConstraint('outage_key', ['until_at', 'from_at'])
      .modifyEnd(sql.raw(flavour.clustered))
      .execute();
  },

  async function accountSettings(db) {
    await createAccountSettings(db);
  },

  async function ratings(db, flavour) {
    await createRatingTables(db, flavour);
  },

  async function tokens(db, flavour) {
    await createTokens(db, flavour);
  },

  async function finishedGames(db, flavour) {
    await createFinishedTables(db, flavour);
  },

  async function studies(db, flavour) {
    await createStudyTable(db, flavour);
  },

  async function tournaments(db, flavour) {
    await createTournamentTables(db, flavour);
  },

  async function people(db, flavour) {
    await createPeopleTables(db, flavour);
  },

  async function notifications(db, flavour) {
    await createNotificationTables(db, flavour);
  },

  async function recovery(db, flavour) {
    await createRecoveryTables(db, flavour);
  },

  async function mutes(db, flavour) {
    await createMuteTables(db, flavour);
  },

  async function tournamentModeration(db) {
    await addTournamentModeration(db);
  },

  async function usernameLooks(db) {
    await addUsernameLooks(db);
  },
];

/** The tables with a counter, and its column. After a restore the counters must be set. */
export const COUNTERS: Readonly<Record<string, string>> = { kept_game: 'seq', finished_game: 'seq' };
