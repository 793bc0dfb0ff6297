import { failure, type Result } from '@tablier/core';
import { BAD_URL, isPostgresUrl, type StorePlace } from './place.ts';
import { openPostgres } from './postgres/open.ts';
import { openSqlite } from './sqlite/open.ts';
import type { Store, StoreError } from './store.ts';

export interface StoreSettings extends StorePlace {
  /** The clock that dates what is kept: milliseconds since 1970; the system's where left out. */
  readonly now?: () => number;
}

/**
 * Opens the database of a place at the newest version of the schema; a SQLite one is made where missing. Any number of
 * processes may share one: on SQLite each write waits up to five seconds for the others.
 */
export async function openStore({ folder, url, now = Date.now }: StoreSettings): Promise<Result<Store, StoreError>> {
  if (url === undefined) return openSqlite(folder, now);
  return isPostgresUrl(url) ? openPostgres({ folder, url }, now) : failure(BAD_URL);
}
