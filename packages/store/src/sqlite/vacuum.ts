import type { SqliteDatabase } from 'kysely';
import { pragma, withoutWaiting } from './connect.ts';

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
