import type { Changed, Gone, SessionRef } from './accounts.ts';

/** A token with which a program acts for an account, without its secret. */
export interface Token {
  readonly id: string;
  /** The name that the person gave it. */
  readonly label: string;
  /** Words of letters and hyphens. */
  readonly scopes: readonly string[];
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** `null` for never. */
  readonly expiresAt: number | null;
  /** The day on which it was last used, as `startOfDay`; `null` for never. */
  readonly usedOn: number | null;
}

/** A token to create. Only the hash of its secret is stored. */
export interface NewToken extends Omit<Token, 'usedOn'> {
  readonly secretHash: string;
}

/** A token with facts of its account. */
export interface FoundToken extends Token {
  readonly account: string;
  /** The name of the person. */
  readonly name: string;
  /** Whether the account has no credential any more. */
  readonly isGuest: boolean;
  readonly secretHash: string;
}

/**
 * The tokens of accounts. Changes are serialised with those of the account, and its listeners are notified of a revoked token. Reads reject
 * with `StoreUnavailable` if the database does not answer. Ids may be untrusted.
 */
export interface TokenRepository {
  /** Creates a token of an account with a credential, at most `most` of them. */
  create(by: SessionRef, token: NewToken, most: number): Changed<Gone | 'guest' | 'too-many-tokens'>;
  /** Oldest first. */
  of(account: string): Promise<readonly Token[]>;
  find(token: string): Promise<FoundToken | null>;
  /** Deletes a token of an account. */
  revoke(account: string, token: string): Changed<Gone | 'unknown-token'>;
  /** Records the day on which a token is used. */
  noteUse(token: string, at: number): Changed<never>;
}
