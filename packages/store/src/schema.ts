import type { Generated } from 'kysely';
import type {
  EmailAddressTable,
  JobTable,
  NotificationSettingsTable,
  SentNotificationTable,
  SessionPushTable,
} from './notification-schema.ts';
import type { PeopleSchema } from './people-schema.ts';
import type {
  TournamentEntrantTable,
  TournamentRoundPairingTable,
  TournamentRoundSeatTable,
  TournamentRoundTable,
  TournamentTable,
} from './tournament-schema.ts';
import type { StreamStatus } from './store.ts';

/** The tables in the newest version. Times are milliseconds since 1970. JSON is stored as text. */
export interface Schema extends PeopleSchema {
  readonly schema_version: SchemaVersionTable;
  readonly kept_game: KeptGameTable;
  readonly match: MatchTable;
  readonly event: EventTable;
  readonly listing: ListingTable;
  readonly participant: ParticipantTable;
  readonly node: NodeTable;
  readonly outage: OutageTable;
  readonly account: AccountTable;
  readonly account_settings: AccountSettingsTable;
  readonly account_stream: AccountStreamTable;
  readonly session: SessionTable;
  readonly token: TokenTable;
  readonly username: UsernameTable;
  readonly password: PasswordTable;
  readonly password_reset: PasswordResetTable;
  readonly passkey: PasskeyTable;
  readonly pending_deletion: PendingDeletionTable;
  readonly spent_challenge: SpentChallengeTable;
  readonly secret: SecretTable;
  readonly profile: ProfileTable;
  readonly rated_match: RatedMatchTable;
  readonly rating: RatingTable;
  readonly rating_change: RatingChangeTable;
  readonly rating_counter: RatingCounterTable;
  readonly finished_game: FinishedGameTable;
  readonly finished_seat: FinishedSeatTable;
  readonly finished_opening: FinishedOpeningTable;
  readonly game_tally: GameTallyTable;
  readonly progress: ProgressTable;
  readonly study: StudyTable;
  readonly tournament: TournamentTable;
  readonly tournament_entrant: TournamentEntrantTable;
  readonly tournament_round: TournamentRoundTable;
  readonly tournament_round_pairing: TournamentRoundPairingTable;
  readonly tournament_round_seat: TournamentRoundSeatTable;
  readonly job: JobTable;
  readonly notification_settings: NotificationSettingsTable;
  readonly email_address: EmailAddressTable;
  readonly sent_notification: SentNotificationTable;
  readonly session_push: SessionPushTable;
}

/** One row for each migration that was applied. */
interface SchemaVersionTable {
  readonly version: number;
  readonly applied_at: number;
}

interface KeptGameTable {
  /** The order in which games were archived. */
  readonly seq: Generated<number>;
  readonly id: string;
  readonly kept_at: number;
  readonly game: string;
  /** How the game ended (`rules`, `resign`, …); null for an unfinished one. */
  readonly ended_by: string | null;
  /** The whole record, from which the other columns are derived. The JSON text `null` for a forgotten game. */
  readonly record: string;
  /** What lists show besides id, game and time, as JSON; null if it is not listed. */
  readonly summary: string | null;
}

interface MatchTable {
  readonly id: string;
  readonly created_at: number;
  readonly head: string;
  /** The number of the last event. */
  readonly seq: number;
  /** When it was created or last appended to, by the shared clock of the database. Listeners use it to find what they missed. */
  readonly touched_at: number;
}

/** The log. Rows are only added, except by `redact`, `trim` and `erase`. */
interface EventTable {
  readonly match: string;
  readonly seq: number;
  readonly at: number;
  readonly kind: string;
  readonly data: string;
  /** On the last event of an append with a client id. JSON text, since an id may contain characters that a text column cannot store. */
  readonly client_id: string | null;
}

/** Derived from the head and events of a stream. */
interface ListingTable {
  readonly match: string;
  readonly status: StreamStatus;
  readonly listed_at: number;
  readonly summary: string;
  /** The game of a public stream, to count those that run; null for others. */
  readonly game: string | null;
  /** What only participants may see, as JSON; null for none. */
  readonly own: string | null;
}

/** The participants of streams: part of the listing, and derived like it. */
interface ParticipantTable {
  readonly person: string;
  readonly match: string;
  /** The `listed_at` of the listing. */
  readonly at: number;
}

/** One row for each start of a node. */
interface NodeTable {
  readonly id: string;
  /** Its last heartbeat, by the clock of the database. */
  readonly beat_at: number;
  /** 1 if it left in order, otherwise 0. */
  readonly gone: number;
}

/** A span in which no server served. On PostgreSQL by the clock of the database, on SQLite by that of the machine. */
interface OutageTable {
  readonly until_at: number;
  readonly from_at: number;
}

/** The tables below refer to it, and their rows are deleted with its row. Backups order tables by name, so this one comes first. */
interface AccountTable {
  readonly id: string;
  readonly name: string;
  readonly created_at: number;
  /** The day on which a session was last used. */
  readonly seen_on: number;
  /** Increases with every change of the account, its sessions or its credentials. */
  readonly revision: number;
  /** When `revision` increased, by the shared clock of the database. Listeners use it to find what they missed. */
  readonly touched_at: number;
}

