import type {
  AppendResult,
  CreateResult,
  EraseResult,
  ForgetResult,
  StreamStatus,
  NoticeListener,
  RedactResult,
  TrimResult,
  Unavailable,
} from './store.ts';

/** A write as plain data, which crosses threads. Whatever is JSON is text already. */
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
  /** What the list shows of it; `null` where it is not listed. */
  readonly summary: string | null;
}

export interface ForgetOperation {
  readonly kind: 'forget';
  readonly id: string;
}

/** Stands for the record of a forgotten game: its row stays, so that the same game is not kept again. */
export const FORGOTTEN = 'null';

export interface CreateOperation {
  readonly kind: 'create';
  readonly match: string;
  readonly at: number;
  readonly head: string;
  readonly listing: ListingText | null;
}

export interface AppendOperation {
  readonly kind: 'append';
  readonly match: string;
  readonly expected: number;
  readonly at: number;
  readonly events: readonly EventText[];
  readonly clientId: string | null;
  /** `null` takes it off the lists, `undefined` leaves it. */
  readonly listing: ListingText | null | undefined;
}

/** Replaces the listing of a match, if it is still at `seq`. */
export interface RelistOperation {
  readonly kind: 'relist';
  readonly match: string;
  readonly seq: number;
  readonly listing: ListingText | null;
}

/** Rewrites head, listing and some events of a match, if it is still at `seq`. */
export interface RedactOperation {
  readonly kind: 'redact';
  readonly match: string;
  readonly seq: number;
  readonly at: number;
  readonly head: string;
  readonly data: readonly { readonly seq: number; readonly data: string }[];
  readonly event: EventText | null;
  readonly listing: ListingText | null;
}

export interface EraseOperation {
  readonly kind: 'erase';
  readonly match: string;
}

/** A row of the database. */
export type Row = Readonly<Record<string, unknown>>;

export interface Statement {
  readonly sql: string;
  readonly parameters: readonly unknown[];
  /** The reason to take the transaction back where the statement changes and returns no row; `null` where that is fine. */
  readonly otherwise: string | null;
}

/** Statements that are done in order, all or none. */
export interface TransactionOperation {
  readonly kind: 'transaction';
  readonly statements: readonly Statement[];
  /** The account that changes: the first statement returns its `revision`. `null` where nobody is told. */
  readonly account: string | null;
  /** Whether what it removes must leave the files too. */
  readonly erases: boolean;
}

/** Removes events of a match, but never its last one. */
export interface TrimOperation {
  readonly kind: 'trim';
  readonly match: string;
  readonly seqs: readonly number[];
}

/** Takes as much room as a long move, and gives it back. */
export interface ProbeOperation {
  readonly kind: 'probe';
}

/** What a probe writes: the id of no match, and more than fits on one page of the database. */
export const PROBE = { match: 'probe', summary: ' '.repeat(8192) } as const;

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
}

export interface Replies {
  readonly keep: { readonly name: 'kept' } | Unavailable;
  readonly forget: ForgetResult;
  readonly create: CreateResult;
  readonly append: AppendResult;
  readonly redact: Extract<RedactResult, { name: 'redacted' }> | { readonly name: 'moved-on' } | Unavailable;
  readonly erase: EraseResult;
  /** The rows that each statement returned. */
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

/** Where notices go: of streams and of accounts. */
export interface NoticeSink {
  readonly stream: NoticeListener;
  readonly account: NoticeListener;
}

/** Whoever writes to a database. An answer other than `unavailable` is durable. */
export interface Executor {
  execute<O extends Operation>(operation: O): Promise<ReplyTo<O>>;
  /** Tells from now on of writes by other nodes as well; called once. Resolves when none can be missed any more. */
  watch(tell: NoticeSink): Promise<void>;
  /** Waits for what is under way, then lets go of the database, for reading too. */
  close(): Promise<void>;
}
