import { failure, type Result, success } from '@tablier/core';
import { DatabaseStore } from '../database-store.ts';
import { POSTGRES } from '../migrations/flavour.ts';
import { migrate } from '../migrations/index.ts';
import { cannotOpen, type StorePlace } from '../place.ts';
import { Reads } from '../reads.ts';
import type { Store, StoreError } from '../store.ts';
import { connectPool } from './connect.ts';
import { PostgresNodes } from './nodes.ts';
import { PostgresWriter } from './writer.ts';

/** Opens a database that is there, at the newest version of the schema. */
export async function openPostgres(
  place: StorePlace & { readonly url: string },
  now: () => number,
): Promise<Result<Store, StoreError>> {
  const { url } = place;
  const database = connectPool(url);
  try {
    const migrated = await migrate(database, POSTGRES, now);
    if (!migrated.ok) {
      await database.destroy();
      return migrated;
    }
    const reads = new Reads(database);
    const nodes = new PostgresNodes(url);
    const executor = new PostgresWriter({ url, database, reads, nodes });
    return success(new DatabaseStore({ reads, executor, nodes, now }));
  } catch (error) {
    await database.destroy();
    return failure(cannotOpen(place, error));
  }
}
