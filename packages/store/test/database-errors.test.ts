import { mustOpen } from '@tablier/testkit';
import { NoResultError, type QueryNode, sql } from 'kysely';
import pg from 'pg';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isOutage } from '../src/errors.ts';
import { storeErrorOf } from '../src/repository.ts';
import { type Store, StoreFault, type StorePlace, StoreUnavailable } from '../src/index.ts';
import { KINDS, makePlace, withDatabase } from './places.ts';

const MOVE = [{ at: 1, kind: 'move', data: null }];

async function open(place: StorePlace): Promise<Store> {
  const store = await mustOpen(place);
  onTestFinished(() => store.close());
  return store;
}

describe('an error of a database', () => {
  const sqlite = (errcode: number): Error =>
    Object.assign(new Error('of SQLite'), { code: 'ERR_SQLITE_ERROR', errcode });
  const postgres = (code: string): Error => Object.assign(new Error('of PostgreSQL'), { code });

  test.each([
    ['a lock', sqlite(5)],
    ['a lock, with details', sqlite(517)],
    ['the disk', sqlite(778)],
    ['a full disk', sqlite(13)],
    ['a read-only file', sqlite(1032)],
    ['a damaged file', sqlite(11)],
    ['a lost connection', postgres('08006')],
    ['a changed password', postgres('28P01')],
    ['a missing database', postgres('3D000')],
    ['a deadlock', postgres('40P01')],
    ['too many connections', postgres('53300')],
    ['a shutdown', postgres('57P01')],
    ['a statement that took too long', postgres('57014')],
    ['a lock that was not available', postgres('55P03')],
    ['a standby', postgres('25006')],
    ['an idle transaction', postgres('25P03')],
    ['a closed port', Object.assign(new Error('connect'), { code: 'ECONNREFUSED' })],
    ['a driver', new Error('Connection terminated unexpectedly')],
    ['something that is no error', 'away'],
    ['nothing', null],
  ])('from %s is an outage', (_, error) => {
    expect(isOutage(error)).toBe(true);
    expect(storeErrorOf(error)).toBeInstanceOf(StoreUnavailable);
  });

  test.each([
    ['a constraint of SQLite', sqlite(19)],
    ['a primary key of SQLite', sqlite(1555)],
    ['wrong SQL in SQLite', sqlite(1)],
    ['a value that SQLite cannot store', new TypeError('Provided value cannot be bound')],
    ['a number that SQLite cannot store', new RangeError('too large')],
    ['a unique key', postgres('23505')],
    ['a foreign key', postgres('23503')],
    ['an invalid text', postgres('22021')],
    ['wrong SQL', postgres('42P01')],
    ['a failed transaction', postgres('25P02')],
    ['an object in use', postgres('55006')],
    ['our own JSON', new SyntaxError('Unexpected end of JSON input')],
    ['our own code', new ReferenceError('x is not defined')],
  ])('from %s is a fault, with its cause', (_, error) => {
    expect(isOutage(error)).toBe(false);
    expect(storeErrorOf(error)).toBeInstanceOf(StoreFault);
    expect(storeErrorOf(error)).toMatchObject({ message: error.message, cause: error });
  });

  test('from Kysely for a missing row is a fault', () => {
    const error = new NoResultError({} as QueryNode);
    expect(storeErrorOf(error)).toBeInstanceOf(StoreFault);
  });

  test.each([new StoreUnavailable('away'), new StoreFault('refused')])('is classified once: %s', (error) => {
    expect(storeErrorOf(error)).toBe(error);
  });
});

describe.each(KINDS)('on %s', (kind) => {
  test('a violated constraint is a fault, and neither other writes nor the health of the database suffer', async () => {
    const store = await open(await makePlace(kind));
    await store.createStream('m', null);
    const { lastWriteAt } = store.health();
    const nowhere = { from: null as unknown as number, until: 1 };
    const results = await Promise.allSettled([store.append('m', 0, MOVE), store.recordOutage(nowhere), store.probe()]);
    expect(results).toMatchObject([
      { value: { name: 'appended' } },
      { reason: { name: 'StoreFault', message: expect.stringMatching(/not.null/i) as string } },
      { value: true },
    ]);
    expect(store.health()).toMatchObject({ failingSince: null });
    expect(store.health().lastWriteAt).toBeGreaterThanOrEqual(lastWriteAt);
    expect(await store.outages()).toEqual([]);
  });

  test('wrong SQL is a fault, in reads and writes', async () => {
    const place = await makePlace(kind);
    const store = await open(place);
    await withDatabase(place, (database) => sql`alter table outage rename to renamed`.execute(database));
    const fault = { name: 'StoreFault', message: expect.stringContaining('outage') as string };
    await expect(store.outages()).rejects.toMatchObject(fault);
    await expect(store.recordOutage({ from: 1, until: 2 })).rejects.toMatchObject(fault);
    expect(store.health().failingSince).toBeNull();
  });

  test('a probe that the database refuses reports that it cannot write', async () => {
    const place = await makePlace(kind);
    const store = await open(place);
    await withDatabase(place, (database) => sql`alter table listing rename to renamed`.execute(database));
    expect(await store.probe()).toBe(false);
  });

  test('a fault does not keep the store from closing', async () => {
    const store = await mustOpen(await makePlace(kind));
    const fault = store.recordOutage({ from: null as unknown as number, until: 1 }).catch((error: unknown) => error);
    await store.close();
    expect(await fault).toBeInstanceOf(StoreFault);
  });
});

describe('on PostgreSQL', () => {
  async function client(place: StorePlace): Promise<pg.Client> {
    const connected = new pg.Client(place.url);
    await connected.connect();
    onTestFinished(() => connected.end());
    return connected;
  }

  test('a database that became a standby is unavailable', async () => {
    const place = await makePlace('postgres');
    const store = await open(place);
    await store.createStream('m', null);
    const other = await client(place);
    const { rows } = await other.query<{ name: string }>('select current_database() as name');
    await other.query(`alter database ${rows[0]?.name ?? ''} set default_transaction_read_only = on`);
    await other.query(`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`);
    // The connections that were ended are noticed first.
    await expect
      .poll(() => store.append('m', 0, MOVE))
      .toMatchObject({ detail: expect.stringContaining('read-only') as string });
    expect(await store.append('m', 0, MOVE)).toMatchObject({ name: 'unavailable' });
    expect(store.health().failingSince).not.toBeNull();
    expect(await store.read('m', 1)).toEqual([]);
  });

  test('an account that another node deletes meanwhile is gone, and no fault', async () => {
    const place = await makePlace('postgres');
    const store = await open(place);
    const session = { id: 's', secretHash: 'x', agent: '' };
    await store.accounts.createGuest({ id: 'ada', name: 'Ada', session }, 1);
    const [other, watcher] = [await client(place), await client(place)];
    await other.query(`begin`);
    await other.query(`delete from account where id = 'ada'`);
    const recorded = store.relations.recordAbsences([{ account: 'ada', match: 'm', at: 1, how: 'left' }]);
    const waiting = `select count(*)::int as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
    await expect.poll(async () => (await watcher.query<{ count: number }>(waiting)).rows).toEqual([{ count: 1 }]);
    await other.query('commit');
    await recorded;
  });
});
