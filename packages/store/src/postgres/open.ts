import { failure, type Result, success } from '@tablier/core';
import { DatabaseStore } from '../database-store.ts';
import { POSTGRES } from '../migrations/flavour.ts';
import { migrate } from '../migrations/index.ts';
import { cannotOpen, type StorePlace } from '../place.ts';
import { Reads } from '../reads.ts';
import type { Store, StoreError, StoreObserver } from '../store.ts';
import { connectPool, SERVING } from './connect.ts';
import { PostgresNodes } from './nodes.ts';
import { DATABASE_CLOCK } from './write.ts';
import { PostgresWriter } from './writer.ts';

/** Opens an existing database and migrates it to the newest version. */
export async function openPostgres(
  place: StorePlace & { readonly url: string },
  now: () => number,
  observer: StoreObserver,
): Promise<Result<Store, StoreError>> {
  const { url } = place;
  // Without timeouts: a migration may take long and waits for those of other nodes.
  const migrating = connectPool(url, { max: 1 });
  try {
    const migrated = await migrate(migrating, POSTGRES, now);
    if (!migrated.ok) return migrated;
    const database = connectPool(url, SERVING, { onConnection: observer.onConnection, observer });
    const reads = new Reads(database);
    const nodes = new PostgresNodes(url);
    const executor = new PostgresWriter({ url, database, reads, nodes, now });
    return success(new DatabaseStore({ database, reads, executor, nodes, now, clock: () => DATABASE_CLOCK }));
  } catch (error) {
    return failure(cannotOpen(place, error));
  } finally {
    await migrating.destroy();
  }
}
