import { Worker } from 'node:worker_threads';
import type { Kysely } from 'kysely';
import { StoreFault, StoreUnavailable } from '../errors.ts';
import {
  type Executor,
  type Operation,
  type Reply,
  type ReplyTo,
  type StoreHealth,
  type StoreObserver,
  WriteHealth,
} from '../operations.ts';
import { type NoticeSink, notifyTouched } from '../notices.ts';
import type { Schema } from '../schema.ts';

/** The database refused an operation because of a bug. */
export interface Fault {
  readonly name: 'fault';
  readonly detail: string;
}

export type ToWriter =
  | { readonly kind: 'batch'; readonly operations: readonly Operation[] }
  | { readonly kind: 'close' };

export type FromWriter =
  | { readonly kind: 'ready' }
  | { readonly kind: 'failed'; readonly detail: string }
  /** The replies to a batch, in its order. All changes are on the disk. */
  | { readonly kind: 'replies'; readonly replies: readonly (Reply | Fault)[] }
  /** Another process wrote to the database. */
  | { readonly kind: 'foreign' };

export interface WriterData {
  readonly file: string;
}

/** The most between another process's time stamp and its commit: the lock and a long transaction. Milliseconds. */
const STAMPED_BEFORE = 10_000;

/** The maximum number of writes in a batch. With more, the first would have to wait for the last. */
const MAX_AT_ONCE = 512;
/** The writes of a batch that are answered in one turn of the event loop: what their callers do next takes as long as the write. */
const ANSWERED_AT_ONCE = 32;

interface Pending {
  readonly operation: Operation;
  /** On the clock of `performance`, and on that of the store. */
  readonly queuedAt: number;
  readonly requestedAt: number;
  readonly settle: (reply: Reply) => void;
  readonly fail: (fault: StoreFault) => void;
}

interface WriterPlace {
  readonly file: string;
  readonly database: Kysely<Schema>;
  /** Called when this process no longer uses the file. */
  readonly onClosed: () => void;
  readonly now: () => number;
  readonly observer: StoreObserver;
}

/** Controls the writer thread: one batch at a time, so that under load many writes share one wait for the disk. */
export class SqliteWriter implements Executor {
  private readonly worker: Worker;
  private readonly place: WriterPlace;
  private readonly writeHealth: WriteHealth;
  private queued: Pending[] = [];
  private underWay: readonly Pending[] = [];
  private answers: { readonly pending: Pending; readonly reply: Reply | Fault }[] = [];
  /** Why writes are no longer possible. */
  private broken: string | null = null;
  private sink: NoticeSink | null = null;
  private seenUntil = 0;
  private sending: NodeJS.Immediate | null = null;
  private onIdle: () => void = () => undefined;

  /** Starts the thread. Rejects if it cannot open the file. */
  static async start(place: WriterPlace): Promise<SqliteWriter> {
    const workerData: WriterData = { file: place.file };
    const worker = new Worker(new URL('./writer-thread.ts', import.meta.url), { workerData, execArgv: [] });
    await new Promise<void>((resolve, reject) => {
      worker.once('error', reject);
      worker.once('message', (message: FromWriter) => {
        worker.off('error', reject);
        if (message.kind === 'failed') reject(new Error(message.detail));
        else resolve();
      });
    });
    return new SqliteWriter(worker, place);
  }

  private constructor(worker: Worker, place: WriterPlace) {
    this.worker = worker;
    this.place = place;
    this.writeHealth = new WriteHealth(place.now);
    worker.on('message', (message: FromWriter) => this.hear(message));
    worker.on('error', (error: Error) => this.breakDown(error.message));
    worker.on('exit', () => this.breakDown('the writer thread has ended'));
  }

  get health(): StoreHealth {
    return this.writeHealth.current;
  }

  execute<O extends Operation>(operation: O): Promise<ReplyTo<O>> {
    return new Promise((resolve, fail) => {
      // The thread returns the reply type of the operation.
      const settle = (reply: Reply): void => resolve(reply as ReplyTo<O>);
      this.queued.push({ operation, queuedAt: performance.now(), requestedAt: this.place.now(), settle, fail });
      if (this.underWay.length === 0) this.sendSoon();
    });
  }

