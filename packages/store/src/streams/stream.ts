import type { Unavailable } from '../errors.ts';
import type { Columns } from '../repository.ts';

export interface StreamTables {
  /** The heads. The name of the table is older than its other streams. */
  readonly match: {
    readonly id: string;
    readonly created_at: number;
    readonly head: string;
    /** The number of the last event; 0 before the first. */
    readonly seq: number;
    /** When it was created or last appended to, by the shared clock of the database. Listeners use it to find what they missed. */
    readonly touched_at: number;
  };
  /** The log. Rows are only added, except by `redact`, `trim` and `erase`. */
  readonly event: {
    readonly match: string;
    readonly seq: number;
    readonly at: number;
    readonly kind: string;
    readonly data: string;
    /** On the last event of an append with a client id. JSON text, since an id may contain characters that a text column cannot store. */
    readonly client_id: string | null;
  };
  /** Derived from the head and events of a stream. */
  readonly listing: {
    readonly match: string;
    readonly status: StreamStatus;
    readonly listed_at: number;
    readonly summary: string;
    /** The game of a public stream, to count those that run; null for others. */
    readonly game: string | null;
    /** What only participants may see, as JSON; null for none. */
    readonly own: string | null;
  };
  /** The participants of streams: part of the listing, and derived like it. */
  readonly participant: {
    readonly person: string;
    readonly match: string;
    /** The `listed_at` of the listing. */
    readonly at: number;
  };
}

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
export interface StreamHead extends Pick<Columns<StreamTables['match']>, 'id' | 'createdAt' | 'seq'> {
  /** The given head: plain JSON. Only `redact` changes it. */
  readonly head: unknown;
}

export const STREAM_STATUSES = ['open', 'seeking', 'running', 'over', 'closed'] as const;
export type StreamStatus = (typeof STREAM_STATUSES)[number];

/** A stream as lists show it. Derived from the events, and written with them. A stream without one is in no list. */
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

export interface StandingFilter {
  readonly statuses: readonly StreamStatus[];
  readonly ids?: readonly string[];
  readonly person?: string;
  /** Only streams that come after this one in the order of results, for paging. */
  readonly before?: { readonly touchedAt: number; readonly id: string };
  readonly limit: number;
}

export interface StandingStream {
  readonly id: string;
  readonly status: StreamStatus;
  /** When it was created or last appended to. Milliseconds since 1970. */
  readonly touchedAt: number;
  /** `null` if it cannot be parsed. */
  readonly head: unknown;
}

export interface StreamOfPerson {
  readonly id: string;
  /** The `listedAt` of its listing. */
  readonly at: number;
}

export interface OwnListing extends StreamOfPerson {
  /** The `own` of its listing; `null` for none, and if it cannot be parsed. */
  readonly own: unknown;
}

export interface AppendExtras {
  /** Of appends with the same id only the first is executed. Without one, a resend results in a conflict. */
  readonly clientId?: string;
  /** The new listing; `null` removes the stream from the lists. Absent: unchanged. */
  readonly listing?: Listing | null;
  /** Processes that subscribe to this topic are notified at once. The others are soon, if there is none or `listing` is given. */
  readonly topic?: string;
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
  | { readonly name: 'unknown-stream' };

/** Computes the listing of a stream from all its events; `null` for none. */
export type Lister = (stream: StreamHead, events: readonly StoredEvent[]) => Listing | null;
