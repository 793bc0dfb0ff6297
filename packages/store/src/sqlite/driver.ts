import { DatabaseSync } from 'node:sqlite';
import type { SqliteDatabase } from 'kysely';

/** Opens a database with `node:sqlite`, with the interface that Kysely expects. */
export function openFile(file: string): SqliteDatabase {
  const database = new DatabaseSync(file);
  return {
    close: () => database.close(),
    prepare: (text) => {
      const statement = database.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...values(parameters)),
        iterate: (parameters) => statement.iterate(...values(parameters)),
        run: (parameters) => statement.run(...values(parameters)),
      };
    },
  };
}

/** The types that SQLite can store. Node rejects all others with an error. */
type Value = null | number | bigint | string | Uint8Array;
const values = (parameters: readonly unknown[]): Value[] => parameters as Value[];
