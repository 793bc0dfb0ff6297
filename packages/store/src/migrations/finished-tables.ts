import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();

/** Creates the tables of finished games, which searches and statistics read, and counts the running games by game. */
export async function createFinishedTables(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await createGames(db, flavour);
  await createSeats(db, flavour);
  await db.schema
    .createTable('finished_opening')
    .addColumn('game', 'text', required)
    .addColumn('plies', 'text', required)
    .addColumn('ended_at', flavour.integer, required)
    .addColumn('seq', flavour.integer, required)
    .addPrimaryKeyConstraint('finished_opening_key', ['game', 'plies', 'ended_at', 'seq'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  await db.schema
    .createTable('game_tally')
    .addColumn('game', 'text', (column) => column.primaryKey().notNull())
    .addColumn('games', 'integer', required)
    .addColumn('first_wins', 'integer', required)
    .addColumn('draws', 'integer', required)
    .execute();
  await db.schema
    .createTable('progress')
    .addColumn('name', 'text', (column) => column.primaryKey().notNull())
    .addColumn('at', flavour.integer, required)
    .addColumn('id', 'text', required)
    .execute();
  await addGameToListings(db);
  // With the match, the order of lists is that of the index.
  await db.schema.dropIndex('listing_status').execute();
  await db.schema.createIndex('listing_order').on('listing').columns(['status', 'listed_at', 'match']).execute();
}

async function createGames(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('finished_game')
    .addColumn('seq', flavour.counter, flavour.counting)
    .addColumn('match', 'text', (column) => column.notNull().unique())
    .addColumn('game', 'text', required)
    .addColumn('pace', 'text', required)
    .addColumn('clock', 'text', required)
    .addColumn('ended_at', flavour.integer, required)
    .addColumn('took', flavour.integer, required)
    .addColumn('plies', 'integer', required)
    .addColumn('ended_by', 'text', required)
    .addColumn('record', 'text', required)
    .addColumn('listed', 'integer', required)
    .addColumn('counted', 'integer', required)
    .addColumn('opening', 'text', required)
    .execute();
  const index = (name: string) => db.schema.createIndex(`finished_game_${name}`).on('finished_game');
  await index('listed').columns(['listed', 'ended_at', 'seq']).execute();
  await index('game').columns(['listed', 'game', 'ended_at', 'seq']).execute();
  await index('pace').columns(['listed', 'game', 'pace', 'ended_at', 'seq']).execute();
  await index('counted').columns(['counted', 'game', 'seq']).execute();
  await index('record').column('record').execute();
}

async function createSeats(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('finished_seat')
    .addColumn('seq', flavour.integer, (column) => column.notNull().references('finished_game.seq').onDelete('cascade'))
    .addColumn('seat', 'integer', required)
    .addColumn('account', 'text', (column) => column.references('account.id').onDelete('set null'))
    .addColumn('bot', 'integer')
    .addColumn('place', 'integer', required)
    .addColumn('score', flavour.number)
    .addColumn('result', 'text', required)
    .addColumn('game', 'text', required)
    .addColumn('ended_at', flavour.integer, required)
    .addPrimaryKeyConstraint('finished_seat_key', ['seq', 'seat'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  const index = (name: string) => db.schema.createIndex(`finished_seat_${name}`).on('finished_seat');
  await index('account').columns(['account', 'ended_at', 'seq']).execute();
  await index('account_game').columns(['account', 'game', 'ended_at', 'seq']).execute();
}

/** Only running streams are counted, so only they need their game. */
async function addGameToListings(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('listing').addColumn('game', 'text').execute();
  await db.schema.alterTable('listing').addColumn('own', 'text').execute();
  await db.schema.createIndex('listing_game').on('listing').columns(['status', 'game']).execute();
  const running = await db.selectFrom('listing').select(['match', 'summary']).where('status', '=', 'running').execute();
  for (const { match, summary } of running) {
    const game = gameIn(summary);
    if (game !== null) await db.updateTable('listing').set({ game }).where('match', '=', match).execute();
  }
}

/** The game in the summary of a public table; `null` for a private one, and if there is none. */
function gameIn(summary: string): string | null {
  try {
    const parsed = JSON.parse(summary) as { readonly game?: unknown } | null;
    return typeof parsed?.game === 'string' ? parsed.game : null;
  } catch {
    return null;
  }
}
