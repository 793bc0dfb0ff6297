import type { Result } from '@tablier/core';
import type { StoreError } from './errors.ts';
import type { StoreObserver } from './operations.ts';
import {
  BAD_BROKER_URL,
  BAD_URL,
  isBrokerUrl,
  isPostgresUrl,
  openingError,
  Refusal,
  settled,
  type StorePlace,
} from './place.ts';
import { openSqlite } from './sqlite/open.ts';
import type { Store } from './store.ts';

export interface StoreSettings extends StorePlace {
  /** The clock for time stamps, in milliseconds since 1970. Absent: the system clock. */
  readonly now?: () => number;
  /** Locks a SQLite folder against other servers until the store is closed. Fails with `in-use` if another has it. */
  readonly isServer?: boolean;
  readonly observer?: StoreObserver;
}

/** Opens the database of a place, creates a missing SQLite one, and migrates it. Processes may share it. */
export function openStore(settings: StoreSettings): Promise<Result<Store, StoreError>> {
  const { folder, url, broker, now = Date.now, isServer = false, observer = {} } = settings;
  const open = async (): Promise<Store> => {
    if (broker !== undefined && (url === undefined || !isBrokerUrl(broker))) throw new Refusal(BAD_BROKER_URL);
    if (url === undefined) return openSqlite({ folder, now, isServer, observer });
    if (!isPostgresUrl(url)) throw new Refusal(BAD_URL);
    // Loaded on demand: a server with SQLite saves the memory of the driver.
    const { openPostgres } = await import('./postgres/open.ts');
    return openPostgres({ folder, url, broker }, now, observer);
  };
  return settled(open, (error) => openingError(settings, error));
}
