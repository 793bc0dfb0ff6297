import type { Result } from '@tablier/core';
import type { SqliteDatabase } from 'kysely';
import type { StoreError } from '../store.ts';
export type OpenFile = (file: string) => SqliteDatabase;

/** The SQLite of this runtime: the one built into Node (from 22.13), else better-sqlite3 where it has been compiled. */
export async function findDriver(): Promise<Result<OpenFile, StoreError>> {
  const open = nodeDriver() ?? (await betterSqlite3());
  if (open !== null) return { ok: true, value: open };
  const detail = `no SQLite for Node ${process.versions.node}: run "npm rebuild better-sqlite3" (needs a C++ compiler) or use Node 22.13 or newer`;
  return { ok: false, error: { name: 'no-driver', detail } };
}

/** What is used of `node:sqlite`; the type declarations for Node 20 do not know it. */
interface NodeSqlite {
  readonly DatabaseSync: new (file: string) => { close(): void; prepare(sql: string): NodeStatement };
}

interface NodeStatement {
  all(...parameters: readonly unknown[]): unknown[];
  iterate(...parameters: readonly unknown[]): IterableIterator<unknown>;
  run(...parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
}

function nodeDriver(): OpenFile | null {
  const sqlite: unknown = process.getBuiltinModule('node:sqlite');
  if (!isNodeSqlite(sqlite)) return null;
  return (file) => {
    const database = new sqlite.DatabaseSync(file);
    return {
      close: () => database.close(),
      prepare: (text) => {
        const statement = database.prepare(text);
        return {
          reader: returnsRows(text),
          all: (parameters) => statement.all(...parameters),
          iterate: (parameters) => statement.iterate(...parameters),
          run: (parameters) => statement.run(...parameters),
        };
      },
    };
  };
}

const isNodeSqlite = (module: unknown): module is NodeSqlite =>
  typeof module === 'object' && module !== null && 'DatabaseSync' in module;

/** Whether a statement gives rows; Node before 22.16 cannot say so itself. */
const returnsRows = (text: string): boolean => /^\s*(select|with|pragma)\b|\breturning\b/i.test(text);

async function betterSqlite3(): Promise<OpenFile | null> {
  try {
    const { default: Database } = await import('better-sqlite3');
    // The package can be there without its compiled half, which only shows when a database is opened.
    new Database(':memory:').close();
    return (file) => new Database(file);
  } catch {
    return null;
  }
}
