import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import type { Flavour } from './flavour.ts';
import { lookOf } from '@tablier/core';

/** A column that refers to the account of a row. The row is deleted with the account. */
const ofAccount = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder =>
  column.notNull().references('account.id').onDelete('cascade');

const required = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.notNull();
const primaryKey = (column: ColumnDefinitionBuilder): ColumnDefinitionBuilder => column.primaryKey().notNull();

/** Creates the tables of accounts. */
export async function createAccountTables(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('account')
    .addColumn('id', 'text', primaryKey)
    .addColumn('name', 'text', required)
    .addColumn('created_at', flavour.integer, required)
    .addColumn('seen_on', flavour.integer, required)
    .addColumn('revision', 'integer', required)
    .addColumn('touched_at', flavour.integer, required)
    .execute();
  await db.schema.createIndex('account_touched').on('account').column('touched_at').execute();
  await db.schema.createIndex('account_seen').on('account').column('seen_on').execute();
  await createSessions(db, flavour);
  await createCredentials(db, flavour);
  await db.schema
    .createTable('account_stream')
    .addColumn('account', 'text', ofAccount)
    .addColumn('stream', 'text', required)
    .addPrimaryKeyConstraint('account_stream_key', ['account', 'stream'])
    .modifyEnd(sql.raw(flavour.clustered))
    .execute();
  await db.schema
    .createTable('pending_deletion')
    .addColumn('account', 'text', (column) => ofAccount(column).primaryKey())
    .addColumn('begun_at', flavour.integer, required)
    .addColumn('gives_to', 'text', (column) => column.references('account.id').onDelete('set null'))
    .execute();
  await db.schema
    .createTable('secret')
    .addColumn('name', 'text', primaryKey)
    .addColumn('value', 'text', required)
    .execute();
}

/** Creates the table of the settings that follow an account. */
export async function createAccountSettings(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .createTable('account_settings')
    .addColumn('account', 'text', (column) => ofAccount(column).primaryKey())
    .addColumn('settings', 'text', required)
    .execute();
}

/** Creates the table of the tokens for programs. */
export async function createTokens(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('token')
    .addColumn('id', 'text', primaryKey)
    .addColumn('account', 'text', ofAccount)
    .addColumn('secret_hash', 'text', required)
    .addColumn('label', 'text', required)
    .addColumn('scopes', 'text', required)
    .addColumn('created_at', flavour.integer, required)
    .addColumn('expires_at', flavour.integer)
    .addColumn('used_on', flavour.integer)
    .execute();
  await db.schema.createIndex('token_account').on('token').column('account').execute();
}

async function createSessions(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('session')
    .addColumn('id', 'text', primaryKey)
    .addColumn('account', 'text', ofAccount)
    .addColumn('secret_hash', 'text', required)
    .addColumn('agent', 'text', required)
    .addColumn('opened_at', flavour.integer, required)
    .addColumn('used_on', flavour.integer, required)
    .addColumn('confirmed_at', flavour.integer, required)
    .execute();
  await db.schema.createIndex('session_account').on('session').column('account').execute();
}

async function createCredentials(db: Kysely<Schema>, flavour: Flavour): Promise<void> {
  await db.schema
    .createTable('username')
    .addColumn('name', 'text', primaryKey)
    .addColumn('account', 'text', (column) => ofAccount(column).unique())
    .execute();
  await db.schema
    .createTable('password')
    .addColumn('account', 'text', (column) => ofAccount(column).primaryKey())
    .addColumn('hash', 'text', required)
    .execute();
  await db.schema
    .createTable('passkey')
    .addColumn('id', 'text', primaryKey)
    .addColumn('account', 'text', ofAccount)
    .addColumn('public_key', 'text', required)
    .addColumn('counter', flavour.integer, required)
    .addColumn('transports', 'text', required)
    .addColumn('agent', 'text', required)
    .addColumn('added_at', flavour.integer, required)
    .execute();
  await db.schema.createIndex('passkey_account').on('passkey').column('account').execute();
  await db.schema
    .createTable('spent_challenge')
    .addColumn('challenge', 'text', primaryKey)
    .addColumn('expires_at', flavour.integer, required)
    .execute();
  await db.schema.createIndex('spent_challenge_expires').on('spent_challenge').column('expires_at').execute();
}

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
