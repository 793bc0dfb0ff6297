import type { Changed, Gone } from './accounts.ts';

/** An account that can be reached at a confirmed address. */
export interface AddressHolder {
  readonly account: string;
  /** `null` if the account has only passkeys. */
  readonly username: string | null;
}

/** A token that was sent to the owner of an account. Only its hash is stored. Times are milliseconds since 1970. */
export interface PasswordReset {
  readonly tokenHash: string;
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** A token with facts of its account. */
export interface FoundReset extends PasswordReset {
  /** The display name. */
  readonly name: string;
  readonly username: string | null;
}

/**
 * Forgotten passwords: one token per account, which works once. A new token, a new password, another address or the deletion of the
 * account invalidates it. Changes are serialised with those of the account. Reads reject with `StoreUnavailable`. Ids and addresses may be
 * untrusted. `checkPasswordResets` in the testkit tests every store against this contract.
 */
export interface PasswordResetRepository {
  /**
   * The accounts that confirmed an address, ignoring the case of ASCII letters, at most `limit`, by id. Excludes accounts
   * that are being deleted.
   */
  holdersOf(address: string, limit: number): Promise<readonly AddressHolder[]>;
  /** Stores a token, if the account still has the confirmed address that it is sent to. `null`: an operator will hand it over. */
  begin(account: string, address: string | null, reset: PasswordReset): Changed<Gone | 'other-address'>;
  /** The account whose token has this hash, even if it expired; `null` for none. */
  accountOf(tokenHash: string): Promise<string | null>;
  /** The token of an account, even if it expired; `null` for none. */
  find(account: string): Promise<FoundReset | null>;
  /**
   * Uses a token: sets the password, claims the username if the account has none, and closes all sessions. `spent`: the token is not valid
   * at the time `at`.
   */
  finish(
    account: string,
    tokenHash: string,
    password: { readonly username: string; readonly hash: string; readonly at: number },
  ): Changed<Gone | 'spent' | 'username-taken'>;
  /** Deletes the tokens that expired before a time. */
  tidy(before: number): Changed<never>;
}
