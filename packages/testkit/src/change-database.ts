import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DATABASE_FILE, type StorePlace } from '@tablier/store';
import pg from 'pg';

/** How long it waits for a write of the store. Milliseconds. */
const LOCK_TIMEOUT = 60_000;

/** Runs one statement on a database over a connection of its own, past the store that uses it. */
export async function changeDatabase({ folder, url }: StorePlace, statement: string): Promise<void> {
  if (url === undefined) {
    const database = new DatabaseSync(join(folder, DATABASE_FILE), { timeout: LOCK_TIMEOUT });
    database.exec(statement);
    return database.close();
  }
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
