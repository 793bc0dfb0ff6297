import type { LogConfig } from 'kysely';
import type { Unavailable } from './errors.ts';
import type { NoticeSink } from './notices.ts';
import type { Columns } from './repository.ts';
import type { AppendResult, CreateResult, StreamTables } from './streams/stream.ts';

/** A write as plain data, which can be sent to a thread. JSON values are already text. */
export type Operation = CreateOperation | AppendOperation | TransactionOperation;

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
  /** Who is notified at once: see `AppendExtras`. */
  readonly topic: string | null;
}

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
  /** Whose listeners are notified. The first statement returns its `version`: a revision, or the number of the last event. `null`: no notice. */
  readonly changes: { readonly kind: keyof NoticeSink; readonly id: string } | null;
  /** Whether removed data must also be removed from the files. */
  readonly erases: boolean;
}

export interface EventText {
  readonly at: number;
  readonly kind: string;
  readonly data: string;
}

export interface ListingText extends Omit<Columns<StreamTables['listing']>, 'match'> {
  readonly people: readonly string[];
}

interface Replies {
  readonly create: CreateResult;
  readonly append: AppendResult;
  readonly transaction:
    | { readonly name: 'done'; readonly rows: readonly (readonly Row[])[] }
    | { readonly name: 'refused'; readonly reason: string }
    | Unavailable;
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
  /** Resolves when no notice of the topic can be missed any more: what is read after that is not out of date for long. */
  subscribe(topic: string): Promise<void>;
  unsubscribe(topic: string): void;
  /** Waits for pending operations, then closes the database, for reads too. */
  close(): Promise<void>;
}

export interface StoreObserver {
  /** SQLite: the durations of the writes of one batch, in seconds. */
  readonly onBatch?: (seconds: readonly number[]) => void;
  /** PostgreSQL: the wait for a connection of the pool, in seconds. */
  readonly onConnection?: (seconds: number) => void;
  /** A query took this number of seconds. Writes to SQLite are in `onBatch` instead. */
  readonly onQuery?: (seconds: number) => void;
  readonly onFailure?: () => void;
  /** A bug in work that no caller waits for. */
  readonly onFault?: (error: unknown) => void;
}

/** What Kysely calls after each query; nothing without an observer, because each call takes a microsecond. */
export function queryLog({ onQuery, onFailure }: StoreObserver): { readonly log?: LogConfig } {
  if (onQuery === undefined && onFailure === undefined) return {};
  return {
    log: ({ level, queryDurationMillis }) => {
      if (level === 'error') onFailure?.();
      else onQuery?.(queryDurationMillis / 1000);
    },
  };
}

/** The health of this process's writes. Milliseconds since 1970. */
export interface StoreHealth {
  /** When a write last succeeded, or when the store was opened. */
  readonly lastWriteAt: number;
  /** The start of the oldest write that failed since the last successful one; `null` for none. */
  readonly failingSince: number | null;
}

export class WriteHealth {
  readonly #now: () => number;
  #lastWriteAt: number;
  #failingSince: number | null = null;

  constructor(now: () => number) {
    this.#now = now;
    this.#lastWriteAt = now();
  }

  get current(): StoreHealth {
    return { lastWriteAt: this.#lastWriteAt, failingSince: this.#failingSince };
  }

  /** An operation that was requested at `requestedAt` was answered. */
  answered({ name }: Reply, requestedAt: number): void {
    if (name !== 'unavailable') {
      this.#lastWriteAt = this.#now();
      this.#failingSince = null;
    } else this.#failingSince = Math.min(this.#failingSince ?? requestedAt, requestedAt);
  }
}

export interface NodeStatus {
  readonly node: string;
  /** Its last heartbeat, by the clock of the database. Milliseconds since 1970. */
  readonly at: number;
  readonly isGone: boolean;
}

export interface NodeList {
  /** By the clock of the database, which all nodes share: milliseconds since 1970. */
  readonly now: number;
  /** All other nodes, newest heartbeat first. Nodes that ended long ago may be missing. */
  readonly notes: readonly NodeStatus[];
}

/** The longest message between nodes, in bytes of UTF-8. */
export const MAX_NODE_MESSAGE_BYTES = 7900;

/** Texts in order, with a character of one byte between them, in as few messages as possible. `frame` bytes are for what is added to each. */
export function messagesOf(texts: readonly string[], between: string, frame = 0): readonly string[] {
  const messages: string[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const text of texts) {
    const added = Buffer.byteLength(text) + 1;
    size += added;
    if (size <= MAX_NODE_MESSAGE_BYTES) messages.at(-1)?.push(text);
    else {
      messages.push([text]);
      size = frame + added;
    }
  }
  return messages.map((message) => message.join(between));
}

/** Who passes notices and messages between nodes: PostgreSQL (`none`), the broker, or PostgreSQL until the broker is back. */
export type BrokerState = 'none' | 'connected' | 'unreachable';

/** Membership of the nodes on one database, and messages between them. Messages are not stored and may be lost. */
export interface NodePort {
  readonly brokerState: BrokerState;
  /** Records a heartbeat of this node and reads those of the others. Rejects with `StoreUnavailable`. */
  heartbeat(node: string): Promise<NodeList>;
  /** Records that this node leaves in order. Rejects with `StoreUnavailable`. */
  leave(node: string): Promise<void>;
  /** Sends a message to all nodes that subscribe; this one may receive it too. Throws a `RangeError` for one that is too long. */
  publish(message: string): void;
  /** Sets who receives messages, which arrive once `follow` has been called. */
  subscribe(subscriber: NodeSubscriber): void;
}

export interface NodeSubscriber {
  readonly onMessage: (message: string) => void;
  /** Called at the first connection and after every lost one: earlier messages may have been missed. */
  readonly onGap: () => void;
  /** Called when a connection to the database was lost, even briefly. */
  readonly onBreak: () => void;
}
