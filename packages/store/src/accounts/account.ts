import { lookOf } from '@tablier/core';
import {
  type Changed,
  changed,
  type Columns,
  DAY,
  ifNew,
  Repository,
  statement,
  type TransactionReply,
  versionIn,
} from '../repository.ts';
import type { Statement } from '../operations.ts';

export interface AccountTables {
  /** The tables below refer to it, and their rows are deleted with its row. Backups order tables by name, so this one comes first. */
  readonly account: {
    readonly id: string;
    readonly name: string;
    readonly created_at: number;
    /** The day on which a session was last used. */
    readonly seen_on: number;
    /** Increases with every change of the account, its sessions or its credentials. */
    readonly revision: number;
    /** When `revision` increased, by the shared clock of the database. Listeners use it to find what they missed. */
    readonly touched_at: number;
  };
  /** The settings that follow an account into every browser, as JSON. Guests have none. */
  readonly account_settings: { readonly account: string; readonly settings: string };
  /** Streams that hold personal data of an account that is not among their participants. */
  readonly account_stream: { readonly account: string; readonly stream: string };
  readonly session: {
    readonly id: string;
    readonly account: string;
    /** SHA-256 of the secret in the cookie. */
    readonly secret_hash: string;
    /** A description of the browser, from its `User-Agent`. */
    readonly agent: string;
    readonly opened_at: number;
    /** The day on which it was last used. */
    readonly used_on: number;
    /** When its user last confirmed their identity with a credential; 0 for never. */
    readonly confirmed_at: number;
  };
  /** Tokens with which programs act for an account. */
  readonly token: {
    readonly id: string;
    readonly account: string;
    /** SHA-256 of the secret in the token. */
    readonly secret_hash: string;
    /** The name that the person gave it. */
    readonly label: string;
    /** Names separated by blanks. */
    readonly scopes: string;
    readonly created_at: number;
    /** Null for never. */
    readonly expires_at: number | null;
    /** The day on which it was last used; null for never. */
    readonly used_on: number | null;
  };
  /** Normalised usernames. Each is unique, and an account has at most one. */
  readonly username: {
    readonly name: string;
    readonly account: string;
    /** Its skeleton (`lookOf`), unique too; null for one that looked like an older one when looks were first stored. */
    readonly look: string | null;
  };
  readonly password: { readonly account: string; readonly hash: string };
  /** A token that may set a new password. An account has one at most. */
  readonly password_reset: {
    readonly account: string;
    readonly token_hash: string;
    readonly created_at: number;
    readonly expires_at: number;
  };
  readonly passkey: {
    /** The id of the credential, in base64url. No two accounts have the same. */
    readonly id: string;
    readonly account: string;
    readonly public_key: string;
    /** The signature counter of the device; 0 if it does not count. */
    readonly counter: number;
    /** A JSON list of texts. */
    readonly transports: string;
    /** A description of the browser that created it. */
    readonly agent: string;
    readonly added_at: number;
  };
  /** Deletions that have begun and are not finished. */
  readonly pending_deletion: {
    readonly account: string;
    readonly begun_at: number;
    /** The account that gets the guest's games; null for none, or if that account was deleted. */
    readonly gives_to: string | null;
  };
  /** Challenges that were answered and have not expired. */
  readonly spent_challenge: { readonly challenge: string; readonly expires_at: number };
}

/** The beginning of the day in UTC. Times are milliseconds since 1970. */
export const startOfDay = (time: number): number => time - (time % DAY);

/** Times are milliseconds since 1970, days as `startOfDay`. */
export type Session = Omit<Columns<AccountTables['session']>, 'account' | 'secretHash'>;

export type NewSession = Pick<FoundSession, 'id' | 'secretHash' | 'agent'>;

export interface NewGuest {
  readonly id: string;
  readonly name: string;
  readonly session: NewSession;
}

export interface FoundSession extends Session {
  readonly account: string;
  readonly name: string;
  /** Whether the account has no credential. */
  readonly isGuest: boolean;
  /** Whether the account is one of a program. */
  readonly isProgram: boolean;
  readonly secretHash: string;
}

export interface Passkey extends Omit<Columns<AccountTables['passkey']>, 'account' | 'publicKey' | 'transports'> {
  /** The public key (COSE), in base64url. */
  readonly key: string;
  readonly transports: readonly string[];
}

/** Everything stored of an account, except the secrets of its sessions. A guest is an account without a credential. */
export interface Account extends Pick<Columns<AccountTables['account']>, 'id' | 'name' | 'createdAt'> {
  /** The normalised username; `null` for none. */
  readonly username: string | null;
  readonly passwordHash: string | null;
  /** Oldest first. */
  readonly sessions: readonly Session[];
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
}

export interface OpenSessions extends Pick<FoundSession, 'name' | 'isGuest' | 'isProgram'> {
  readonly sessions: readonly string[];
}

export type AccountName = Pick<Account, 'id' | 'name'>;

/** The session that requests a change. */
export interface SessionRef {
  readonly account: string;
  readonly session: string;
}

/** A new secret for a session, which is confirmed with it. */
export interface Renewal {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly secretHash: string;
  /** The hash of the secret that the request was authenticated with. If the session now has another one, it counts as closed. */
  readonly replaces: string;
}

/** An answered challenge. Each is accepted once across all nodes. */
export interface SpentChallenge {
  readonly challenge: string;
  /** When the challenge expires and no longer needs to be remembered. Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** A verified credential. It must still be valid when the change is made. */
export type Proof =
  /** `rehash`: a new hash of the same password, which replaces the old one. */
  | { readonly kind: 'password'; readonly hash: string; readonly rehash?: string }
  | { readonly kind: 'passkey'; readonly id: string; readonly counter: number; readonly spent: SpentChallenge };

/** The credential was changed or removed in the meantime, or its challenge was already answered. */
export type ProofError = 'proof-changed' | 'challenge-spent';

export interface PendingDeletion extends Omit<Columns<AccountTables['pending_deletion']>, 'begunAt'> {
  readonly name: string;
}

/** The account does not exist, is being deleted, or the session was closed. */
export type Gone = 'gone';

/** Tables whose changes are serialised with their account's row, which they update first: later statements may rely on what they read. */
export abstract class AccountChanges extends Repository {
  /** Executes statements for an account. Refused as `gone` if it does not exist or is being deleted. The id is one. */
  protected async changeAccount(
    account: string,
    statements: readonly Statement[],
    { erases = false }: { readonly erases?: boolean } = {},
  ): Promise<TransactionReply> {
    const touched = this.updateOf(account).set(({ eb }) => ({
      revision: eb('revision', '+', 1),
      touched_at: this.deps.clock(),
    }));
    const all = [statement(touched.returning('revision as version'), 'gone'), ...statements];
    const done = await this.write(all, { changes: { kind: 'account', id: account }, erases });
    if (done.name === 'done') this.deps.notices.notify(account, versionIn(done.rows));
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
    return [
      this.holds(account, 'username-taken', ({ not, exists }) => not(exists(names.where('name', '<>', username)))),
      ifNew(claimed),
      statement(names.where('name', '=', username), 'username-taken'),
      this.put('password', account, { hash }),
      statement(database.deleteFrom('password_reset').where('account', '=', account)),
    ];
  }
}
