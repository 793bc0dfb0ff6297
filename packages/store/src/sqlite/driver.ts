import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { LRUCache } from 'lru-cache';

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
