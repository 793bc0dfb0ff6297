import { checkStore, makeEmptyPostgresDatabase, makePostgresDatabase, mustOpen, useStores } from '@tablier/testkit';
import { sql } from 'kysely';
import pg from 'pg';
import { describe, expect, test, vi } from 'vitest';
import { openStore } from '../src/index.ts';
import { withDatabase } from './places.ts';

const makeHome = async () => {
  const place = { folder: 'not used', url: await makePostgresDatabase() };
  return { place, remove: () => Promise.resolve() };
};

checkStore('PostgreSQL', makeHome);

describe('PostgreSQL over the network', () => {
  const stores = useStores(makeHome);
  const move = [{ at: 1, kind: 'move', data: null }];

  /** Ends connections to the database, like a restart of PostgreSQL. `like` selects them by their last query. */
  const breakConnections = async (like: string): Promise<number> => {
    const client = new pg.Client(stores.place.url);
    await client.connect();
    const { rows } = await client.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and query like $1`,
      [like],
    );
    await client.end();
    return rows.length;
  };

  test('a listener that lost its connection gets notices of writes in between when it reconnects', async () => {
    const other = await stores.openAnother();
    const heard: string[] = [];
    await other.follow((match, seq) => heard.push(`${match} ${seq}`));
    await stores.store.createStream('m', null);
    await vi.waitFor(() => expect(heard).toEqual(['m 0']), 60_000);
    for (let round = 0; round < 3; round++) {
      await vi.waitFor(async () => expect(await breakConnections('%::bigint as now%')).toBe(1), 60_000);
      await stores.store.append('m', round, move);
      await vi.waitFor(() => expect(heard.at(-1)).toBe(`m ${round + 1}`), 60_000);
    }
  });

  test('a lost notice is replaced at the next heartbeat', async () => {
    const heard: string[] = [];
    await stores.store.follow((match, seq) => heard.push(`${match} ${seq}`));
    // As after a node that ends between the write and its notice.
    const client = new pg.Client(stores.place.url);
    await client.connect();
    await client.query(
      `insert into match values ('silent', 0, 'null', 0, floor(extract(epoch from clock_timestamp()) * 1000))`,
    );
    await client.end();
    await vi.waitFor(() => expect(heard).toEqual(['silent 0']), 20_000);
  });

  test('a lost connection results in unavailable, a resend gives the outcome, and the next write works', async () => {
    await stores.store.createStream('m', null);
    const results: string[] = [];
    const done = (async () => {
      for (let seq = 0; seq < 200;) {
        const extras = { clientId: String(seq) };
        let result = await stores.store.append('m', seq, move, extras);
        results.push(result.name);
        while (result.name === 'unavailable') result = await stores.store.append('m', seq, move, extras);
        if (result.name !== 'appended' && result.name !== 'duplicate') throw new Error(result.name);
        seq = result.seq;
      }
    })();
    for (let round = 0; round < 5; round++) await breakConnections('%');
    await done;
    expect(await stores.store.read('m', 1)).toHaveLength(200);
  });

  test('a job is due by the clock of the database, also if that of the server is fast', async () => {
    const { jobs } = stores.store;
    await jobs.open([{ kind: 'mail', retries: 0, retrySeconds: 1, longestSeconds: 60 }]);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 });
    await jobs.add({ kind: 'mail', key: 'ada', payload: null, delay: 0 });
    vi.useRealTimers();
    expect(await jobs.take('mail', 1, Date.now())).toHaveLength(1);
  });

  test.each(['http://localhost/x', 'postgres', 'postgres://[', ''])('%j is refused as a bad URL', async (url) => {
    expect(await openStore({ folder: '', url })).toMatchObject({ ok: false, error: { name: 'bad-url' } });
  });

  test('no more jobs are taken than asked for, also while the database takes the table for empty', async () => {
    const { jobs } = stores.store;
    await jobs.open([{ kind: 'mail', retries: 0, retrySeconds: 1, longestSeconds: 60 }]);
    await jobs.add({ kind: 'mail', key: 'first', payload: null, delay: 0 });
    await withDatabase(stores.place, (database) => sql`analyze job`.execute(database));
    for (const key of ['second', 'third', 'fourth']) await jobs.add({ kind: 'mail', key, payload: null, delay: 0 });
    const taken = [await jobs.take('mail', 1, Date.now()), await jobs.take('mail', 2, Date.now())];
    expect(taken.map(({ length }) => length)).toEqual([1, 2]);
  });

  test('a missing database is refused by name, without the password in the message', async () => {
    const url = 'postgres://user:secret@127.0.0.1:1/x';
    const opened = await openStore({ folder: '', url });
    expect(opened).toMatchObject({ ok: false, error: { name: 'cannot-open' } });
    expect(JSON.stringify(opened)).not.toContain('secret');
  });

  test.each([
    ['that a random read costs little more than the next one', '', '1.1'],
    ['what its address says instead', '?options=-c%20random_page_cost%3D3', '3'],
  ])('the planner assumes %s', async (_, options, expected) => {
    const cost = await withDatabase({ folder: 'not used', url: `${stores.place.url}${options}` }, async (database) => {
      const { rows } = await sql<{ cost: string }>`select current_setting('random_page_cost') as cost`.execute(
        database,
      );
      return rows[0]?.cost;
    });
    expect(cost).toBe(expected);
  });

  test('ten nodes that start together on an empty database migrate it once', async () => {
    const place = { folder: '', url: await makeEmptyPostgresDatabase() };
    const nodes = await Promise.all(Array.from({ length: 10 }, () => mustOpen(place)));
    const results = await Promise.all(nodes.map((node) => node.createStream('m', null)));
    expect(results.filter((each) => each === 'created')).toHaveLength(1);
    await Promise.all(nodes.map((node) => node.close()));
  });
});
