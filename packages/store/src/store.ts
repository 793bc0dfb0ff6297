import type { GameRecord, StoredRecord, Options, RecordEnd } from '@tablier/core';
import type { AccountRepository } from './accounts/accounts.ts';

/** A kept game as lists show it: nothing that a player of it could not know, neither deal nor moves. */
export interface KeptSummary {
  readonly id: string;
  /** When it was kept first, in milliseconds since 1970. */
  readonly keptAt: number;
  readonly game: string;
  readonly players: number;
  readonly options: Options;
  /** How many moves were made. */
  readonly plies: number;
  readonly end: RecordEnd;
}

/** A kept game, whole. */
export interface KeptGame {
  readonly id: string;
  readonly keptAt: number;
  /** The declared fields of what was given, and no others. */
  readonly record: StoredRecord;
}

/** How a game is kept. */
export interface KeepExtras {
  /** Whether it stands in the public list (`recent`), where anybody finds it; else it is found by its id alone. False where left out. */
  readonly isListed?: boolean;
}

export type ForgetResult = { readonly name: 'forgotten' } | { readonly name: 'unknown-game' } | Unavailable;

/** Something that happened in a stream. A store does not know what it means. */
export interface NewEvent {
  /** Milliseconds since 1970, by the clock of the stream. */
  readonly at: number;
  readonly kind: string;
  /** Plain JSON. */
  readonly data: unknown;
}

export interface StoredEvent extends NewEvent {
  /** 1 for the first event of a stream, without gaps but for what `trim` removed. */
  readonly seq: number;
}

/** What a stream began with, and how far it is. */
export interface StreamHead {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  /** As it was given: plain JSON that never changes, but for `redact`. */
  readonly head: unknown;
  /** The number of the last event; 0 before the first. */
  readonly seq: number;
}

export const STREAM_STATUSES = ['open', 'seeking', 'running', 'over', 'closed'] as const;
export type StreamStatus = (typeof STREAM_STATUSES)[number];

/**
 * A stream as lists show it. Derived from its events by whoever appends them, and written together with them; `relist` makes
 * it anew. A stream without one is in no list.
 */
export interface Listing {
  readonly status: StreamStatus;
  /** Plain JSON that anybody may see. */
  readonly summary: unknown;
  /** Those who take part: the stream is found by each of them (`streamsOf`), and no list names them. Ids like those of streams. */
  readonly people?: readonly string[];
}

export interface ListedStream extends Omit<Listing, 'people'> {
  readonly id: string;
  readonly seq: number;
  /** The time of the event that its listing was written with; of its creation before the first. */
  readonly listedAt: number;
}

/** Which streams `standing` finds: all that is named here has to hold. */
export interface StandingFilter {
  readonly statuses: readonly StreamStatus[];
  /** Only these. */
  readonly ids?: readonly string[];
  /** Only those that this person takes part in. */
  readonly person?: string;
  /** Only those that were created or appended to for the last time before this moment, or at this moment with an id that comes first. */
  readonly before?: { readonly touchedAt: number; readonly id: string };
  readonly limit: number;
}

/** A stream as its head tells it, without its events. */
export interface StandingStream {
  readonly id: string;
  readonly status: StreamStatus;
  /** When it was created or appended to for the last time. Milliseconds since 1970. */
  readonly touchedAt: number;
  /** As it was given; `null` where it cannot be read. */
  readonly head: unknown;
}

/** A stream that somebody takes part in. */
export interface StreamOfPerson {
  readonly id: string;
  /** The `listedAt` of its listing. */
  readonly at: number;
}

export interface AppendExtras {
  /**
   * Names this append among those of the stream: of appends with the same name, only the first is done, whatever the others hold.
   * Without one, an append that was sent again looks like a conflict.
   */
  readonly clientId?: string;
  /** The listing from now on, `null` to take the stream off the lists; left out, it stays. */
  readonly listing?: Listing | null;
}

/** A span in which no server served the streams of a database. Milliseconds since 1970. */
export interface RecordedOutage {
  readonly from: number;
  readonly until: number;
}

/** A database keeps this many outages, the latest ones. */
export const MAX_OUTAGES = 1000;

/** What the writes of this process have come to. Milliseconds since 1970. */
export interface StoreHealth {
  /** When a write was last confirmed; the opening of the store before the first one. */
  readonly lastWriteAt: number;
  /** When the oldest write was asked for that failed since the last one that was confirmed; `null` where none did. */
  readonly failingSince: number | null;
}

/** The database did not answer. Nobody knows whether the write was done: the same one, sent again, is harmless. */
export interface Unavailable {
  readonly name: 'unavailable';
  readonly detail: string;
}

export type CreateResult = { readonly name: 'created' } | { readonly name: 'exists' } | Unavailable;

