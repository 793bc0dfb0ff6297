/** A time in which an account cannot chat. Times are milliseconds since 1970. */
export interface Mute {
  readonly until: number;
  /** Why. The muted person reads it. */
  readonly reason: string;
  /** When it was set. */
  readonly at: number;
}

/** A mute with the muted person. */
export interface MutedAccount extends Mute {
  readonly account: string;
  /** The display name. */
  readonly name: string;
  /** `null` for a guest. */
  readonly username: string | null;
}

/**
 * Who was muted by a moderator or an operator, and until when. An account has at most one mute, which ends with the account. Methods reject with
 * `StoreUnavailable` if the database does not answer. Ids may be untrusted. `checkMutes` in the testkit tests every store against this contract.
 */
export interface MuteRepository {
  /** The mute of an account at a time; `null` if there is none, or it has ended. */
  of(account: string, at: number): Promise<Mute | null>;
  /** The mutes that are in effect at a time, sorted by their end. */
  list(at: number): Promise<readonly MutedAccount[]>;
  /** Replaces an earlier mute. Returns whether the account exists. */
  set(account: string, mute: Mute): Promise<boolean>;
  /** Ends a mute. Returns whether the account was muted at that time. */
  lift(account: string, at: number): Promise<boolean>;
  /** Deletes the mutes that have ended at a time. */
  tidy(at: number): Promise<void>;
}
