import { type Kysely, sql } from 'kysely';
import type { Schema } from '../schema.ts';
import { UNFINISHED } from './jobs.ts';

/**
 * Takes over the jobs of earlier versions, which had them in pg-boss, a queue with a schema of its own. Not a migration: until the last node
 * of such a version has stopped, it adds more, and runs those that no node has taken over. One that runs there runs here, too.
 */
export async function takeOverJobs(database: Kysely<Schema>): Promise<void> {
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
