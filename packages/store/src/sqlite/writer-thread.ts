import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteDatabase } from 'kysely';
import type { Operation, Reply } from '../operations.ts';
import { reasonOf } from '../store.ts';
import { connect, emptyLog, pragma } from './connect.ts';
import type { FromWriter, ToWriter, WriterData } from './protocol.ts';
import { SqliteOperations } from './write.ts';

/** How often it is looked whether another process has written, in milliseconds. */
const LOOK_EVERY = 200;

/** So long after something was erased the write-ahead log is emptied; where somebody reads in it, it is tried again. Milliseconds. */
const EMPTY_AFTER = 200;

const ERASING: ReadonlySet<Operation['kind']> = new Set(['redact', 'erase', 'forget']);

const isErasing = (operation: Operation): boolean =>
  operation.kind === 'transaction' ? operation.erases : ERASING.has(operation.kind);

/** The only thread of this process that writes, so that no other ever waits for the disk. */
class WriterThread {
  private readonly database: SqliteDatabase;
  private readonly operations: SqliteOperations;
  private version: unknown;
  private emptying: NodeJS.Timeout | undefined;

  constructor(database: SqliteDatabase) {
    this.database = database;
    this.operations = new SqliteOperations(database);
    // A process that died may have left there what it had erased.
    this.emptySoon();
  }

  take(message: ToWriter): void {
    switch (message.kind) {
      case 'batch':
        say({ kind: 'replies', replies: this.commit(message.operations) });
        if (message.operations.some(isErasing)) this.emptySoon();
        return;
      case 'watch':
        this.version = this.readVersion();
        setInterval(() => this.look(), LOOK_EVERY).unref();
        return say({ kind: 'watching' });
      case 'close':
        clearTimeout(this.emptying);
        this.database.close();
        return parentPort?.close();
    }
  }

  /** Does a batch in one transaction: one wait for the disk, however many there are. */
  private commit(operations: readonly Operation[]): readonly Reply[] {
    try {
      this.execute('begin immediate');
      const replies = this.performAll(operations);
      if (replies !== null) {
        this.execute('commit');
        return replies;
      }
    } catch (error) {
      this.rollback();
      return operations.map(() => unavailable(error));
    }
    return operations.flatMap((each) => this.commit([each]));
  }

  /** `null` where one of several failed: each is then tried alone, as one that fails takes no other with it. */
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
      // There is nothing to take back: it never began, or SQLite did so itself, as when the disk is full.
    }
  }

  private emptySoon(): void {
    this.emptying ??= setTimeout(() => {
      this.emptying = undefined;
      if (!emptyLog(this.database)) this.emptySoon();
    }, EMPTY_AFTER).unref();
  }

  private look(): void {
    const version = this.readVersion();
    if (version !== this.version) say({ kind: 'foreign' });
    this.version = version;
  }

  /** Changes with every commit of another connection, not with our own. */
  private readVersion(): unknown {
    return pragma(this.database, 'data_version');
  }

  private execute(text: string): void {
    this.database.prepare(text).run([]);
  }
}

const say = (message: FromWriter): void => parentPort?.postMessage(message);

const unavailable = (error: unknown): Reply => ({ name: 'unavailable', detail: reasonOf(error) });

function start({ file }: WriterData): void {
  try {
    const writer = new WriterThread(connect(file));
    parentPort?.on('message', (message: ToWriter) => writer.take(message));
    say({ kind: 'ready' });
  } catch (error) {
    say({ kind: 'failed', detail: reasonOf(error) });
  }
}

start(workerData as WriterData);
