import type { Result } from '@tablier/core';

/** The length of a day. How exactly it is stored when an account was used. Milliseconds. */
const DAY = 86_400_000;

/** The beginning of a day in UTC. Times are milliseconds since 1970. */
export const startOfDay = (time: number): number => time - (time % DAY);

/** A browser that is signed in. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** What the browser calls itself. */
  readonly agent: string;
  /** The day on which it was last used, as `startOfDay`. */
  readonly usedOn: number;
  /** When its user last proved by a credential that the account is theirs; 0 for never. Milliseconds since 1970. */
  readonly confirmedAt: number;
}

/** A session to open. The secret itself is stored nowhere. */
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

/** A session that was found by its id. */
export interface FoundSession extends Session {
  readonly account: string;
  readonly name: string;
  /** Whether the account has no credential. */
  readonly isGuest: boolean;
  readonly secretHash: string;
}

/** A credential that a device made (WebAuthn). */
export interface Passkey {
  /** The id of the credential, in base64url. No two accounts have the same. */
  readonly id: string;
  /** The public key (COSE), in base64url. */
  readonly key: string;
  /** How often the device says that it was used; 0 where it does not count. */
  readonly counter: number;
  readonly transports: readonly string[];
  /** Of the browser in which it was made. */
  readonly agent: string;
  readonly addedAt: number;
}

/** All that is stored of an account, except the secrets of its sessions. A guest is an account without a credential. */
export interface Account {
  readonly id: string;
  readonly name: string;
  readonly createdAt: number;
  /** The name to sign in with, in the form in which names are compared; `null` for none. */
  readonly username: string | null;
  readonly passwordHash: string | null;
  /** Oldest first. */
  readonly sessions: readonly Session[];
  /** Oldest first. */
  readonly passkeys: readonly Passkey[];
}

/** Who an account is, and in which sessions it is known. */
export interface OpenSessions extends Pick<FoundSession, 'name' | 'isGuest'> {
  readonly sessions: readonly string[];
}

export type AccountName = Pick<Account, 'id' | 'name'>;

/** The session in which a change is asked for. */
export interface SessionRef {
  readonly account: string;
  readonly session: string;
}

/** An answer to a challenge. Each challenge is accepted once, on whatever node. */
export interface SpentChallenge {
  readonly challenge: string;
  /** When the challenge ends by itself and need not be remembered. Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** What a user proved with: it must still hold when the change is made. */
export type Proof =
  /** `rehash`: another hash of the same password, which takes the place of the one that was compared. */
  | { readonly kind: 'password'; readonly hash: string; readonly rehash?: string }
  | { readonly kind: 'passkey'; readonly id: string; readonly counter: number; readonly spent: SpentChallenge };

/** The credential was changed or removed meanwhile, or its challenge was answered before. */
export type ProofError = 'proof-changed' | 'challenge-spent';

/** A deletion that was decided and is not finished. */
export interface PendingDeletion {
  readonly account: string;
  readonly name: string;
  /** The account that gets the guest's games; `null` for none. */
  readonly givesTo: string | null;
}

/** The account does not exist, is being deleted, or the session was closed. */
export type Gone = 'gone';

/** What became of a change. After `unavailable` nobody knows whether it was made. */
export type Changed<E extends string, T = null> = Promise<Result<T, E | 'unavailable'>>;

/** Receives the id of an account that may have changed, and its revision, which only rises. */
export type AccountListener = (account: string, revision: number) => void;

/**
 * Accounts, sessions and credentials. Every change is one transaction, and the changes of one account are made one after the
 * other, on any number of nodes. Reads reject with `StoreUnavailable` where the database does not answer. Ids may come from anywhere.
 * Times are given by the caller, in milliseconds since 1970. `checkAccounts` in the testkit holds every store to this.
 */
export interface AccountRepository {
  /** A guest with a first session. */
  createGuest(guest: NewGuest, at: number): Changed<never>;
  /** Also one that is being deleted. */
  find(account: string): Promise<Account | null>;
  findSession(session: string): Promise<FoundSession | null>;
  /** Who an account is, and the ids of its open sessions. */
  openSessions(account: string): Promise<OpenSessions | null>;
  /** The account that has a username, and its password. Compares as a constraint does: the caller normalises. */
  findPassword(username: string): Promise<{ readonly account: string; readonly hash: string } | null>;
  /** The ids and names of accounts, those after an id, in order of ids. */
  names(wanted: { readonly after: string; readonly limit: number }): Promise<readonly AccountName[]>;
  /** A passkey of an account. */
  findPasskey(account: string, passkey: string): Promise<Passkey | null>;

  rename(by: SessionRef, name: string): Changed<Gone>;
  /** Opens a session that is confirmed already. Of more than `most` sessions the oldest are closed. */
  signIn(
    account: string,
    session: NewSession,
    proof: Proof,
    extras: { readonly at: number; readonly most: number },
  ): Changed<Gone | ProofError>;
  /** Confirms a session. */
  confirm(by: SessionRef, proof: Proof, at: number): Changed<Gone | ProofError>;
  /** Notes that a session is used, by day. Does nothing for a session that is closed. */
  noteUse(by: SessionRef, at: number): Changed<never>;
  /** Closes one session, or all but one; the ids of those that were open. */
  closeSessions(
    account: string,
    which: { readonly only: string } | { readonly except: string },
  ): Changed<Gone, readonly string[]>;

  /**
   * Sets a password and confirms the session, which gets another secret. A first password claims the username too. A
   * password that replaces another closes all other sessions.
   */
  setPassword(
    by: SessionRef,
    password: { readonly username: string; readonly hash: string },
    extras: { readonly at: number; readonly secretHash: string },
  ): Changed<Gone | 'username-taken'>;
  /** Adds a passkey and confirms the session, which gets another secret. */
  addPasskey(
    by: SessionRef,
    passkey: Passkey,
    extras: { readonly secretHash: string; readonly spent: SpentChallenge; readonly most: number },
  ): Changed<Gone | 'challenge-spent' | 'known-passkey' | 'too-many-passkeys'>;
  /** Removes a passkey; the last credential of an account only where that is meant. */
  removePasskey(
    account: string,
    passkey: string,
    extras: { readonly evenLast: boolean },
  ): Changed<Gone | 'unknown-passkey' | 'last-credential'>;

  /** Notes that a stream holds personal data of an account that is not among its participants. At most `most` streams. */
  noteStream(account: string, stream: string, most: number): Changed<Gone | 'full'>;
  /** The streams that were noted, in no particular order. */
  streamsOf(account: string): Promise<readonly string[]>;

  /**
   * Decides a deletion: sessions and credentials are gone at once, and the username is free. With `givesTo` only a guest is
   * deleted, whose games another account gets. What follows is the caller's; `erase` ends it.
   */
  beginDeletion(account: string, givesTo?: string): Changed<Gone | 'has-credential'>;
  pendingDeletions(): Promise<readonly PendingDeletion[]>;
  pendingDeletion(account: string): Promise<PendingDeletion | null>;
  /** Removes an account whose deletion was decided. */
  erase(account: string): Changed<never>;
  /** Guests last seen before a time who take part in no stream that is not closed: those after an id, in order of ids. */
  idleGuests(wanted: {
    readonly seenBefore: number;
    readonly after: string;
    readonly limit: number;
  }): Promise<readonly string[]>;
  /** Forgets the challenges that ended by themselves before a time. */
  forgetChallenges(before: number): Changed<never>;

  /** Tells of every change of sessions or the name, by whatever node, as `Store.follow` does of streams. */
  follow(listener: AccountListener): Promise<() => void>;
}
