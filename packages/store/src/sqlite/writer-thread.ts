import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteDatabase } from 'kysely';
import { isOutage, reasonOf } from '../errors.ts';
import type { Operation, Reply } from '../operations.ts';
import { connect, emptyLog, pragma } from './connect.ts';
import type { Fault, FromWriter, ToWriter, WriterData } from './writer.ts';
import { Vacuum } from './vacuum.ts';
import { SqliteOperations } from './write.ts';

/** The interval of checks for writes of other processes. Milliseconds. */
const LOOK_EVERY = 200;

/** The delay before the write-ahead log is emptied after an erasure, and before a retry if a reader uses it. Milliseconds. */
const EMPTY_AFTER = 200;

/** The longest delay of a timer. Milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

const isErasing = (operation: Operation): boolean => operation.kind === 'transaction' && operation.erases;

/** The only thread of this process that writes, so that no other thread waits for the disk. */
class WriterThread {
  private readonly database: SqliteDatabase;
  private readonly operations: SqliteOperations;
  private version: unknown;
  private readonly vacuum: Vacuum;
  private emptying: NodeJS.Timeout | undefined;
  private vacuuming: NodeJS.Timeout | undefined;

  constructor(database: SqliteDatabase) {
    this.database = database;
    this.operations = new SqliteOperations(database);
    this.vacuum = new Vacuum(database, () => performance.now());
    // A process that crashed may have left erased data in the log and in the file.
    this.removeErasedSoon();
  }

  take(message: ToWriter): void {
    switch (message.kind) {
      case 'batch':
        post({ kind: 'replies', replies: this.commit(message.operations) });
        if (message.operations.some(isErasing)) this.removeErasedSoon();
        return;
      case 'watch':
        this.version = this.readVersion();
        setInterval(() => this.look(), LOOK_EVERY).unref();
        return post({ kind: 'watching' });
      case 'close':
        clearTimeout(this.emptying);
        clearTimeout(this.vacuuming);
        this.vacuum.runAtClosing();
        this.database.close();
        return parentPort?.close();
    }
  }

  /** Executes a batch in one transaction, which waits for the disk once. */
  private commit(operations: readonly Operation[]): readonly (Reply | Fault)[] {
    try {
      this.execute('begin immediate');
      const replies = this.performAll(operations);
      if (replies !== null) {
        if (operations.some(isErasing)) this.vacuum.noteErasure();
        this.execute('commit');
        return replies;
      }
    } catch (error) {
      this.rollback();
      return operations.map(() => failed(error));
    }
    return operations.flatMap((each) => this.commit([each]));
  }

  /** `null` if one of several operations failed. The caller then executes each separately, so that a failure affects no other. */
  private performAll(operations: readonly Operation[]): readonly Reply[] | null {
    try {
      return operations.map((operation) => this.operations.perform(operation));
    } catch (error) {
      if (operations.length === 1) throw error;
      this.rollback();
      return null;
    }
  }

  private rollback(): void {
    try {
      this.execute('rollback');
    } catch {
      // The transaction did not begin, or SQLite has rolled it back itself, as when the disk is full.
    }
  }

  private removeErasedSoon(): void {
    this.emptySoon();
    this.vacuumSoon();
  }

  private vacuumSoon(): void {
    const delay = this.vacuum.dueIn();
    if (delay === null) return;
    this.vacuuming ??= setTimeout(
      () => {
        this.vacuuming = undefined;
        if (this.vacuum.run()) this.emptySoon();
        this.vacuumSoon();
      },
      Math.min(Math.max(delay, EMPTY_AFTER), MAX_DELAY),
    ).unref();
  }

  private emptySoon(): void {
    this.emptying ??= setTimeout(() => {
      this.emptying = undefined;
      if (!emptyLog(this.database)) this.emptySoon();
    }, EMPTY_AFTER).unref();
  }

  private look(): void {
    const version = this.readVersion();
    if (version !== this.version) post({ kind: 'foreign' });
    this.version = version;
  }

  /** Changes with every commit of another connection, but not with our own. */
  private readVersion(): unknown {
    return pragma(this.database, 'data_version');
  }

  private execute(text: string): void {
    this.database.prepare(text).run([]);
  }
}

const post = (message: FromWriter): void => parentPort?.postMessage(message);

const failed = (error: unknown): Reply | Fault => ({
  name: isOutage(error) ? 'unavailable' : 'fault',
  detail: reasonOf(error),
});

function start({ file }: WriterData): void {
  try {
    const writer = new WriterThread(connect(file));
    parentPort?.on('message', (message: ToWriter) => writer.take(message));
    post({ kind: 'ready' });
  } catch (error) {
    post({ kind: 'failed', detail: reasonOf(error) });
  }
}

start(workerData as WriterData);
