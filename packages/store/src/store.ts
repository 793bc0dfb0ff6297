import type { GameRecord, StoredRecord, Options, RecordEnd } from '@tablier/core';
import type { AccountRepository } from './accounts/accounts.ts';
import type { PasswordResetRepository } from './accounts/password-resets.ts';
import type { TokenRepository } from './accounts/tokens.ts';
import type { FinishedGames } from './finished/finished-games.ts';
import type { GameMonths } from './finished/game-months.ts';
import type { JobRepository } from './jobs/jobs.ts';
import type { ModeratorRepository } from './moderators/moderators.ts';
import type { MuteRepository } from './mutes/mutes.ts';
import type { NotificationRepository } from './notifications/notifications.ts';
import type { RatingRepository } from './ratings/ratings.ts';
import type { RelationRepository } from './relations/relations.ts';
import type { ReportRepository } from './reports/reports.ts';
import type { StudyRepository } from './studies/studies.ts';
import type { TournamentRepository } from './tournaments/tournaments.ts';
import type { NodePort } from './nodes.ts';

/** An archived game as lists show it, without deal and moves. */
export interface ArchivedSummary {
  readonly id: string;
  /** When it was first archived, in milliseconds since 1970. */
  readonly keptAt: number;
  readonly game: string;
  readonly players: number;
  readonly options: Options;
  /** The number of moves. */
  readonly plies: number;
  readonly end: RecordEnd;
}

/** An archived game. */
export interface ArchivedGame {
  readonly id: string;
  readonly keptAt: number;
  /** Only the declared fields of the given record. */
  readonly record: StoredRecord;
}

export interface ArchiveExtras {
  /** Whether to add the game to the public list (`recent`). Otherwise it is only found by its id. Absent: false. */
  readonly isListed?: boolean;
}

export type ForgetResult = { readonly name: 'forgotten' } | { readonly name: 'unknown-game' } | Unavailable;

/** An event to append. The store does not interpret it. */
export interface NewEvent {
  /** Milliseconds since 1970, by the clock of the stream. */
  readonly at: number;
  readonly kind: string;
  /** Plain JSON. */
  readonly data: unknown;
}

export interface StoredEvent extends NewEvent {
  /** 1 for the first event of a stream. No gaps, except for events removed by `trim`. */
  readonly seq: number;
}

/** The head of a stream: what it was created with, and its last event number. */
export interface StreamHead {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** The given head: plain JSON. Only `redact` changes it. */
  readonly head: unknown;
  /** The number of the last event; 0 before the first. */
  readonly seq: number;
}

export const STREAM_STATUSES = ['open', 'seeking', 'running', 'over', 'closed'] as const;
export type StreamStatus = (typeof STREAM_STATUSES)[number];

/**
 * A stream as lists show it. The caller of `append` derives it from the events, and it is written with them. `relist` recomputes it.
 * A stream without a listing is in no list.
 */
export interface Listing {
  readonly status: StreamStatus;
  /** Plain JSON. Public. */
  readonly summary: unknown;
  /** The ids of the participants, for `streamsOf`. Lists do not contain them. Same form as ids of streams. */
  readonly people?: readonly string[];
  /** What `running` counts it as. Absent: it is not counted. */
  readonly game?: string;
  /** Plain JSON for `listingsOf` only. Private. */
  readonly own?: unknown;
}

export interface ListedStream extends Omit<Listing, 'people' | 'game' | 'own'> {
  readonly id: string;
  readonly seq: number;
  /** The time of the event that its listing was written with, or of its creation. */
  readonly listedAt: number;
}

/** The streams that `standing` finds: all conditions must hold. */
export interface StandingFilter {
  readonly statuses: readonly StreamStatus[];
  /** Only streams with these ids. */
  readonly ids?: readonly string[];
  /** Only streams with this participant. */
  readonly person?: string;
  /** Only streams that come after this one in the order of results, for paging. */
  readonly before?: { readonly touchedAt: number; readonly id: string };
  readonly limit: number;
}

