import { lookOf } from '@tablier/core';
import type { Expression } from 'kysely';
import type { Notices } from '../notices.ts';
import type { Statement } from '../operations.ts';
import {
  type Changed,
  changed,
  ifNew,
  Repository,
  type RepositoryDeps,
  statement,
  type TransactionReply,
  versionIn,
} from '../repository.ts';
import type { Gone, SessionRef, SpentChallenge } from './account.ts';

/** What tables that belong to accounts need of their database. */
export interface AccountTableDeps extends RepositoryDeps {
  /** The clock that all writers of the database share, as a part of a statement. */
  readonly clock: () => Expression<number>;
  /** Of changes of accounts. */
  readonly notices: Notices;
}

/** Tables whose changes are serialised with their account's row, which they update first: later statements may rely on what they read. */
export abstract class AccountChanges extends Repository {
  protected readonly clock: AccountTableDeps['clock'];
  protected readonly notices: Notices;

  constructor(deps: AccountTableDeps) {
    super(deps);
    this.clock = deps.clock;
    this.notices = deps.notices;
  }

  /** Executes statements for an account. Refused as `gone` if it does not exist or is being deleted. The id is one. */
  protected async changeAccount(
    account: string,
    statements: readonly Statement[],
    { erases = false }: { readonly erases?: boolean } = {},
  ): Promise<TransactionReply> {
    const touched = this.updateOf(account).set(({ eb }) => ({
      revision: eb('revision', '+', 1),
      touched_at: this.clock(),
    }));
    const all = [statement(touched.returning('revision as version'), 'gone'), ...statements];
    const done = await this.transact(all, { changes: { kind: 'account', id: account }, erases });
    if (done.name === 'done') this.notices.notify(account, versionIn(done.rows));
    return done;
  }

  /** The same for an id that may be untrusted. */
  protected async change<E extends string>(
    account: string,
    statements: readonly Statement[],
    extras?: { readonly erases?: boolean },
  ): Changed<E | Gone> {
    return changed(await this.changeAccount(account, statements, extras));
  }

  protected updateOf(account: string) {
    return this.database
      .updateTable('account')
      .where('id', '=', account)
      .where('id', 'not in', this.database.selectFrom('pending_deletion').select('account'));
  }

  /** Refuses a change that a closed session requests. */
  protected isOpen({ account, session }: SessionRef): Statement {
    const own = this.database.selectFrom('session').select('id').where('account', '=', account);
    return statement(own.where('id', '=', session), 'gone');
  }

  protected spent({ challenge, expiresAt }: SpentChallenge): Statement {
    const row = this.database.insertInto('spent_challenge').values({ challenge, expires_at: expiresAt });
    return ifNew(row, 'challenge-spent');
  }

  /** Claims a username for an account and sets its password. A username that the account has already counts as claimed; it has no second one. */
  protected passwordSet(
    account: string,
    { username, hash }: { readonly username: string; readonly hash: string },
  ): readonly Statement[] {
    const { database } = this;
    const names = database.selectFrom('username').select('name').where('account', '=', account);
    // One that looks like the username of someone else is not inserted either.
    const claimed = database.insertInto('username').values({ name: username, account, look: lookOf(username) });
    const set = database
      .insertInto('password')
      .values({ account, hash })
      .onConflict((row) => row.column('account').doUpdateSet({ hash }));
    return [
      this.holds(account, 'username-taken', ({ not, exists }) => not(exists(names.where('name', '<>', username)))),
      ifNew(claimed),
      statement(names.where('name', '=', username), 'username-taken'),
      statement(set),
      statement(database.deleteFrom('password_reset').where('account', '=', account)),
    ];
  }
}
