import { mustOpen } from '@tablier/testkit';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { makePlace, withDatabase } from './places.ts';

/** What of the table of pg-boss 12 the store reads. */
const QUEUE = [
  'create schema tablier_jobs',
  `create type tablier_jobs.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed')`,
  `create table tablier_jobs.job (id uuid default gen_random_uuid(), name text, data jsonb, state tablier_jobs.job_state,
     retry_count integer default 0, start_after timestamptz default to_timestamp(1700000009), created_on timestamptz default to_timestamp(1700000001.5),
     output jsonb)`,
  `insert into tablier_jobs.job (name, state, retry_count, data, output) values
     ('mail', 'created', 0, '{"key":"new","payload":{"to":1}}', null),
     ('mail', 'retry', 1, '{"key":"again","payload":{"to":2}}', '{"error":"no answer"}'),
     ('mail', 'active', 1, '{"key":"new","payload":{"to":1}}', null),
     ('tidy', 'active', 1, '{"key":"next-run","payload":null}', null),
     ('mail', 'failed', 2, '{"key":"late","payload":{"to":4}}', '{"value":{"message":"job timed out"}}'),
     ('mail', 'completed', 0, '{"key":"done","payload":{"to":5}}', null),
     ('__pgboss__send-it', 'created', 0, null, null)`,
];

test('the jobs of versions with pg-boss are taken over by each start of a newer one', async () => {
  const place = await makePlace('postgres');
  await withDatabase(place, async (database) => {
    for (const each of QUEUE) await sql.raw(each).execute(database);
  });
  await (await mustOpen(place)).close();
  const store = await mustOpen(place);
  const jobs = (await store.jobs.list(10)).map(({ key, state, failures, error }) => ({ key, state, failures, error }));
  expect(jobs.toSorted((one, other) => one.key.localeCompare(other.key))).toEqual([
    { key: 'again', state: 'waiting', failures: 2, error: 'no answer' },
    { key: 'late', state: 'dead', failures: 3, error: 'not finished in time' },
    { key: 'new', state: 'waiting', failures: 0, error: '' },
    { key: 'next-run', state: 'waiting', failures: 1, error: 'not finished in time' },
  ]);
  expect((await store.jobs.list(1))[0]).toMatchObject({ dueAt: 1_700_000_009_000, createdAt: 1_700_000_001_500 });
  await store.jobs.open([{ kind: 'mail', retries: 3, retrySeconds: 1, longestSeconds: 1 }]);
  const taken = await store.jobs.take('mail', 10, Date.now());
  expect(taken.map(({ key, payload }) => ({ key, payload }))).toContainEqual({ key: 'again', payload: { to: 2 } });
  await store.close();
  // What an earlier node has added since.
  await withDatabase(place, (database) =>
    sql`insert into tablier_jobs.job (name, state, data) values ('mail', 'created', '{"key":"more","payload":{}}')`.execute(
      database,
    ),
  );
  const next = await mustOpen(place);
  expect((await next.jobs.list(10)).map(({ key }) => key)).toContain('more');
  await next.close();
});