/** A listed stream with its head. */
export interface StandingStream {
  readonly id: string;
  readonly status: StreamStatus;
  /** When it was created or last appended to. Milliseconds since 1970. */
  readonly touchedAt: number;
  /** `null` if it cannot be parsed. */
  readonly head: unknown;
}

/** A stream of a participant. */
export interface StreamOfPerson {
  readonly id: string;
  /** The `listedAt` of its listing. */
  readonly at: number;
}

/** A stream of a participant as their own lists show it. */
export interface OwnListing extends StreamOfPerson {
  /** The `own` of its listing; `null` for none, and if it cannot be parsed. */
  readonly own: unknown;
}

export interface AppendExtras {
  /**
   * Identifies this append within the stream. If several appends have the same id, only the first is executed, even if their
   * contents differ. Without an id, an append that is sent again results in a conflict.
   */
  readonly clientId?: string;
  /** The new listing; `null` removes the stream from the lists. Absent: unchanged. */
  readonly listing?: Listing | null;
}

/** A span in which no server served the streams of a database. Milliseconds since 1970. */
export interface RecordedOutage {
  readonly from: number;
  readonly until: number;
}

/** A database keeps this many outages, the latest ones. */
export const MAX_OUTAGES = 1000;

/** The health of this process's writes. Milliseconds since 1970. */
export interface StoreHealth {
  /** When a write last succeeded, or when the store was opened. */
  readonly lastWriteAt: number;
  /** The start of the oldest write that failed since the last successful one; `null` for none. */
  readonly failingSince: number | null;
}

/** The database did not answer. The outcome of the write is unknown. Sending the same write again is safe. */
export interface Unavailable {
  readonly name: 'unavailable';
  readonly detail: string;
}

export type CreateResult = { readonly name: 'created' } | { readonly name: 'exists' } | Unavailable;

export type AppendResult =
  /** Durable. `seq` is the number of the last event appended. */
  | { readonly name: 'appended'; readonly seq: number }
  /** Already executed with the same client id. `seq` is that of the first answer. Nothing was written. */
  | { readonly name: 'duplicate'; readonly seq: number }
  /** The stream is at `seq`, not at the expected number. Nothing was written. */
  | { readonly name: 'conflict'; readonly seq: number }
  | { readonly name: 'unknown-stream' }
  | Unavailable;

/** The new content of a stream from which data must be removed. */
export interface Redaction {
  readonly head: unknown;
  /** The new data of changed events, by number. These events lose their client ids. */
  readonly data: ReadonlyMap<number, unknown>;
  readonly listing: Listing | null;
  /** Appended in the same transaction, so that readers of the stream learn of the change. */
  readonly event?: NewEvent;
}

/** Computes the redaction of a stream from all its events; `null` for no change. */
export type Redactor = (stream: StreamHead, events: readonly StoredEvent[]) => Redaction | null;

export type RedactResult =
  | { readonly name: 'redacted'; readonly seq: number }
  | { readonly name: 'unchanged' }
  | { readonly name: 'unknown-stream' }
  | Unavailable;

export type TrimResult = { readonly name: 'trimmed' } | Unavailable;

export type EraseResult = { readonly name: 'erased' } | { readonly name: 'unknown-stream' } | Unavailable;

/** Receives the number of the last event of a stream; 0 when it was created. */
export type NoticeListener = (stream: string, seq: number) => void;

/** Computes the listing of a stream from all its events; `null` for none. */
export type Lister = (stream: StreamHead, events: readonly StoredEvent[]) => Listing | null;

/** Receives durations of the database. */
export interface StoreObserver {
  /** SQLite: the durations of the writes of one batch, in seconds. */
  readonly onBatch?: (seconds: readonly number[]) => void;
  /** PostgreSQL: the wait for a connection of the pool, in seconds. */
  readonly onConnection?: (seconds: number) => void;
  /** A query took this number of seconds. Writes to SQLite are in `onBatch` instead. */
  readonly onQuery?: (seconds: number) => void;
  /** A query or a write failed. */
  readonly onFailure?: () => void;
  /** A bug in work that no caller waits for. */
  readonly onFault?: (error: unknown) => void;
}