export type AppendResult =
  /** On the disk; `seq` is the number of the last event appended. */
  | { readonly name: 'appended'; readonly seq: number }
  /** Done before, under the same client id; `seq` as it was answered then. Nothing was written now. */
  | { readonly name: 'duplicate'; readonly seq: number }
  /** The stream is at `seq`, not at the one expected. Nothing was written. */
  | { readonly name: 'conflict'; readonly seq: number }
  | { readonly name: 'unknown-stream' }
  | Unavailable;

/** What a stream holds from now on, where some of it may not be kept any longer. */
export interface Redaction {
  readonly head: unknown;
  /** The data of those events that change, by their numbers; they lose their client ids as well. */
  readonly data: ReadonlyMap<number, unknown>;
  readonly listing: Listing | null;
  /** Is appended in the same step, so that whoever has read the stream before learns of it. */
  readonly event?: NewEvent;
}

/** What is to be left of a stream, from all of its events; `null` where all of it may stay. */
export type Redactor = (stream: StreamHead, events: readonly StoredEvent[]) => Redaction | null;

export type RedactResult =
  | { readonly name: 'redacted'; readonly seq: number }
  | { readonly name: 'unchanged' }
  | { readonly name: 'unknown-stream' }
  | Unavailable;

export type TrimResult = { readonly name: 'trimmed' } | Unavailable;

export type EraseResult = { readonly name: 'erased' } | { readonly name: 'unknown-stream' } | Unavailable;

/** Is told that a stream has reached an event; 0 says that it was created. */
export type NoticeListener = (stream: string, seq: number) => void;

/** What a stream is listed as, from all of its events; `null` for not at all. */
export type Lister = (stream: StreamHead, events: readonly StoredEvent[]) => Listing | null;

/** A node as the database knows it. */
export interface NodeNote {
  readonly node: string;
  /** When it last noted that it works, by the clock of the database. */
  readonly at: number;
  /** Whether it said goodbye then. */
  readonly isGone: boolean;
}

export interface Roll {
  /** By the clock of the database, which all nodes share: milliseconds since 1970. */
  readonly now: number;
  /** The notes of all other nodes, newest first; of the oldest, long gone, some may be missing. */
  readonly notes: readonly NodeNote[];
}

/** Words are bytes of UTF-8, at most so many. */
export const MAX_WORD_BYTES = 7900;

/** What the nodes on one database tell one another beside the events. Nothing of it outlasts them, and any of it may get lost. */
export interface NodePort {
  /** Notes that this node works, and reads the notes of the others. Rejects with `StoreUnavailable`. */
  beat(node: string): Promise<Roll>;
  /** Notes that this node works no more, in good order. Rejects with `StoreUnavailable`. */
  leave(node: string): Promise<void>;
  /** Says something to every node that listens, this one too. */
  say(word: string): void;
  /** Hears what is said, from `follow` on. Returns how to stop. */
  hear(hearer: NodeHearer): () => void;
}

export interface NodeHearer {
  readonly onWord: (word: string) => void;
  /** From now on words are heard; those said before may have been missed. Told at first, and after every break. */
  readonly onGap: () => void;
  /** A connection to the database broke: it may have been away, however short a time. */
  readonly onBreak: () => void;
}

/** Is told how long a database takes. */
export interface StoreObserver {
  /** SQLite: writes that shared one wait for the disk are done, after so many seconds each. */
  readonly onBatch?: (seconds: readonly number[]) => void;
  /** PostgreSQL: somebody has waited for a connection of the pool. */
  readonly onConnection?: (seconds: number) => void;
}

/**
 * The port to a database: the archive of games, and streams of events, such as those of matches being played. A store knows no rules.
 * What an answer confirmed survives a crash of the process and of the machine. Writes tell by a named value what became of
 * them; a read (and `keep`) that the database does not answer rejects with `StoreUnavailable`.
 * `checkStore` in the testkit holds every store to this.
 */
export interface Store {
  /**
   * Keeps the declared fields of a record for good (`knownFields`) and returns its id; the caller has checked it. The same
   * record, sent again, is the same game: same id, kept once; it is listed from the first time on that this is asked for.
   */
  keep(record: GameRecord, extras?: KeepExtras): Promise<string>;
  /** The game with this id; ids may come from anywhere. */
  find(id: string): Promise<KeptGame | undefined>;
  /**
   * The listed games that were kept last, newest first, at most `limit`; with `before`, those kept earlier than the game of that id.
   * Games that are still on are never listed: their deal may be a secret. Reads no record, and 2 kB for each game at most.
   */
  recent(limit: number, before?: string): Promise<readonly KeptSummary[]>;
  /**
   * Removes what a kept game holds, for an operator: its id finds nothing any more, and the same record is not kept again.
   * Backups made before still hold it.
   */
  forgetGame(id: string): Promise<ForgetResult>;

