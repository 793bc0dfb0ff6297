import type { ForgetResult } from './archive.ts';
import type { Unavailable } from './errors.ts';
import type { StoreHealth } from './health.ts';
import type { NoticeSink } from './notices.ts';
import type {
  AppendResult,
  CreateResult,
  EraseResult,
  RedactResult,
  StreamStatus,
  TrimResult,
} from './streams/stream.ts';

/** A write as plain data, which can be sent to a thread. JSON values are already text. */
export type Operation =
  | KeepOperation
  | ForgetOperation
  | CreateOperation
  | AppendOperation
  | RelistOperation
  | RedactOperation
  | EraseOperation
  | TransactionOperation
  | TrimOperation
  | ProbeOperation;

export interface KeepOperation {
  readonly kind: 'keep';
  readonly id: string;
  readonly at: number;
  readonly game: string;
  readonly endedBy: string | null;
  readonly record: string;
  /** Its entry in the public list; `null` if it is not listed. */
  readonly summary: string | null;
}

export interface ForgetOperation {
  readonly kind: 'forget';
  readonly id: string;
}

/** Replaces the record of a forgotten game. The row stays, so that the same game is not archived again. */
export const FORGOTTEN = 'null';

export interface CreateOperation {
  readonly kind: 'create';
  readonly stream: string;
  readonly at: number;
  readonly head: string;
  readonly listing: ListingText | null;
}

export interface AppendOperation {
  readonly kind: 'append';
  readonly stream: string;
  readonly expected: number;
  readonly at: number;
  readonly events: readonly EventText[];
  readonly clientId: string | null;
  /** `null` removes it from the lists, `undefined` leaves it. */
  readonly listing: ListingText | null | undefined;
}

/** Replaces the listing of a stream, if it is still at `seq`. */
export interface RelistOperation {
  readonly kind: 'relist';
  readonly stream: string;
  readonly seq: number;
  readonly listing: ListingText | null;
}

/** Rewrites head, listing and some events of a stream, if it is still at `seq`. */
export interface RedactOperation {
  readonly kind: 'redact';
  readonly stream: string;
  readonly seq: number;
  readonly at: number;
  readonly head: string;
  readonly data: readonly { readonly seq: number; readonly data: string }[];
  readonly event: EventText | null;
  readonly listing: ListingText | null;
}

export interface EraseOperation {
  readonly kind: 'erase';
  readonly stream: string;
}

/** A row of the database. */
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** If the statement changes and returns no row, the transaction is rolled back for this reason. `null`: no rows is allowed. */
  readonly otherwise: string | null;
}

/** Statements that are executed in order, all or none. */
export interface TransactionOperation {
  readonly kind: 'transaction';
  readonly statements: readonly Statement[];
  /** The changed account, whose listeners are notified. The first statement returns its `revision`. `null`: no notice. */
  readonly account: string | null;
  /** Whether removed data must also be removed from the files. */
  readonly erases: boolean;
}

/** Removes events of a stream, but never its last one. */
export interface TrimOperation {
  readonly kind: 'trim';
  readonly stream: string;
  readonly seqs: readonly number[];
}

/** Writes as much as a long move, and removes it again. */
interface ProbeOperation {
  readonly kind: 'probe';
}

/** What a probe writes: an id that no stream has, and more than one database page of data. */
export const PROBE = { stream: 'probe', summary: ' '.repeat(8192) } as const;

export interface EventText {
  readonly at: number;
  readonly kind: string;
  readonly data: string;
}

export interface ListingText {
  readonly status: StreamStatus;
  readonly listedAt: number;
  readonly summary: string;
  readonly people: readonly string[];
  readonly game: string | null;
  readonly own: string | null;
}

interface Replies {
  readonly keep: { readonly name: 'kept' } | Unavailable;
  readonly forget: ForgetResult;
  readonly create: CreateResult;
  readonly append: AppendResult;
  readonly redact: Extract<RedactResult, { name: 'redacted' }> | { readonly name: 'moved-on' } | Unavailable;
  readonly erase: EraseResult;
  /** The returned rows by statement. */
  readonly transaction:
    | { readonly name: 'done'; readonly rows: readonly (readonly Row[])[] }
    | { readonly name: 'refused'; readonly reason: string }
    | Unavailable;
  readonly trim: TrimResult;
  readonly probe: { readonly name: 'written' } | Unavailable;
  readonly relist: { readonly name: 'relisted' } | { readonly name: 'moved-on' } | Unavailable;
}

export type Reply = Replies[keyof Replies];
export type ReplyTo<O extends Operation> = Replies[O['kind']];

/** Executes writes on a database. A result other than `unavailable` is durable. Rejects with `StoreFault`, if nothing was changed because of a bug. */
export interface Executor {
  /** Whether the operations of this process succeed. */
  readonly health: StoreHealth;
  execute<O extends Operation>(operation: O): Promise<ReplyTo<O>>;
  /** Starts to report writes of other nodes, too. Called once. Resolves when none can be missed any more. */
  watch(sink: NoticeSink): Promise<void>;
  /** Waits for pending operations, then closes the database, for reads too. */
  close(): Promise<void>;
}
