import type { Expression, Kysely } from 'kysely';
import type { Notices } from '../notices.ts';
import type { RepositoryDeps, Statement } from '../operations.ts';
import type { Schema } from '../schema.ts';
import { revisionIn, statement, transact, type TransactionReply } from './transactions.ts';

/** What tables that belong to accounts need of their database. */
export interface AccountTableDeps extends RepositoryDeps {
  /** The clock that all writers of the database share, as a part of a statement. */
  readonly clock: () => Expression<number>;
  /** Of changes of accounts. */
  readonly notices: Notices;
}

/** An update of the row of an account that exists and is not being deleted. */
export const updateOf = (account: string, database: Kysely<Schema>) =>
  database
    .updateTable('account')
    .where('id', '=', account)
    .where('id', 'not in', database.selectFrom('pending_deletion').select('account'));

/** The first statement of a change: it raises the revision of the account, which serialises its changes. */
export function touch(account: string, { database, clock }: Pick<AccountTableDeps, 'database' | 'clock'>): Statement {
  const touched = updateOf(account, database).set(({ eb }) => ({
    revision: eb('revision', '+', 1),
    touched_at: clock(),
  }));
  return statement(touched.returning('revision'), 'gone');
}

/**
 * Executes statements after `touch` in one transaction and notifies the listeners of the account. Refused as `gone` if the account does not
 * exist or is being deleted.
 */
export async function changeAccount(
  account: string,
  statements: readonly Statement[],
  deps: AccountTableDeps,
): Promise<TransactionReply> {
  const done = await transact(deps.executor, [touch(account, deps), ...statements], { account });
  if (done.name === 'done') deps.notices.notify(account, revisionIn(done.rows));
  return done;
}
