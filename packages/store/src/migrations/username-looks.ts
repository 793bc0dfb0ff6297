import { lookOf } from '@tablier/core';
import type { Kysely } from 'kysely';
import type { Schema } from '../schema.ts';

/** Keeps usernames that look alike apart: the oldest account of each look has it. */
export async function addUsernameLooks(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('username').addColumn('look', 'text').execute();
  const names = await db
    .selectFrom('username')
    .innerJoin('account', 'account.id', 'username.account')
    .select('username.name')
    .orderBy('account.created_at')
    .orderBy('username.name')
    .execute();
  const taken = new Set<string>();
  for (const { name } of names) {
    const look = lookOf(name);
    if (taken.has(look)) continue;
    taken.add(look);
    await db.updateTable('username').set({ look }).where('name', '=', name).execute();
  }
  await db.schema.createIndex('username_look').on('username').column('look').unique().execute();
}
