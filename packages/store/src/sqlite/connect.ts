import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

const LOCK_TIMEOUT_MS = 5000;

/** The pages of the write-ahead log after which it is moved into the file: a page that changed several times is moved once. */
const LOG_PAGES = 4000;
/** The write-ahead log is truncated to this size when it is reset: it is not to grow again each time. Bytes. */
const LARGEST_LOG = 20 * 1024 * 1024;

/** Opens a connection with the settings of the store: readers never wait for a writer (WAL), and commits are durable (FULL). */
export function connect(file: string): SqliteDatabase {
  const database = openFile(file);
  try {
    pragma(database, `busy_timeout = ${LOCK_TIMEOUT_MS}`);
    pragma(database, 'journal_mode = wal');
    pragma(database, 'synchronous = full');
    pragma(database, `wal_autocheckpoint = ${LOG_PAGES}`);
    pragma(database, `journal_size_limit = ${LARGEST_LOG}`);
    pragma(database, 'foreign_keys = on');
    // Overwrite erased and redacted data in the file. `Vacuum` removes the copies that this does not reach.
    pragma(database, 'secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Moves the write-ahead log into the database and empties it of erased data. Returns whether it could, without waiting. */
export function emptyLog(database: SqliteDatabase): boolean {
  return withoutWaiting(database, () => pragma(database, 'wal_checkpoint(truncate)') === 0);
}

/** Does work that can be repeated later without waiting for the locks of other processes. Returns `false` if it fails. */
export function withoutWaiting(database: SqliteDatabase, work: () => boolean): boolean {
  pragma(database, 'busy_timeout = 0');
  try {
    return work();
  } catch {
    return false;
  } finally {
    pragma(database, `busy_timeout = ${LOCK_TIMEOUT_MS}`);
  }
}

/** Runs a pragma. Returns its value, `undefined` for none. */
export function pragma(database: SqliteDatabase, text: string): unknown {
  const statement = database.prepare(`pragma ${text}`);
  if (!statement.reader) statement.run([]);
  const [row] = statement.reader ? statement.all([]) : [];
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
}

/** The most prepared statements. The server has fewer queries, but lists of different lengths are separate statements. */
const MAX_PREPARED = 200;

/** Opens a database with `node:sqlite`, with the interface that Kysely expects. Each statement is prepared once. */
export function openFile(file: string): SqliteDatabase {
  const database = new DatabaseSync(file);
  const prepared = new LRUCache<string, SqliteStatement>({ max: MAX_PREPARED });
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = prepared.get(text) ?? prepare(database, text);
      prepared.set(text, statement);
      return statement;
    },
  };
}

function prepare(database: DatabaseSync, text: string): SqliteStatement {
  const statement = database.prepare(text);
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...values(parameters)),
    // A separate statement, because two iterations of one would disturb each other.
    iterate: (parameters) => database.prepare(text).iterate(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
  };
}

/** The types that SQLite can store. Node rejects all others with an error. */
type Value = null | number | bigint | string | Uint8Array;
const values = (parameters: readonly unknown[]): Value[] => parameters as Value[];

/** `VACUUM` may take this share of the time of the writer. */
const SHARE_OF_TIME = 1 / 10_000;

/** The expected duration of the first `VACUUM` of a process: about twice the measured one. Milliseconds per byte. */
const EXPECTED_PER_BYTE = 10 / 1024 / 1024;

/** Closing waits for a `VACUUM` that is expected to take no longer. Milliseconds. */
const MAX_AT_CLOSING = 2000;

/**
 * Writes the file of a database again after an erasure.
 *
 * `secure_delete` overwrites deleted rows. But when SQLite moves rows to another page, it leaves copies of them in the free space of the
 * first page, and a later deletion does not overwrite them. `VACUUM` writes every page again without free space.
 *
 * It blocks all writes, so it is rare: the time between two is proportional to the duration of one. `user_version`, which nothing else
 * uses, counts the erasures since the last one, so that the next process continues after a crash.
 */
export class Vacuum {
  private readonly database: SqliteDatabase;
  private readonly now: () => number;
  private expected: number;
  private last: number;

  constructor(database: SqliteDatabase, now: () => number) {
    this.database = database;
    this.now = now;
    this.expected = Number(pragma(database, 'page_count')) * Number(pragma(database, 'page_size')) * EXPECTED_PER_BYTE;
    this.last = now();
  }

  /** Call it in the transaction of each erasure. */
  noteErasure(): void {
    pragma(this.database, `user_version = ${this.erasures() + 1}`);
  }

  /** The time until the next `VACUUM`, `null` if nothing was erased since the last. Milliseconds. */
  dueIn(): number | null {
    if (this.erasures() === 0) return null;
    return Math.max(0, this.last + this.expected / SHARE_OF_TIME - this.now());
  }

  /** Runs `VACUUM`. Returns `false` if another process is writing or the disk is full. */
  run(): boolean {
    const start = this.now();
    const isDone = withoutWaiting(this.database, () => {
      const erasures = this.erasures();
      this.database.prepare('vacuum').run([]);
      // Another process may have erased more since.
      if (this.erasures() === erasures) pragma(this.database, 'user_version = 0');
      return true;
    });
    this.last = this.now();
    if (isDone) this.expected = this.last - start;
    return isDone;
  }

  /** Runs `VACUUM` before the database is closed, unless it would take long. The next process then does it. */
  runAtClosing(): void {
    if (this.erasures() > 0 && this.expected <= MAX_AT_CLOSING) this.run();
  }

  private erasures(): number {
    return Number(pragma(this.database, 'user_version'));
  }
}
