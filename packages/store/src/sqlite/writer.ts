import { Worker } from 'node:worker_threads';
import type { Executor, NoticeSink, Operation, Reply, ReplyTo } from '../operations.ts';
import type { StoreObserver } from '../store.ts';
import type { Reads } from '../reads.ts';
import type { FromWriter, ToWriter, WriterData } from './protocol.ts';

/**
 * A write of another process is stamped a little before it is seen: at most the time it may wait for the lock, and a
 * long transaction. In milliseconds.
 */
const STAMPED_BEFORE = 10_000;

/** So many writes share one wait for the disk at most: while more are on their way, the first are told already. */
const MOST_AT_ONCE = 512;

interface Pending {
  readonly operation: Operation;
  /** On the clock of `performance`. */
  readonly askedAt: number;
  readonly settle: (reply: Reply) => void;
}

export interface WriterPlace {
  readonly file: string;
  readonly reads: Reads;
  /** Lets go of what `reads` reads from. */
  readonly closeReads: () => Promise<void>;
  /** Is told when nothing of this process uses the file any more. */
  readonly onClosed: () => void;
  readonly now: () => number;
  readonly observer: StoreObserver;
}

/**
 * The writer thread as the rest of the process sees it. One batch is under way at a time; whatever comes meanwhile makes up
 * the next: the busier, the more writes share one wait for the disk.
 */
export class SqliteWriter implements Executor {
  private readonly worker: Worker;
  private readonly place: WriterPlace;
  private queued: Pending[] = [];
  private underWay: readonly Pending[] = [];
  /** Why there is no writing any more. */
  private broken: string | null = null;
  private tell: NoticeSink = { stream: () => undefined, account: () => undefined };
  private seenUntil = 0;
  private onWatching: () => void = () => undefined;
  private onIdle: () => void = () => undefined;

  /** Starts the thread; rejects where it cannot open the file. */
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
    worker.on('message', (message: FromWriter) => this.hear(message));
    worker.on('error', (error: Error) => this.breakDown(error.message));
    worker.on('exit', () => this.breakDown('the writer has ended'));
  }

  execute<O extends Operation>(operation: O): Promise<ReplyTo<O>> {
    return new Promise((resolve) => {
      // The thread answers each operation with a reply of its kind.
      this.queued.push({ operation, askedAt: performance.now(), settle: (reply) => resolve(reply as ReplyTo<O>) });
      if (this.underWay.length === 0) queueMicrotask(() => this.send());
    });
  }

  async watch(tell: NoticeSink): Promise<void> {
    if (this.broken !== null) return;
    this.tell = tell;
    this.seenUntil = this.place.now();
    await new Promise<void>((resolve) => {
      this.onWatching = resolve;
      this.post({ kind: 'watch' });
    });
  }

  async close(): Promise<void> {
    if (this.underWay.length + this.queued.length > 0) {
      await new Promise<void>((resolve) => {
        this.onIdle = resolve;
      });
    }
    // The connection closed last tidies the file up and waits for the disk: that is the writer's.
    await this.place.closeReads();
    if (this.broken === null) await this.end();
    this.place.onClosed();
  }

  private async end(): Promise<void> {
    const ended = new Promise((resolve) => this.worker.once('exit', resolve));
    this.broken = 'the store is closed';
    this.post({ kind: 'close' });
    await ended;
  }

  private send(): void {
    if (this.underWay.length > 0 || this.queued.length === 0) return;
    this.underWay = this.queued.splice(0, MOST_AT_ONCE);
    if (this.broken === null) this.post({ kind: 'batch', operations: this.underWay.map(({ operation }) => operation) });
    else this.refuse(this.broken);
  }

  private post(message: ToWriter): void {
    this.worker.postMessage(message);
  }

  private hear(message: FromWriter): void {
    if (message.kind === 'replies') this.settle((index) => message.replies[index]);
    if (message.kind === 'watching') this.onWatching();
    if (message.kind === 'foreign') void this.catchUp();
  }

  private settle(replyAt: (index: number) => Reply | undefined): void {
    const settled = this.underWay;
    this.underWay = [];
    this.observe(settled);
    for (const [index, { settle }] of settled.entries()) {
      settle(replyAt(index) ?? { name: 'unavailable', detail: 'the writer gave no answer' });
    }
    if (this.queued.length > 0) queueMicrotask(() => this.send());
    else this.onIdle();
  }

  private observe(settled: readonly Pending[]): void {
    if (settled.length === 0) return;
    const now = performance.now();
    this.place.observer.onBatch?.(settled.map(({ askedAt }) => (now - askedAt) / 1000));
  }

  private refuse(detail: string): void {
    this.settle(() => ({ name: 'unavailable', detail }));
  }

  private breakDown(detail: string): void {
    this.broken ??= detail;
    this.onWatching();
    this.refuse(this.broken);
  }

  /** Another process has written: finds out what. */
  private async catchUp(): Promise<void> {
    const since = this.seenUntil - STAMPED_BEFORE;
    this.seenUntil = this.place.now();
    try {
      await this.place.reads.tellTouched(since, this.tell);
    } catch {
      // The next look asks again, from where this one began.
      this.seenUntil = since + STAMPED_BEFORE;
    }
  }
}
