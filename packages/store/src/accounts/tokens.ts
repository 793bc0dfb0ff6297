import { sql } from 'kysely';
import { type Changed, type Columns, isGuest, isProgram, kindOf, rowOf, rowsOf, statement } from '../repository.ts';
import {
  AccountChanges,
  type AccountTables,
  type FoundSession,
  type Gone,
  type SessionRef,
  type SpentChallenge,
  startOfDay,
} from './account.ts';

/** Times are milliseconds since 1970, days as `startOfDay`. */
export interface Token extends Omit<Columns<AccountTables['token']>, 'account' | 'secretHash' | 'scopes'> {
  /** Words of letters and hyphens. */
  readonly scopes: readonly string[];
}

/** A token to create. Only the hash of its secret is stored. */
export interface NewToken extends Omit<Token, 'usedOn'> {
  readonly secretHash: string;
}

export type FoundToken = Token & Pick<FoundSession, 'account' | 'name' | 'isGuest' | 'isProgram' | 'secretHash'>;

const TOKEN = [
  'token.id',
  'token.label',
  'token.scopes',
  'token.created_at as createdAt',
  'token.expires_at as expiresAt',
  'token.used_on as usedOn',
] as const;

/** The tokens of accounts, whose listeners are notified of a revoked one. */
export class TokenRepository extends AccountChanges {
  /** Creates a token of an account with a credential, at most `most` of them. */
  create(by: SessionRef, token: NewToken, most: number): Changed<Gone | 'guest' | 'too-many-tokens'> {
    const { account } = by;
    const own = this.database.selectFrom('token').where('account', '=', account);
    const { id, secretHash, label, scopes, createdAt, expiresAt } = token;
    const times = { created_at: createdAt, expires_at: expiresAt, used_on: null };
    const row = { id, account, secret_hash: secretHash, label, scopes: scopes.join(' '), ...times };
    return this.change(account, [
      this.isOpen(by),
      this.memberOnly(account),
      this.hasRoom(own, most, 'too-many-tokens'),
      statement(this.database.insertInto('token').values(row)),
    ]);
  }

  /** Uses up a code for a token. */
  useCode(by: SessionRef, code: SpentChallenge): Changed<Gone | 'challenge-spent'> {
    return this.change(by.account, [this.isOpen(by), this.spent(code)]);
  }

  /** Oldest first. */
  async of(account: string): Promise<readonly Token[]> {
    const own = this.database.selectFrom('token').select(TOKEN).where('account', '=', account);
    const rows = await rowsOf(own.orderBy('created_at').orderBy('id'));
    return rows.map((row) => ({ ...row, scopes: row.scopes.split(' ') }));
  }

  async find(token: string): Promise<FoundToken | null> {
    const row = await rowOf(
      this.database
        .selectFrom('token')
        .innerJoin('account', 'account.id', 'token.account')
        .select(TOKEN)
        .select(['token.account', 'token.secret_hash as secretHash', 'account.name'])
        .select((eb) => [isGuest(eb).as('isGuest'), isProgram(eb).as('isProgram')])
        .where('token.id', '=', token),
    );
    return row === undefined ? null : { ...row, ...kindOf(row), scopes: row.scopes.split(' ') };
  }

  revoke(account: string, token: string): Changed<Gone | 'unknown-token'> {
    const own = this.database.deleteFrom('token').where('account', '=', account).where('id', '=', token);
    return this.change(account, [statement(own.returning('id'), 'unknown-token')]);
  }

  async noteUse(token: string, at: number): Promise<void> {
    const today = startOfDay(at);
    const used = this.database.updateTable('token').set({ used_on: today }).where('id', '=', token);
    const seen = this.database
      .updateTable('account')
      .set({ seen_on: today })
      .where('seen_on', '<', today)
      .where('id', 'in', this.database.selectFrom('token').select('account').where('id', '=', token));
    // The account first, as in every other change of it: otherwise two transactions could wait for each other.
    await this.write([statement(seen), statement(used)]);
  }
}

/** A token that was sent to the owner of an account. Only its hash is stored. Times are milliseconds since 1970. */
export type PasswordReset = Omit<Columns<AccountTables['password_reset']>, 'account'>;

/** Forgotten passwords: one token per account, once, until a new token, password or address. */
export class PasswordResetRepository extends AccountChanges {
  /** The accounts that confirmed an address, whatever its ASCII case, at most `limit`, by id; none that is being deleted. */
  holdersOf(address: string, limit: number) {
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
    const confirmed = this.#confirmed(address ?? '').select('email_address.account');
    const isTheirs = statement(confirmed.where('email_address.account', '=', account), 'other-address');
    const token = { token_hash: tokenHash, created_at: createdAt, expires_at: expiresAt };
    return this.change(account, [...(address === null ? [] : [isTheirs]), this.put('password_reset', account, token)]);
  }

  /** The account whose token has this hash, even if it expired; `null` for none. */
  async accountOf(tokenHash: string): Promise<string | null> {
    const rows = this.database.selectFrom('password_reset').select('account').where('token_hash', '=', tokenHash);
    return (await rowOf(rows))?.account ?? null;
  }

  /** The token of an account, even if it expired; `null` for none. */
  async find(account: string) {
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
    const own = this.database.deleteFrom('password_reset').where('account', '=', account);
    return this.change(account, [
      statement(own.where('token_hash', '=', tokenHash).where('expires_at', '>', at), 'spent'),
      ...this.passwordSet(account, password),
      statement(this.database.deleteFrom('session').where('account', '=', account)),
    ]);
  }

  async tidy(before: number): Promise<void> {
    const over = this.database.deleteFrom('password_reset').where('expires_at', '<', before);
    await this.write([statement(over)]);
  }

  #confirmed(address: string) {
    return this.database
      .selectFrom('email_address')
      .where(sql`lower(email_address.address)`, '=', address.toLowerCase())
      .where('confirmed_at', 'is not', null);
  }
}
