import { failure, type Result } from '@tablier/core';
import { BAD_URL, isPostgresUrl, type StorePlace } from './place.ts';
import { openSqlite } from './sqlite/open.ts';
import type { Store, StoreError, StoreObserver } from './store.ts';

export interface StoreSettings extends StorePlace {
  /** The clock that dates what is kept: milliseconds since 1970; the system's where left out. */
  readonly now?: () => number;
  /** Refuses a SQLite folder on which a server works already (`in-use`), and keeps other servers away until it is closed. */
  readonly isServer?: boolean;
  /** Is told how long writes and connections take. */
  readonly observer?: StoreObserver;
}

/**
 * Opens the database of a place at the newest version of the schema; a SQLite one is made where missing. Any number of
 * processes may share one: on SQLite each write waits up to five seconds for the others.
 */
export async function openStore(settings: StoreSettings): Promise<Result<Store, StoreError>> {
  const { folder, url, now = Date.now, isServer = false, observer = {} } = settings;
  if (url === undefined) return openSqlite({ folder, now, isServer, observer });
  if (!isPostgresUrl(url)) return failure(BAD_URL);
  // Its driver takes memory that a server with SQLite does without.
  const { openPostgres } = await import('./postgres/open.ts');
  return openPostgres({ folder, url }, now, observer);
}