  /** Begins a stream without events. The id is the caller's: 1 to 64 letters, digits, `-` and `_`. */
  createStream(id: string, head: unknown, listing?: Listing | null): Promise<CreateResult>;
  /**
   * Appends events, one at least, all or none, if the stream is at `expectedSeq`. Of any number of appends that expect the same,
   * on any number of nodes, one is done.
   */
  append(
    stream: string,
    expectedSeq: number,
    events: readonly NewEvent[],
    extras?: AppendExtras,
  ): Promise<AppendResult>;
  /** The events from number `fromSeq` on, in order, at most `limit`; none for a stream that is not there. */
  read(stream: string, fromSeq: number, limit?: number): Promise<readonly StoredEvent[]>;
  /** The number of the event that was appended under a client id; `undefined` where there is none. */
  seqOf(stream: string, clientId: string): Promise<number | undefined>;
  head(stream: string): Promise<StreamHead | undefined>;
  /** Listed streams with their heads, the one touched last first. Reads no events, so it is cheap however long the logs are. */
  standing(filter: StandingFilter): Promise<readonly StandingStream[]>;
  /** The streams of a status, newest listing first, at most `limit`; a summary that cannot be read is `null`. */
  list(status: StreamStatus, limit: number): Promise<readonly ListedStream[]>;
  /** The streams that somebody takes part in, newest listing first, at most `limit`, of all statuses or of some, listed with a summary or not. */
  streamsOf(person: string, limit: number, statuses?: readonly StreamStatus[]): Promise<readonly StreamOfPerson[]>;
  /** Whether there are listings and not one names people, as in a database from before they did: `relist` mends that. */
  lacksPeople(): Promise<boolean>;
  /** Makes every listing anew from head and events, while the store is in use; returns how many streams are listed. */
  relist(lister: Lister): Promise<number>;
  /**
   * Rewrites what head and events of a stream hold, their numbers, times and kinds staying as they are. With `erase` the only exception
   * to their never being changed: for what somebody wants to have deleted that was said of him, and for whose a chair is. Backups made
   * before still hold what was there.
   */
  redact(stream: string, redactor: Redactor): Promise<RedactResult>;
  /**
   * Removes a stream with all its events, as if it had never been; its id may be given anew, and then nobody may be told of it.
   * Nobody is told of this either: what others should know is appended before.
   */
  erase(stream: string): Promise<EraseResult>;
  /**
   * Removes events of a stream by their numbers, but never its last one: the numbers of the others stay. For logs of which only the
   * newest part is kept. A client id that was removed with its event names nothing any more. Nobody is told of this.
   */
  trim(stream: string, seqs: readonly number[]): Promise<TrimResult>;
  /**
   * Tells of every stream created and every append, by whatever node, after it is durable; resolves when nothing can be missed
   * any more. For one stream numbers only rise, and some may be left out: the last always comes. After a broken connection a
   * number may come twice. Returns how to stop.
   */
  follow(listener: NoticeListener): Promise<() => void>;
  /** Accounts, sessions and credentials. */
  readonly accounts: AccountRepository;
  /** The secret of a name that all nodes share: the one that was stored first. Rejects with `StoreUnavailable`. */
  secret(name: string, proposed: string): Promise<string>;
  /**
   * Records an outage, so that later servers know it too. Recording it again changes nothing; beyond `MAX_OUTAGES` the earliest are
   * deleted. Rejects with `StoreUnavailable`.
   */
  recordOutage(outage: RecordedOutage): Promise<void>;
  /** The recorded outages, by their ends. Rejects with `StoreUnavailable`. */
  outages(): Promise<readonly RecordedOutage[]>;
  /** What the writes of this process have come to; costs nothing. */
  health(): StoreHealth;
  /** Writes something small, durably, and takes it back: whether the database takes writes. `health` knows of it afterwards. */
  probe(): Promise<boolean>;
  /** How nodes on the same database find one another; `null` where the database is one process's own. */
  readonly nodes: NodePort | null;
  /** Waits for what is under way and lets go of the database. Nothing else may be called afterwards. */
  close(): Promise<void>;
}

/** Why a store could not be opened, saved or restored. The detail is one line for the person at the terminal. */
export interface StoreError {
  readonly name:
    | 'cannot-open'
    | 'in-use'
    | 'damaged'
    | 'too-new'
    | 'bad-url'
    | 'bad-backup'
    | 'not-empty'
    | 'cannot-read'
    | 'cannot-write';
  readonly detail: string;
}

/** The database did not answer, or not as it should. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';
}

/** The words of an error that was caught. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  // An address with several interfaces fails once for each, and the sum of it has no words of its own.
  if (error instanceof AggregateError && error.message === '') return error.errors.map(reasonOf).join('; ');
  return error.message;
}
