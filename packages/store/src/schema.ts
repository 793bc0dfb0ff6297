import type { Generated } from 'kysely';
import type { StreamStatus } from './store.ts';

/** The tables as the newest migration leaves them. Times are milliseconds since 1970; whatever is JSON is kept as text. */
export interface Schema {
  readonly schema_version: SchemaVersionTable;
  readonly kept_game: KeptGameTable;
  readonly match: MatchTable;
  readonly event: EventTable;
  readonly listing: ListingTable;
  readonly participant: ParticipantTable;
  readonly node: NodeTable;
  readonly outage: OutageTable;
  readonly account: AccountTable;
  readonly account_stream: AccountStreamTable;
  readonly session: SessionTable;
  readonly username: UsernameTable;
  readonly password: PasswordTable;
  readonly passkey: PasskeyTable;
  readonly pending_deletion: PendingDeletionTable;
  readonly spent_challenge: SpentChallengeTable;
  readonly secret: SecretTable;
}

/** One row for each migration that was applied. */
interface SchemaVersionTable {
  readonly version: number;
  readonly applied_at: number;
}

interface KeptGameTable {
  /** The order in which games were kept. */
  readonly seq: Generated<number>;
  readonly id: string;
  readonly kept_at: number;
  readonly game: string;
  /** How the game ended (`rules`, `resign`, …); null while it is on. */
  readonly ended_by: string | null;
  /** The whole record: the only truth about the game, the other columns are derived. `null` as JSON where it was forgotten. */
  readonly record: string;
  /** What lists show of it beside its id, game and time, as JSON; null where it is in no list. */
  readonly summary: string | null;
}

interface MatchTable {
  readonly id: string;
  readonly created_at: number;
  readonly head: string;
  /** The number of the last event. */
  readonly seq: number;
  /** When it was created or appended to, by the clock of whoever holds the database: finds what a listener missed. */
  readonly touched_at: number;
}

/** The log: rows are added, and never changed but by `redact` and `erase`. */
interface EventTable {
  readonly match: string;
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly data: string;
  /** On the last event of an append that had one, as JSON text: an id may hold any character, a text column not. */
  readonly client_id: string | null;
}

/** Derived from head and events of a match. */
interface ListingTable {
  readonly match: string;
  readonly status: StreamStatus;
  readonly listed_at: number;
  readonly summary: string;
}

/** Who takes part in which match: a part of its listing, and derived like it. */
interface ParticipantTable {
  readonly person: string;
  readonly match: string;
  /** The `listed_at` of the listing. */
  readonly at: number;
}

/** One row for each start of a server that shared its database. */
interface NodeTable {
  readonly id: string;
  /** When it last noted that it works, by the clock of the database. */
  readonly beat_at: number;
  /** 1 when it ended in good order, else 0. */
  readonly gone: number;
}

/** A span in which no server served. On PostgreSQL by the clock of the database, on SQLite by that of the machine. */
interface OutageTable {
  readonly until_at: number;
  readonly from_at: number;
}

/** The tables below refer to it and go with its row. Backups hold tables in order of their names, so this one comes first. */
interface AccountTable {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  /** The day on which a session was last used. */
  readonly seen_on: number;
  /** Rises with every change of the account, its sessions or its credentials. */
  readonly revision: number;
  /** When `revision` rose, by the clock of whoever holds the database: finds what a listener missed. */
  readonly touched_at: number;
}

/** Streams that hold personal data of an account that is not among their participants. */
interface AccountStreamTable {
  readonly account: string;
  readonly stream: string;
}

interface SessionTable {
  readonly id: string;
  readonly account: string;
  /** SHA-256 of the secret in the cookie. */
  readonly secret_hash: string;
  readonly agent: string;
  readonly opened_at: number;
  /** The day on which it was last used. */
  readonly used_on: number;
  /** 0 for never. */
  readonly confirmed_at: number;
}

/** Names to sign in with, normalised: no two accounts have the same, and no account has two. */
interface UsernameTable {
  readonly name: string;
  readonly account: string;
}

interface PasswordTable {
  readonly account: string;
  readonly hash: string;
}

interface PasskeyTable {
  readonly id: string;
  readonly account: string;
  readonly public_key: string;
  readonly counter: number;
  /** A JSON list of texts. */
  readonly transports: string;
  readonly agent: string;
  readonly added_at: number;
}

/** Deletions that were decided and are not finished. */
interface PendingDeletionTable {
  readonly account: string;
  readonly begun_at: number;
  /** The account that gets the guest's games; null for none, or for one that was deleted itself. */
  readonly gives_to: string | null;
}

/** Challenges that were answered and have not ended by themselves. */
interface SpentChallengeTable {
  readonly challenge: string;
  readonly expires_at: number;
}

/** Secrets that all nodes share. */
interface SecretTable {
  readonly name: string;
  readonly value: string;
}