  watch(sink: NoticeSink): Promise<void> {
    this.sink = sink;
    this.seenUntil = this.place.now();
    return Promise.resolve();
  }

  /** The only server on its data wrote everything itself. */
  subscribe(): Promise<void> {
    return Promise.resolve();
  }

  unsubscribe(): void {}

  async close(): Promise<void> {
    if (this.underWay.length + this.queued.length + this.answers.length > 0) {
      await new Promise<void>((resolve) => {
        this.onIdle = resolve;
      });
    }
    // The last connection to close checkpoints the file and waits for the disk. That must be the writer.
    await this.place.database.destroy();
    if (this.broken === null) await this.end();
    this.place.onClosed();
  }

  private async end(): Promise<void> {
    const ended = new Promise((resolve) => this.worker.once('exit', resolve));
    this.broken = 'the store is closed';
    this.post({ kind: 'close' });
    await ended;
  }

  /** With all that arrives in this turn of the event loop. */
  private sendSoon(): void {
    this.sending ??= setImmediate(() => this.send());
  }

  private send(): void {
    this.sending = null;
    if (this.underWay.length > 0 || this.queued.length === 0) return;
    this.underWay = this.queued.splice(0, MAX_AT_ONCE);
    if (this.broken === null) this.post({ kind: 'batch', operations: this.underWay.map(({ operation }) => operation) });
    else this.refuse(this.broken);
  }

  private post(message: ToWriter): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromWriter): void {
    if (message.kind === 'replies') this.settle((index) => message.replies[index]);
    if (message.kind === 'foreign' && this.sink !== null) void this.catchUp(this.sink);
  }

  private settle(replyAt: (index: number) => Reply | Fault | undefined): void {
    const settled = this.underWay;
    this.underWay = [];
    this.observe(settled);
    const isAnswering = this.answers.length > 0;
    for (const [index, pending] of settled.entries()) {
      const reply = replyAt(index) ?? ({ name: 'unavailable', detail: 'the writer thread did not answer' } as const);
      this.answers.push({ pending, reply });
    }
    if (!isAnswering) this.answerSome();
    if (this.queued.length > 0) this.sendSoon();
  }

  private answerSome(): void {
    for (const { pending, reply } of this.answers.splice(0, ANSWERED_AT_ONCE)) this.answer(pending, reply);
    if (this.answers.length > 0) setImmediate(() => this.answerSome());
    else if (this.underWay.length + this.queued.length === 0) this.onIdle();
  }

  /** A fault says nothing about the health of the database. */
  private answer({ requestedAt, settle, fail }: Pending, reply: Reply | Fault): void {
    if (reply.name === 'unavailable' || reply.name === 'fault') this.place.observer.onFailure?.();
    if (reply.name === 'fault') return fail(new StoreFault(reply.detail));
    this.writeHealth.answered(reply, requestedAt);
    settle(reply);
  }

  private observe(settled: readonly Pending[]): void {
    if (settled.length === 0) return;
    const now = performance.now();
    this.place.observer.onBatch?.(settled.map(({ queuedAt }) => (now - queuedAt) / 1000));
  }

  private refuse(detail: string): void {
    this.settle(() => ({ name: 'unavailable', detail }));
  }

  private breakDown(detail: string): void {
    this.broken ??= detail;
    this.refuse(this.broken);
  }

  private async catchUp(sink: NoticeSink): Promise<void> {
    const since = this.seenUntil - STAMPED_BEFORE;
    this.seenUntil = this.place.now();
    try {
      await notifyTouched(this.place.database, since, sink);
    } catch (error) {
      // The next check reads again from the same time.
      this.seenUntil = since + STAMPED_BEFORE;
      this.place.observer.onFailure?.();
      if (!(error instanceof StoreUnavailable)) this.place.observer.onFault?.(error);
    }
  }
}
