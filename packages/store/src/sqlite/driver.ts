import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

/** Prepared statements that are kept. The queries of the server have fewer texts; lists of different lengths have more. */
const MOST_PREPARED = 200;

/** Opens the SQLite that Node includes, in the form that Kysely wants. Statements are prepared once by their text. */
export function openFile(file: string): SqliteDatabase {
  const database = new DatabaseSync(file);
  const prepared = new LRUCache<string, SqliteStatement>({ max: MOST_PREPARED });
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
    // One of its own: two iterations of the same statement would disturb each other.
    iterate: (parameters) => database.prepare(text).iterate(...values(parameters)),
    run: (parameters) => statement.run(...values(parameters)),
  };
}

/** What SQLite can keep; Node refuses everything else by name. */
type Value = null | number | bigint | string | Uint8Array;
const values = (parameters: readonly unknown[]): Value[] => parameters as Value[];
