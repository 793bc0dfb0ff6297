import { lookOf } from '@tablier/core';
import type { Kysely } from 'kysely';
import type { Statement } from '../operations.ts';
import type { Schema } from '../schema.ts';
import { statement } from './transactions.ts';

/** Claims a username for an account and sets its password. A username that the account has already counts as claimed; it has no second one. */
export function setPasswordStatements(
  database: Kysely<Schema>,
  account: string,
  { username, hash }: { readonly username: string; readonly hash: string },
): readonly Statement[] {
  const hasNoOther = database
    .selectFrom('account')
    .select('account.id')
    .where('account.id', '=', account)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('username').select('name').where('account', '=', account).where('name', '<>', username))),
    );
  // One that looks like the username of someone else is not inserted either.
  const claimed = database
    .insertInto('username')
    .values({ name: username, account, look: lookOf(username) })
    .onConflict((row) => row.doNothing());
  const own = database
    .selectFrom('username')
    .select('name')
    .where('name', '=', username)
    .where('account', '=', account);
  const set = database
    .insertInto('password')
    .values({ account, hash })
    .onConflict((row) => row.column('account').doUpdateSet({ hash }));
  return [
    statement(hasNoOther, 'username-taken'),
    statement(claimed),
    statement(own, 'username-taken'),
    statement(set),
    statement(database.deleteFrom('password_reset').where('account', '=', account)),
  ];
}