/**
 * The port to a database: the archive of games, and streams of events, such as those of running matches. A store knows no rules.
 * Confirmed writes survive a crash of the process and of the machine. Writes return their outcome as a named value. Reads (and `keep`)
 * reject with `StoreUnavailable` if the database does not answer. For bugs, all methods reject with `StoreFault`. `checkStore` in the testkit tests every store against this contract.
 */
export interface Store {
  /**
   * Archives the declared fields of a record (`knownFields`) and returns its id. The caller has checked the record. The same record has the
   * same id and is stored once. It is listed once any call requests that.
   */
  keep(record: GameRecord, extras?: ArchiveExtras): Promise<string>;
  /** The game with this id. The id may be untrusted. */
  find(id: string): Promise<ArchivedGame | undefined>;
  /**
   * The listed games, newest first, at most `limit`. With `before`, only those archived before the game with that id. Unfinished games are
   * never listed, since their deal may be secret. Reads summaries only, at most 2 kB per game.
   */
  recent(limit: number, before?: string): Promise<readonly ArchivedSummary[]>;
  /**
   * Removes the content of an archived game, for an operator. Its id finds nothing any more, and the same record is not stored again.
   * Earlier backups still contain it.
   */
  forgetGame(id: string): Promise<ForgetResult>;

  /** Creates a stream without events. The caller chooses the id: 1 to 64 letters, digits, `-` and `_`. */
  createStream(id: string, head: unknown, listing?: Listing | null): Promise<CreateResult>;
  /**
   * Appends one or more events, all or none, if the stream is at `expectedSeq`. Of any number of appends that expect the same number,
   * on any number of nodes, one succeeds.
   */
  append(
    stream: string,
    expectedSeq: number,
    events: readonly NewEvent[],
    extras?: AppendExtras,
  ): Promise<AppendResult>;
  /** The events from number `fromSeq` on, in order, at most `limit`. Empty for an unknown stream. */
  read(stream: string, fromSeq: number, limit?: number): Promise<readonly StoredEvent[]>;
  /** The number of the event that was appended with a client id; `undefined` if there is none. */
  seqOf(stream: string, clientId: string): Promise<number | undefined>;
  head(stream: string): Promise<StreamHead | undefined>;
  /** Listed streams with their heads, most recently touched first. Reads no events, so it is cheap for logs of any length. */
  standing(filter: StandingFilter): Promise<readonly StandingStream[]>;
  /** The streams of a status, newest listing first, at most `limit`. A summary that cannot be parsed is `null`. */
  list(status: StreamStatus, limit: number): Promise<readonly ListedStream[]>;
  /**
   * The streams of a participant, newest listing first, at most `limit`, of all or some statuses, with or without a summary. With `before`,
   * only those that come after that one in this order, for paging.
   */
  streamsOf(
    person: string,
    limit: number,
    statuses?: readonly StreamStatus[],
    before?: StreamOfPerson,
  ): Promise<readonly StreamOfPerson[]>;
  /** The same streams with their private listings. */
  listingsOf(
    person: string,
    limit: number,
    statuses: readonly StreamStatus[],
    before?: StreamOfPerson,
  ): Promise<readonly OwnListing[]>;
  /** Replaces the listing of a stream, if it is still at `seq`. */
  relistStream(stream: string, seq: number, listing: Listing, listedAt: number): Promise<void>;
  /** The number of running streams by game. Reads an index of them. */
  running(): Promise<ReadonlyMap<string, number>>;
  /** Whether there are listings but none has participants, as in a database of an early version. `relist` repairs that. */
  lacksPeople(): Promise<boolean>;
  /** Recomputes every listing from head and events while the store is in use. Returns the number of listed streams. */
  relist(lister: Lister): Promise<number>;
  /**
   * Rewrites the head and the data of events; numbers, times and kinds stay. For the deletion of personal data and the transfer of a guest's
   * seats. Besides `erase` and `trim` this is the only change of stored events. Earlier backups still contain the old data.
   */
  redact(stream: string, redactor: Redactor): Promise<RedactResult>;
  /**
   * Removes a stream with all its events. Listeners are not notified: append an event before if they need to know. If the id is used again,
   * listeners may miss notices of the new stream.
   */
  erase(stream: string): Promise<EraseResult>;
  /**
   * Removes events of a stream by number, but never its last one. The other numbers stay. For logs of which only the newest part is kept.
   * The client ids of removed events are forgotten. Listeners are not notified.
   */
  trim(stream: string, seqs: readonly number[]): Promise<TrimResult>;
  /**
   * Notifies of every created stream and every append, by any node, after it is durable. Resolves when nothing can be missed any more.
   * For one stream the numbers increase. Some may be skipped, but never the last. After a lost connection a number may be repeated.
   * Returns a function that stops the notices.
   */
  follow(listener: NoticeListener): Promise<() => void>;
  /** Finished games: what searches and statistics read. */
  readonly finished: FinishedGames;

