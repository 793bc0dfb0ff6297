import { parentPort, workerData } from 'node:worker_threads';
import type { SqliteDatabase } from 'kysely';
import { isOutage, reasonOf } from '../errors.ts';
import type {
  AppendOperation,
  CreateOperation,
  EventText,
  ListingText,
  Operation,
  Reply,
  Row,
  Statement,
  TransactionOperation,
} from '../operations.ts';
import { connect, emptyLog, pragma, Vacuum } from './connect.ts';
import type { Fault, FromWriter, ToWriter, WriterData } from './writer.ts';
import type { AppendResult, CreateResult } from '../streams/stream.ts';

/** Executes operations inside the transaction of their batch. */
class SqliteOperations {
  private readonly database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    this.database = database;
  }

  perform(operation: Operation): Reply {
    switch (operation.kind) {
      case 'create':
        return this.create(operation);
      case 'append':
        return this.append(operation);
      case 'transaction':
        return this.transaction(operation);
    }
  }

  private create({ stream, at, head, listing }: CreateOperation): CreateResult {
    const changes = this.run(
      `insert into "match" (id, created_at, head, seq, touched_at) values (?, ?, ?, 0, ?) on conflict (id) do nothing`,
      [stream, at, head, at],
    );
    if (changes === 0) return { name: 'exists' };
    this.list(stream, listing);
    return { name: 'created' };
  }

  /** Normally two statements. The reason for a failure is only looked up if the first one changed nothing. */
  private append(operation: AppendOperation): AppendResult {
    const { stream, expected, at, events, clientId, listing } = operation;
    const seq = expected + events.length;
    const isNew = clientId === null ? '' : 'and not exists (select 1 from event where "match" = ? and client_id = ?)';
    const own = clientId === null ? [] : [stream, clientId];
    const text = `update "match" set seq = ?, touched_at = ? where id = ? and seq = ? ${isNew}`;
    if (this.run(text, [seq, at, stream, expected, ...own]) === 0) return this.refusal(operation);
    for (const [index, event] of events.entries()) {
      const number = expected + index + 1;
      this.store(stream, number, event, number === seq ? clientId : null);
    }
    if (listing !== undefined) this.list(stream, listing);
    return { name: 'appended', seq };
  }

  private refusal({ stream, clientId }: AppendOperation): AppendResult {
    const before =
      clientId === null ? null : this.seqOf(`event where "match" = ? and client_id = ?`, [stream, clientId]);
    if (before !== null) return { name: 'duplicate', seq: before };
    const current = this.seqOf(`"match" where id = ?`, [stream]);
    return current === null ? { name: 'unknown-stream' } : { name: 'conflict', seq: current };
  }

  private store(stream: string, seq: number, { at, kind, data }: EventText, clientId: string | null): void {
    const text = `insert into event ("match", seq, at, kind, data, client_id) values (?, ?, ?, ?, ?, ?)`;
    this.run(text, [stream, seq, at, kind, data, clientId]);
  }

  /** A savepoint: other operations share the caller's transaction, and only this one may be rolled back. */
  private transaction({ statements }: TransactionOperation): Reply {
    this.run('savepoint operation', []);
    const rows: (readonly Row[])[] = [];
    for (const statement of statements) {
      const done = this.outcomeOf(statement);
      if (done.count === 0 && statement.otherwise !== null) {
        this.run('rollback to operation', []);
        this.run('release operation', []);
        return { name: 'refused', reason: statement.otherwise };
      }
      rows.push(done.rows);
    }
    this.run('release operation', []);
    return { name: 'done', rows };
  }

  /** The rows that a statement returned, and the number of rows changed or returned. */
  private outcomeOf({ sql, parameters }: Statement): { readonly rows: readonly Row[]; readonly count: number } {
    const prepared = this.database.prepare(sql);
    if (!prepared.reader) return { rows: [], count: Number(prepared.run(parameters).changes) };
    const rows = prepared.all(parameters) as readonly Row[];
    return { rows, count: rows.length };
  }

  private list(stream: string, listing: ListingText | null): void {
    this.run(`delete from participant where "match" = ?`, [stream]);
    if (listing === null) {
      this.run(`delete from listing where "match" = ?`, [stream]);
      return;
    }
    this.run(
      `insert or replace into listing ("match", status, listed_at, summary, game, own) values (?, ?, ?, ?, ?, ?)`,
      [stream, listing.status, listing.listedAt, listing.summary, listing.game, listing.own],
    );
    for (const person of listing.people) {
      this.run(`insert into participant (person, "match", at) values (?, ?, ?)`, [person, stream, listing.listedAt]);
    }
  }

  private seqOf(rows: string, parameters: readonly unknown[]): number | null {
    const [row] = this.database.prepare(`select seq from ${rows}`).all(parameters) as readonly {
      readonly seq: number;
    }[];
    return row?.seq ?? null;
  }

  private run(text: string, parameters: readonly unknown[]): number {
    return Number(this.database.prepare(text).run(parameters).changes);
  }
}

/** The interval of checks for writes of other processes. Milliseconds. */
const LOOK_EVERY = 200;

/** The delay before the write-ahead log is emptied after an erasure, and before a retry if a reader uses it. Milliseconds. */
const EMPTY_AFTER = 200;

/** The longest delay of a timer. Milliseconds. */
const MAX_DELAY = 2 ** 31 - 1;

/** A batch of 512 moves changes 10 MB of pages, which are written twice if the cache cannot hold them. Used under load only. KiB. */
const CACHE_KIB = 16_384;

const isErasing = (operation: Operation): boolean => operation.kind === 'transaction' && operation.erases;

/** The only thread of this process that writes, so that no other thread waits for the disk. */
class WriterThread {
  private readonly database: SqliteDatabase;
  private readonly operations: SqliteOperations;
  private version: unknown;
  private readonly vacuum: Vacuum;
  private readonly looking: NodeJS.Timeout;
  private emptying: NodeJS.Timeout | undefined;
  private vacuuming: NodeJS.Timeout | undefined;

  constructor(database: SqliteDatabase) {
    this.database = database;
    pragma(database, `cache_size = -${CACHE_KIB}`);
    this.operations = new SqliteOperations(database);
    this.vacuum = new Vacuum(database, () => performance.now());
    this.version = this.readVersion();
    this.looking = setInterval(() => this.look(), LOOK_EVERY).unref();
    // A process that crashed may have left erased data in the log and in the file.
    this.removeErasedSoon();
  }

  take(message: ToWriter): void {
    switch (message.kind) {
      case 'batch':
        post({ kind: 'replies', replies: this.commit(message.operations) });
        if (message.operations.some(isErasing)) this.removeErasedSoon();
        return;
      case 'close':
        for (const timer of [this.looking, this.emptying, this.vacuuming]) clearTimeout(timer);
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
