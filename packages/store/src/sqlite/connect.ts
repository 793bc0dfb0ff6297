import type { SqliteDatabase } from 'kysely';
import type { OpenFile } from './driver.ts';

/** How long a write waits for those of other processes, in milliseconds. */
const PATIENCE = 5000;

/** A connection as the store wants it: readers never wait for a writer (WAL), and what is committed is on the disk (FULL). */
export function connect(open: OpenFile, file: string): SqliteDatabase {
  const database = open(file);
  try {
    pragma(database, `busy_timeout = ${PATIENCE}`);
    pragma(database, 'journal_mode = wal');
    pragma(database, 'synchronous = full');
    // What is erased or redacted is overwritten in the file as well.
    pragma(database, 'secure_delete = on');
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Sets or asks a pragma; returns its answer, `undefined` for none. */
export function pragma(database: SqliteDatabase, text: string): unknown {
  const statement = database.prepare(`pragma ${text}`);
  if (!statement.reader) statement.run([]);
  const [row] = statement.reader ? statement.all([]) : [];
  return typeof row === 'object' && row !== null ? Object.values(row)[0] : undefined;
}