  /** The same games in the order of time. */
  readonly months: GameMonths;
  /** Accounts, sessions and credentials. */
  readonly accounts: AccountRepository;
  /** Ratings of accounts, and what their profiles show. */
  readonly ratings: RatingRepository;
  /** Tokens with which programs act for an account. */
  readonly tokens: TokenRepository;
  /** Links that set a new password. */
  readonly passwordResets: PasswordResetRepository;
  /** Studies of accounts. */
  readonly studies: StudyRepository;
  /** Tournaments of accounts. */
  readonly tournaments: TournamentRepository;
  readonly relations: RelationRepository;
  readonly reports: ReportRepository;
  /** Who may decide about reports. */
  readonly moderators: ModeratorRepository;
  /** Mutes of people. */
  readonly mutes: MuteRepository;
  /** Background jobs. */
  readonly jobs: JobRepository;
  /** Notification settings and addresses of people. */
  readonly notifications: NotificationRepository;
  /** A secret that all nodes share, by name. Stores `proposed` if there is none yet. Rejects with `StoreUnavailable`. */
  secret(name: string, proposed: string): Promise<string>;
  /**
   * Records an outage, so that later servers know it too. Recording it again changes nothing; beyond `MAX_OUTAGES` the earliest are
   * deleted. Rejects with `StoreUnavailable`.
   */
  recordOutage(outage: RecordedOutage): Promise<void>;
  /** The recorded outages, by their ends. Rejects with `StoreUnavailable`. */
  outages(): Promise<readonly RecordedOutage[]>;
  /** The health of this process's writes. Does not access the database. */
  health(): StoreHealth;
  /** Tests whether the database accepts writes, by a small durable write that is removed again. Updates `health`. */
  probe(): Promise<boolean>;
  /** Membership and messages of the nodes on the same database; `null` for a database of one process. */
  readonly nodes: NodePort | null;
  /** Waits for pending operations and closes the database. Nothing else may be called afterwards. */
  close(): Promise<void>;
}

/** Why a store could not be opened, saved or restored. `detail` is one line for the operator. */
export interface StoreError {
  readonly name:
    | 'cannot-open'
    | 'in-use'
    | 'damaged'
    | 'too-new'
    | 'bad-url'
    | 'bad-broker-url'
    | 'bad-backup'
    | 'not-empty'
    | 'cannot-read'
    | 'cannot-write';
  readonly detail: string;
}

/** The database did not answer, or cannot work now. The same request may succeed later. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/**
 * The database works, and refused a statement: a violated constraint, data that it cannot store, or wrong SQL. Nothing was changed. This is a
 * bug, and the same request would fail again. `cause` is the error of the database.
 */
export class StoreFault extends Error {
  override readonly name = 'StoreFault';
}

/** The message of a caught error. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // A host name with several addresses fails once for each, in an error without a message.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error.message;
}