/** The settings that follow an account into every browser, as JSON. Guests have none. */
interface AccountSettingsTable {
  readonly account: string;
  readonly settings: string;
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

/** Tokens with which programs act for an account. */
interface TokenTable {
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
}

/** Normalised usernames. Each is unique, and an account has at most one. */
interface UsernameTable {
  readonly name: string;
  readonly account: string;
  /** Its skeleton (`lookOf`), unique too; null for one that looked like an older one when looks were first stored. */
  readonly look: string | null;
}

interface PasswordTable {
  readonly account: string;
  readonly hash: string;
}

/** A token that may set a new password. An account has one at most. */
interface PasswordResetTable {
  readonly account: string;
  readonly token_hash: string;
  readonly created_at: number;
  readonly expires_at: number;
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

/** Deletions that have begun and are not finished. */
interface PendingDeletionTable {
  readonly account: string;
  readonly begun_at: number;
  /** The account that gets the guest's games; null for none, or if that account was deleted. */
  readonly gives_to: string | null;
}

/** Challenges that were answered and have not expired. */
interface SpentChallengeTable {
  readonly challenge: string;
  readonly expires_at: number;
}

/** Secrets that all nodes share. */
interface SecretTable {
  readonly name: string;
  readonly value: string;
}

/** What an account shows to others. 1 or 0. An account without a row shows both. */
interface ProfileTable {
  readonly account: string;
  readonly ratings: number;
  readonly games: number;
}

/** One row for each match that was rated. */
interface RatedMatchTable {
  /** The order in which matches were rated, without gaps. */
  readonly seq: number;
  /** The id of its stream. */
  readonly match: string;
  readonly game: string;
  readonly pace: string;
  readonly ended_at: number;
  /** The id of its record in the archive. */
  readonly record: string;
}

/** The newest rating of an account in a game at a pace, in the units of `Rating`. Derived from `rating_change`. */
interface RatingTable {
  readonly account: string;
  readonly game: string;
  readonly pace: string;
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
  readonly games: number;
  readonly wins: number;
  readonly draws: number;
  readonly updated_at: number;
  /** When the rating becomes provisional without another game; 0 if it is. */
  readonly settled_until: number;
}

/** The change of the rating of one seat by a match. */
interface RatingChangeTable {
  readonly seq: number;
  readonly seat: number;
  /** Null once the account is erased. The row stays, because the ratings of the opponents follow from it. */
  readonly account: string | null;
  readonly game: string;
  readonly pace: string;
  readonly at: number;
  readonly side: number;
  readonly place: number;
  readonly rating_before: number;
  readonly deviation_before: number;
  readonly volatility_before: number;
  /** When the rating before was computed; null for a new player. */
  readonly since: number | null;
  readonly rating: number;
  readonly deviation: number;
  readonly volatility: number;
}

/** One row: the last number of `rated_match`. Its lock puts the matches of all nodes into one order. */
interface RatingCounterTable {
  readonly id: number;
  readonly last: number;
}

/** One row for each match that ended with a result. Derived from its stream. */
interface FinishedGameTable {
  readonly seq: Generated<number>;
  /** The id of its stream. */
  readonly match: string;
  readonly game: string;
  readonly pace: string;
  /** The time control as text, such as `5+3`. */
  readonly clock: string;
  readonly ended_at: number;
  /** From the first to the last moment of the match. Milliseconds. */
  readonly took: number;
  readonly plies: number;
  /** How it ended (`rules`, `resign`, …). */
  readonly ended_by: string;
  /** The id of its record in the archive. */
  readonly record: string;
  /** 1 if everyone may find it. */
  readonly listed: number;
  /** 1 if the statistics of its game count it. */
  readonly counted: number;
  /** The first plies, separated by spaces. */
  readonly opening: string;
}

/** The seats of finished games, with what searches for a player need. */
interface FinishedSeatTable {
  readonly seq: number;
  readonly seat: number;
  /** Null for a bot, and once the account is erased. */
  readonly account: string | null;
  /** The level of a bot; null for a person. */
  readonly bot: number | null;
  readonly place: number;
  /** Null if the game ended without scores. */
  readonly score: number | null;
  readonly result: string;
  readonly game: string;
  readonly ended_at: number;
}

/** The openings of listed games: one row for each of their first plies, alone and with those before it. */
interface FinishedOpeningTable {
  readonly game: string;
  readonly plies: string;
  readonly ended_at: number;
  readonly seq: number;
}

/** The number of counted games, and how they ended for the first seat. */
interface GameTallyTable {
  readonly game: string;
  readonly games: number;
  readonly first_wins: number;
  readonly draws: number;
}

/** The progress of work that is done once for all streams: the last stream, newest first. */
interface ProgressTable {
  readonly name: string;
  readonly at: number;
  readonly id: string;
}

/** A study of an account. */
interface StudyTable {
  readonly id: string;
  readonly account: string;
  readonly revision: number;
  readonly updated_at: number;
  /** What lists show, as JSON. */
  readonly summary: string;
  /** Title and chapters, as JSON. */
  readonly content: string;
  /** When an operator removed it from its address; null if none did. */
  readonly removed_at: number | null;
}
