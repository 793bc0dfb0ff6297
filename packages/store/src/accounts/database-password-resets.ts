import { failure } from '@tablier/core';
import { type Kysely, sql } from 'kysely';
import type { Statement } from '../operations.ts';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { type AccountTableDeps, changeAccount } from './change-account.ts';
import type { Changed, Gone } from './accounts.ts';
import { setPasswordStatements } from './claims.ts';
import type { AddressHolder, FoundReset, PasswordReset, PasswordResetRepository } from './password-resets.ts';
import { changed, statement, transact } from './transactions.ts';

/** Tokens in a table, for both databases. The first statement of a change updates the row of the account, as for `DatabaseAccounts`. */
export class DatabasePasswordResets implements PasswordResetRepository {
  readonly #deps: AccountTableDeps;
  readonly #database: Kysely<Schema>;

  constructor(deps: AccountTableDeps) {
    this.#deps = deps;
    this.#database = deps.database;
  }

  async holdersOf(address: string, limit: number): Promise<readonly AddressHolder[]> {
    const rows = this.#confirmed(address)
      .leftJoin('username', 'username.account', 'email_address.account')
      .select(['email_address.account', 'username.name as username'])
      .where('email_address.account', 'not in', this.#database.selectFrom('pending_deletion').select('account'))
      .orderBy('email_address.account')
      .limit(limit);
    return answer(rows.execute());
  }

  begin(
    account: string,
    address: string | null,
    { tokenHash, createdAt, expiresAt }: PasswordReset,
  ): Changed<Gone | 'other-address'> {
    if (!isId(account)) return Promise.resolve(failure('gone'));
    const values = { token_hash: tokenHash, created_at: createdAt, expires_at: expiresAt };
    const row = this.#database.insertInto('password_reset').values({ account, ...values });
    return this.#change(account, [
      ...(address === null
        ? []
        : [
            statement(
              this.#confirmed(address).select('email_address.account').where('email_address.account', '=', account),
              'other-address',
            ),
          ]),
      statement(row.onConflict((known) => known.column('account').doUpdateSet(values))),
    ]);
  }

  async accountOf(tokenHash: string): Promise<string | null> {
    const rows = this.#database.selectFrom('password_reset').select('account').where('token_hash', '=', tokenHash);
    return (await answer(rows.executeTakeFirst()))?.account ?? null;
  }

  async find(account: string): Promise<FoundReset | null> {
    if (!isId(account)) return null;
    const row = await answer(
      this.#database
        .selectFrom('password_reset')
        .innerJoin('account', 'account.id', 'password_reset.account')
        .leftJoin('username', 'username.account', 'password_reset.account')
        .select(['token_hash', 'password_reset.created_at', 'expires_at', 'account.name', 'username.name as username'])
        .where('password_reset.account', '=', account)
        .executeTakeFirst(),
    );
    if (row === undefined) return null;
    const { token_hash: tokenHash, created_at: createdAt, expires_at: expiresAt, name, username } = row;
    return { tokenHash, createdAt, expiresAt, name, username };
  }

  finish(
    account: string,
    tokenHash: string,
    { at, ...password }: { readonly username: string; readonly hash: string; readonly at: number },
  ): Changed<Gone | 'spent' | 'username-taken'> {
    if (!isId(account)) return Promise.resolve(failure('gone'));
    const database = this.#database;
    const used = database
      .deleteFrom('password_reset')
      .where('account', '=', account)
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', at);
    return this.#change(account, [
      statement(used, 'spent'),
      ...setPasswordStatements(database, account, password),
      statement(database.deleteFrom('session').where('account', '=', account)),
    ]);
  }

  async tidy(before: number): Changed<never> {
    const over = this.#database.deleteFrom('password_reset').where('expires_at', '<', before);
    return changed<never>(await transact(this.#deps.executor, [statement(over)]));
  }

  #confirmed(address: string) {
    return this.#database
      .selectFrom('email_address')
      .where(sql`lower(email_address.address)`, '=', address.toLowerCase())
      .where('confirmed_at', 'is not', null);
  }

  async #change<E extends string>(account: string, statements: readonly Statement[]): Changed<E | Gone> {
    return changed<E | Gone>(await changeAccount(account, statements, this.#deps));
  }
}
