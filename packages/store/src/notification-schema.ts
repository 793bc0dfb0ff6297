import type { JobState } from './jobs/jobs.ts';

/** A background job. Only in SQLite. */
export interface JobTable {
  readonly id: string;
  readonly kind: string;
  /** At most one waiting job of a kind has this key. */
  readonly job_key: string;
  readonly state: JobState;
  /** JSON. */
  readonly payload: string;
  readonly due_at: number;
  readonly created_at: number;
  /** When a running job counts as failed. */
  readonly expires_at: number;
  readonly failures: number;
  /** Why the last attempt failed; empty if none has. */
  readonly error: string;
}

/** Where the browser of a session receives notifications. It ends with the session. */
export interface SessionPushTable {
  readonly session: string;
  readonly account: string;
  /** The address of the push service for this browser. Anyone who knows it and the server's key can send. */
  readonly endpoint: string;
  /** The keys of the browser, for which messages are encrypted. */
  readonly p256dh: string;
  readonly auth: string;
  readonly created_at: number;
}

/** What an account wants to be notified of, as JSON. An account without a row has the defaults. */
export interface NotificationSettingsTable {
  readonly account: string;
  readonly settings: string;
}

export interface EmailAddressTable {
  readonly account: string;
  readonly address: string;
  readonly added_at: number;
  /** Null until the owner of the address has confirmed it; until then nothing else is sent there. */
  readonly confirmed_at: number | null;
}

/** The sent notifications of an account, so that no event is sent twice and no one gets too many. */
export interface SentNotificationTable {
  readonly account: string;
  readonly subject: string;
  readonly sent_at: number;
}
