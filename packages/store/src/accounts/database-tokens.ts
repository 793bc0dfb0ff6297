import { failure } from '@tablier/core';
import type { Kysely } from 'kysely';
import type { Statement } from '../operations.ts';
import { answer, isId } from '../reads.ts';
import type { Schema } from '../schema.ts';
import { isGuest } from './account-reads.ts';
import { type AccountTableDeps, changeAccount } from './change-account.ts';
import { type Changed, type Gone, type SessionRef, startOfDay } from './accounts.ts';
import type { FoundToken, NewToken, Token, TokenRepository } from './tokens.ts';
import { changed, statement, transact } from './transactions.ts';

/** Tokens in a table, for both databases. The first statement of a change updates the row of the account, as for `DatabaseAccounts`. */
export class DatabaseTokens implements TokenRepository {
  readonly #deps: AccountTableDeps;
  readonly #database: Kysely<Schema>;

  constructor(deps: AccountTableDeps) {
    this.#deps = deps;
    this.#database = deps.database;
  }

  create(by: SessionRef, token: NewToken, most: number): Changed<Gone | 'guest' | 'too-many-tokens'> {
    const { account, session } = by;
    if (!isId(account) || !isId(session)) return Promise.resolve(failure('gone'));
    const database = this.#database;
    const own = database.selectFrom('session').select('id').where('account', '=', account);
    const member = database.selectFrom('account').select('account.id').where('account.id', '=', account);
    const hasRoom = member.where(({ eb, selectFrom, fn }) =>
      eb(selectFrom('token').select(fn.countAll().as('count')).where('account', '=', account), '<', most),
    );
    const { id, secretHash, label, scopes, createdAt, expiresAt } = token;
    const times = { created_at: createdAt, expires_at: expiresAt, used_on: null };
    const row = { id, account, secret_hash: secretHash, label, scopes: scopes.join(' '), ...times };
    return this.#change(account, [
      statement(own.where('id', '=', session), 'gone'),
      statement(
        member.where((eb) => eb.not(isGuest(eb))),
        'guest',
      ),
      statement(hasRoom, 'too-many-tokens'),
      statement(database.insertInto('token').values(row)),
    ]);
  }

  async of(account: string): Promise<readonly Token[]> {
    if (!isId(account)) return [];
    const own = this.#database.selectFrom('token').selectAll().where('account', '=', account);
    const rows = await answer(own.orderBy('created_at').orderBy('id').execute());
    return rows.map(tokenOf);
  }

  async find(token: string): Promise<FoundToken | null> {
    if (!isId(token)) return null;
    const row = await answer(
      this.#database
        .selectFrom('token')
        .innerJoin('account', 'account.id', 'token.account')
        .selectAll('token')
        .select((eb) => ['account.name', isGuest(eb).as('is_guest')])
        .where('token.id', '=', token)
        .executeTakeFirst(),
    );
    if (row === undefined) return null;
    const { account, name, secret_hash: secretHash } = row;
    // SQLite returns a number for a condition.
    return { ...tokenOf(row), account, name, isGuest: Boolean(row.is_guest), secretHash };
  }

  revoke(account: string, token: string): Changed<Gone | 'unknown-token'> {
    if (!isId(account)) return Promise.resolve(failure('gone'));
    if (!isId(token)) return Promise.resolve(failure('unknown-token'));
    const own = this.#database.deleteFrom('token').where('account', '=', account).where('id', '=', token);
    return this.#change(account, [statement(own.returning('id'), 'unknown-token')]);
  }

  async noteUse(token: string, at: number): Changed<never> {
    const today = startOfDay(at);
    const used = this.#database.updateTable('token').set({ used_on: today }).where('id', '=', token);
    const seen = this.#database
      .updateTable('account')
      .set({ seen_on: today })
      .where('seen_on', '<', today)
      .where('id', 'in', this.#database.selectFrom('token').select('account').where('id', '=', token));
    // The account first, as in every other change of it: otherwise two transactions could wait for each other.
    return changed<never>(await transact(this.#deps.executor, [statement(seen), statement(used)]));
  }

  async #change<E extends string>(account: string, statements: readonly Statement[]): Changed<E | Gone> {
    return changed<E | Gone>(await changeAccount(account, statements, this.#deps));
  }
}

const tokenOf = (row: Schema['token']): Token => ({
  id: row.id,
  label: row.label,
  scopes: row.scopes.split(' '),
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  usedOn: row.used_on,
});
