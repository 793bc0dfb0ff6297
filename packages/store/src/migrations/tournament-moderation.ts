import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** A report can be about a tournament. Counts the tournaments that an account created in a time. */
export async function addTournamentModeration(db: Kysely<Schema>): Promise<void> {
  // Without a reference: a restore fills the table of reports before that of tournaments.
  await db.schema.alterTable('report').addColumn('tournament', 'text').execute();
  await db.schema.createIndex('tournament_created').on('tournament').columns(['organiser', 'created_at']).execute();
}
