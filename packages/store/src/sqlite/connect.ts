import type { SqliteDatabase } from 'kysely';
import { openFile } from './driver.ts';

/** How long a write waits for those of other processes, in milliseconds. */
const PATIENCE = 5000;

/** The write-ahead log is cut to this size when it begins from the start again, in bytes. */
const LARGEST_LOG = 4 * 1024 * 1024;

/** A connection as the store wants it: readers never wait for a writer (WAL), and what is committed is on the disk (FULL). */
export function connect(file: string): SqliteDatabase {
  const database = openFile(file);
  try {
    pragma(database, `busy_timeout = ${PATIENCE}`);
    pragma(database, 'journal_mode = wal');
    pragma(database, 'synchronous = full');
    pragma(database, `journal_size_limit = ${LARGEST_LOG}`);
    pragma(database, 'foreign_keys = on');
    // What is erased or redacted is overwritten in the file as well.
    pragma(database, 'secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Moves the write-ahead log into the database and empties its file, so that what was erased stands in neither. Waits for nobody;
 * whether it could be done.
 */
export function emptyLog(database: SqliteDatabase): boolean {
  pragma(database, 'busy_timeout = 0');
  try {
    return pragma(database, 'wal_checkpoint(truncate)') === 0;
  } catch {
    return false;
  } finally {
    pragma(database, `busy_timeout = ${PATIENCE}`);
  }
}

/** Sets or asks a pragma; returns its answer, `undefined` for none. */
export function pragma(database: SqliteDatabase, text: string): unknown {
  const statement = database.prepare(`pragma ${text}`);
  if (!statement.reader) statement.run([]);
  const [row] = statement.reader ? statement.all([]) : [];
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
}
