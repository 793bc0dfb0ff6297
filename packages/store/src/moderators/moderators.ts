/** An account that may see reports and decide about them. */
export interface Moderator {
  readonly account: string;
  /** The display name. */
  readonly name: string;
  readonly username: string | null;
  /** Milliseconds since 1970. */
  readonly since: number;
}

/**
 * Who may moderate. Only an operator changes it. The role ends with the account. Methods reject with `StoreUnavailable` if the database does
 * not answer. Ids may be untrusted. `checkModerators` in the testkit tests every store against this contract.
 */
export interface ModeratorRepository {
  has(account: string): Promise<boolean>;
  /** By username and id. */
  list(): Promise<readonly Moderator[]>;
  /** Makes an account with a username a moderator. A guest has no username, and nothing to sign in with. */
  add(account: string, at: number): Promise<'added' | 'known' | 'no-username'>;
  /** Returns whether the account was a moderator. */
  remove(account: string): Promise<boolean>;
}
