import { type Kysely, sql } from 'kysely';
import type { StoreObserver } from '../operations.ts';
import { UNFINISHED } from '../jobs/jobs.ts';
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

/**
 * Takes over the jobs of earlier versions, which had them in pg-boss, a queue with a schema of its own. Not a migration: until the last node
 * of such a version has stopped, it adds more, and runs those that no node has taken over. One that runs there runs here, too.
 */
async function takeOverJobs(database: Kysely<Schema>): Promise<void> {
  const found = await sql`select from pg_tables where schemaname = 'tablier_jobs' and tablename = 'job'`.execute(
    database,
  );
  if (found.rows.length === 0) return;
  await sql`
    with earlier as (
      delete from tablier_jobs.job where state in ('created', 'retry', 'active', 'failed') and left(name, 2) <> '__'
      returning *, retry_count + case when state in ('retry', 'failed') then 1 else 0 end as failures
    )
    insert into job (id, kind, job_key, state, payload, due_at, created_at, expires_at, failures, error)
    select id::text, name, data ->> 'key', case state when 'failed' then 'dead' else 'waiting' end,
      coalesce(data -> 'payload', 'null')::text, floor(extract(epoch from start_after) * 1000),
      floor(extract(epoch from created_on) * 1000), 0, failures,
      coalesce(output ->> 'error', case when failures > 0 then ${UNFINISHED} else '' end)
    from earlier on conflict do nothing`.execute(database);
}
