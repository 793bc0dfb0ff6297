import {
  type Changed,
  changed,
  type Columns,
  isGuest,
  isProgram,
  kindOf,
  rowOf,
  rowsOf,
  statement,
} from '../repository.ts';
import { type AccountTables, type Gone, type SessionRef, type SpentChallenge, startOfDay } from './account.ts';
import { AccountChanges } from './changes.ts';

/** Times are milliseconds since 1970, days as `startOfDay`. */
export interface Token extends Omit<Columns<AccountTables['token']>, 'account' | 'secretHash' | 'scopes'> {
  /** Words of letters and hyphens. */
  readonly scopes: readonly string[];
}

/** A token to create. Only the hash of its secret is stored. */
export interface NewToken extends Omit<Token, 'usedOn'> {
  readonly secretHash: string;
}

export interface FoundToken extends Token {
  readonly account: string;
  readonly name: string;
  /** Whether the account has no credential any more. */
  readonly isGuest: boolean;
  /** Whether the account is one of a program. */
  readonly isProgram: boolean;
  readonly secretHash: string;
}

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
      this.holds(account, 'guest', (eb) => eb.not(isGuest(eb))),
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

  async noteUse(token: string, at: number): Changed<never> {
    const today = startOfDay(at);
    const used = this.database.updateTable('token').set({ used_on: today }).where('id', '=', token);
    const seen = this.database
      .updateTable('account')
      .set({ seen_on: today })
      .where('seen_on', '<', today)
      .where('id', 'in', this.database.selectFrom('token').select('account').where('id', '=', token));
    // The account first, as in every other change of it: otherwise two transactions could wait for each other.
    return changed<never>(await this.transact([statement(seen), statement(used)]));
  }
}
