/** A session as its owner sees it. */
interface ShownSession {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** The day of its last use, as its beginning in UTC; `null` if that is not known. */
  readonly usedOn: number | null;
  /** The `User-Agent` header of the browser. */
  readonly agent: string;
  readonly current: boolean;
}

export interface ShownPasskey {
  readonly id: string;
  readonly addedAt: number;
  readonly agent: string;
}

/** What the server stores about the user of this browser. */
export interface Profile {
  readonly name: string;
  /** The username to sign in with a password; `null` if there is none. */
  readonly login: string | null;
  readonly hasPassword: boolean;
  /** Whether they see the reports of players, at `/moderation`. */
  readonly isModerator: boolean;
  readonly passkeys: readonly ShownPasskey[];
  readonly sessions: readonly ShownSession[];
}

/** Whether the profile has a credential: it belongs to an account, not to a guest. */
export const hasCredential = ({ hasPassword, passkeys }: Profile): boolean => hasPassword || passkeys.length > 0;
