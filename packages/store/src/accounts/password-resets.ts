import { sql } from 'kysely';
import type { Statement } from '../operations.ts';
import { type Changed, changed, type Columns, rowOf, rowsOf, statement } from '../repository.ts';
import type { AccountTables, Gone } from './account.ts';
import { AccountChanges } from './changes.ts';

/** An account that can be reached at a confirmed address. */
export interface AddressHolder {
  readonly account: string;
  /** `null` if the account has only passkeys. */
  readonly username: string | null;
}

/** A token that was sent to the owner of an account. Only its hash is stored. Times are milliseconds since 1970. */
export type PasswordReset = Omit<Columns<AccountTables['password_reset']>, 'account'>;

export interface FoundReset extends PasswordReset {
  readonly name: string;
  readonly username: string | null;
}

/** Forgotten passwords: one token per account, once, until a new token, password or address. */
export class PasswordResetRepository extends AccountChanges {
  /** The accounts that confirmed an address, whatever its ASCII case, at most `limit`, by id; none that is being deleted. */
  async holdersOf(address: string, limit: number): Promise<readonly AddressHolder[]> {
    const rows = this.#confirmed(address)
      .leftJoin('username', 'username.account', 'email_address.account')
      .select(['email_address.account', 'username.name as username'])
      .where('email_address.account', 'not in', this.database.selectFrom('pending_deletion').select('account'))
      .orderBy('email_address.account')
      .limit(limit);
    return rowsOf(rows);
  }

  /** Stores a token, if the account still has the confirmed address that it is sent to. `null`: an operator will hand it over. */
  begin(
    account: string,
    address: string | null,
    { tokenHash, createdAt, expiresAt }: PasswordReset,
  ): Changed<Gone | 'other-address'> {
    const values = { token_hash: tokenHash, created_at: createdAt, expires_at: expiresAt };
    const row = this.database.insertInto('password_reset').values({ account, ...values });
    const confirms = (own: string): Statement =>
      statement(
        this.#confirmed(own).select('email_address.account').where('email_address.account', '=', account),
        'other-address',
      );
    return this.change(account, [
      ...(address === null ? [] : [confirms(address)]),
      statement(row.onConflict((known) => known.column('account').doUpdateSet(values))),
    ]);
  }

  /** The account whose token has this hash, even if it expired; `null` for none. */
  async accountOf(tokenHash: string): Promise<string | null> {
    const rows = this.database.selectFrom('password_reset').select('account').where('token_hash', '=', tokenHash);
    return (await rowOf(rows))?.account ?? null;
  }

  /** The token of an account, even if it expired; `null` for none. */
  async find(account: string): Promise<FoundReset | null> {
    const row = await rowOf(
      this.database
        .selectFrom('password_reset')
        .innerJoin('account', 'account.id', 'password_reset.account')
        .leftJoin('username', 'username.account', 'password_reset.account')
        .select(['token_hash as tokenHash', 'password_reset.created_at as createdAt', 'expires_at as expiresAt'])
        .select(['account.name', 'username.name as username'])
        .where('password_reset.account', '=', account),
    );
    return row ?? null;
  }

  /** Uses a token: sets the password, claims a username, closes all sessions. `spent`: it is not valid at `at`. */
  finish(
    account: string,
    tokenHash: string,
    { at, ...password }: { readonly username: string; readonly hash: string; readonly at: number },
  ): Changed<Gone | 'spent' | 'username-taken'> {
    const used = this.database
      .deleteFrom('password_reset')
      .where('account', '=', account)
      .where('token_hash', '=', tokenHash)
      .where('expires_at', '>', at);
    return this.change(account, [
      statement(used, 'spent'),
      ...this.passwordSet(account, password),
      statement(this.database.deleteFrom('session').where('account', '=', account)),
    ]);
  }

  async tidy(before: number): Changed<never> {
    const over = this.database.deleteFrom('password_reset').where('expires_at', '<', before);
    return changed<never>(await this.transact([statement(over)]));
  }

  #confirmed(address: string) {
    return this.database
      .selectFrom('email_address')
      .where(sql`lower(email_address.address)`, '=', address.toLowerCase())
      .where('confirmed_at', 'is not', null);
  }
}
