import { type Kysely, sql } from 'kysely';
import type { StoreObserver } from '../operations.ts';
import { takeOverJobs } from '../jobs/earlier-jobs.ts';
import { POSTGRES } from '../migrations/flavour.ts';
import { migrate } from '../migrations/list.ts';
import type { StorePlace } from '../place.ts';
import type { Schema } from '../schema.ts';
import { Store } from '../store.ts';
import type { Broker } from './broker.ts';
import { connectPool, SERVING } from './connect.ts';
import { PostgresNodes } from './nodes.ts';
import { DATABASE_CLOCK, PostgresWriter } from './writer.ts';

/** Opens an existing database and migrates it to the newest version. */
export async function openPostgres(
  { url, broker: brokerUrl }: StorePlace & { readonly url: string },
  now: () => number,
  observer: StoreObserver,
): Promise<Store> {
  // Without timeouts: a migration may take long and waits for those of other nodes.
  const migrating = connectPool(url, { max: 1 });
  try {
    await migrate(migrating, POSTGRES, now);
    await takeOverJobs(migrating);
    const database = connectPool(url, SERVING, { onConnection: observer.onConnection, observer });
    const broker = brokerUrl === undefined ? null : await openBroker(brokerUrl, database);
    const nodes = new PostgresNodes(url, broker);
    const executor = new PostgresWriter({ url, database, nodes, broker, now, observer });
    return new Store({ database, executor, nodes, now, clock: () => DATABASE_CLOCK });
  } finally {
    await migrating.destroy();
  }
}

/** Loaded on demand: most servers have no broker. */
async function openBroker(url: string, database: Kysely<Schema>): Promise<Broker> {
  const { Broker: NatsBroker } = await import('./broker.ts');
  return new NatsBroker(url, await clusterOf(database));
}

/** Identifies the database among all that may share a broker: the time of its first migration, its number and its name. */
async function clusterOf(database: Kysely<Schema>): Promise<string> {
  const { rows } = await sql<{ cluster: string }>`
    select md5(concat_ws(' ', datname, oid, (select min(applied_at) from schema_version))) as cluster
    from pg_database where datname = current_database()`.execute(database);
  const [row] = rows;
  if (row === undefined) throw new Error('the database is not in the list of databases');
  return row.cluster;
}
