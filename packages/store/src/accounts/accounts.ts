import type { Result } from '@tablier/core';

/** Milliseconds per day: the precision with which the use of an account is stored. */
const DAY = 86_400_000;

/** The beginning of the day in UTC. Times are milliseconds since 1970. */
export const startOfDay = (time: number): number => time - (time % DAY);

/** A signed-in browser. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** A description of the browser, from its `User-Agent`. */
  readonly agent: string;
  /** The day on which it was last used, as `startOfDay`. */
  readonly usedOn: number;
  /** When its user last confirmed their identity with a credential; 0 for never. Milliseconds since 1970. */
  readonly confirmedAt: number;
}

/** A session to open. Only the hash of its secret is stored. */
export interface NewSession {
  readonly id: string;
  readonly secretHash: string;
  readonly agent: string;
}

export interface NewGuest {
  readonly id: string;
  readonly name: string;
  readonly session: NewSession;
}

/** A session with facts of its account. */
export interface FoundSession extends Session {
  readonly account: string;
  readonly name: string;
  /** Whether the account has no credential. */
  readonly isGuest: boolean;
  readonly secretHash: string;
}

/** A WebAuthn credential. */
export interface Passkey {
  /** The id of the credential, in base64url. No two accounts have the same. */
  readonly id: string;
  /** The public key (COSE), in base64url. */
  readonly key: string;
  /** The signature counter of the device; 0 if it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** A description of the browser that created it. */
  readonly agent: string;
  readonly addedAt: number;
}

/** Everything stored of an account, except the secrets of its sessions. A guest is an account without a credential. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** The normalised username; `null` for none. */
  readonly username: string | null;
  readonly passwordHash: string | null;
  /** Oldest first. */
  readonly sessions: readonly Session[];
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
}

/** An account with its open sessions. */
export interface OpenSessions extends Pick<FoundSession, 'name' | 'isGuest'> {
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

/** A deletion that has begun and is not finished. */
export interface PendingDeletion {
  readonly account: string;
  readonly name: string;
  /** The account that gets the guest's games; `null` for none. */
  readonly givesTo: string | null;
}

/** The account does not exist, is being deleted, or the session was closed. */
export type Gone = 'gone';

/** The outcome of a change. After `unavailable` it is unknown whether the change was made. */
export type Changed<E extends string, T = null> = Promise<Result<T, E | 'unavailable'>>;

/** Receives the id of an account that may have changed, and its revision, which never decreases. */
export type AccountListener = (account: string, revision: number) => void;

/**
 * Accounts, sessions and credentials. Every change is one transaction, and the changes of one account are serialised across all nodes.
 * Reads reject with `StoreUnavailable` if the database does not answer. Ids may be untrusted. The caller passes times, in milliseconds
 * since 1970. `checkAccounts` in the testkit tests every store against this contract.
 */
export interface AccountRepository {
  /** Creates a guest with a first session. */
  createGuest(guest: NewGuest, at: number): Changed<never>;
  /** Also finds an account that is being deleted. */
  find(account: string): Promise<Account | null>;
  findSession(session: string): Promise<FoundSession | null>;
  /** The name of an account, whether it is a guest, and the ids of its open sessions. */
  openSessions(account: string): Promise<OpenSessions | null>;
  /** The account with a username, and its password hash. The caller normalises the username. */
  findPassword(username: string): Promise<{ readonly account: string; readonly hash: string } | null>;
  /** The ids and names of the accounts after an id, in order of ids. */
  names(wanted: { readonly after: string; readonly limit: number }): Promise<readonly AccountName[]>;
  /** A passkey of an account. */
  findPasskey(account: string, passkey: string): Promise<Passkey | null>;

  /** Without a session it is the operator who renames. */
  rename(by: SessionRef | Pick<SessionRef, 'account'>, name: string): Changed<Gone>;
  /** Replaces the settings of an account by other JSON. The caller limits its size. Guests keep theirs in their browser. */
  saveSettings(by: SessionRef, settings: unknown): Changed<Gone | 'guest'>;
  /** The settings of an account; `null` if it has stored none. */
  settingsOf(account: string): Promise<unknown>;
  /** Opens a confirmed session. If there are then more than `most`, the oldest are closed. */
  signIn(
    account: string,
    session: NewSession,
    proof: Proof,
    extras: { readonly at: number; readonly most: number },
  ): Changed<Gone | ProofError>;
  /** Confirms a session. */
  confirm(by: SessionRef, proof: Proof, at: number): Changed<Gone | ProofError>;
  /** Records the day on which a session is used. Does nothing for a closed session. */
  noteUse(by: SessionRef, at: number): Changed<never>;
  /** Closes one session, or all but one. Returns the ids of those that were open. */
  closeSessions(
    account: string,
    which: { readonly only: string } | { readonly except: string },
  ): Changed<Gone, readonly string[]>;

  /**
   * Sets a password and confirms the session, which gets a new secret. A first password also claims the username. A
   * password that replaces another closes all other sessions.
   */
  setPassword(
    by: SessionRef,
    password: { readonly username: string; readonly hash: string },
    renewal: Renewal,
  ): Changed<Gone | 'username-taken'>;
  /** Adds a passkey and confirms the session, which gets a new secret. */
  addPasskey(
    by: SessionRef,
    passkey: Passkey,
    extras: { readonly renewal: Renewal; readonly spent: SpentChallenge; readonly most: number },
  ): Changed<Gone | 'challenge-spent' | 'known-passkey' | 'too-many-passkeys'>;
  /** Removes a passkey. Removes the last credential of an account only with `evenLast`. */
  removePasskey(
    account: string,
    passkey: string,
    extras: { readonly evenLast: boolean },
  ): Changed<Gone | 'unknown-passkey' | 'last-credential'>;

  /** Records that a stream holds personal data of an account that is not a participant. At most `most` streams per account. */
  noteStream(account: string, stream: string, most: number): Changed<Gone | 'full'>;
  /** The recorded streams, by their ids. */
  streamsOf(account: string): Promise<readonly string[]>;

  /**
   * Begins a deletion: removes sessions and credentials and frees the username. With `givesTo` it only deletes a guest, whose games that
   * account gets. The caller does the remaining steps and ends with `erase`.
   */
  beginDeletion(account: string, givesTo?: string): Changed<Gone | 'has-credential'>;
  pendingDeletions(): Promise<readonly PendingDeletion[]>;
  pendingDeletion(account: string): Promise<PendingDeletion | null>;
  /** Removes an account whose deletion has begun. */
  erase(account: string): Changed<never>;
  /** Guests after an id, in order of ids, who were last seen before a time and take part in no stream that is not closed. */
  idleGuests(wanted: {
    readonly seenBefore: number;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** Deletes the challenges that expired before a time. */
  forgetChallenges(before: number): Changed<never>;

  /** Notifies of every change of sessions or the name, by any node, with the guarantees of `Store.follow`. */
  follow(listener: AccountListener): Promise<() => void>;
}
