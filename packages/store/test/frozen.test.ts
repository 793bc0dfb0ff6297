import { mustOpen } from '@tablier/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresServer } from '@tablier/testkit/servers';
import type { Store } from '../src/index.ts';

let server: PostgresServer;
beforeAll(async () => {
  server = await PostgresServer.start({ waitsForDisk: false });
});
afterAll(() => server.remove());

const move = [{ at: 1, kind: 'move', data: null }];
const fate = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    (value) => value,
    (error: unknown) => (error instanceof Error ? error.name : error),
  );

/** Reads and writes of every kind, more than there are connections. */
const everything = (store: Store): readonly Promise<unknown>[] => [
  ...Array.from({ length: 8 }, () => fate(store.append('m', 0, move, { clientId: 'one' }).then(({ name }) => name))),
  ...Array.from({ length: 8 }, () => fate(store.read('m', 1))),
  fate(store.probe()),
  fate(store.erase('nothing')),
];

test('a frozen PostgreSQL results in unavailable, and is used again when it continues', async () => {
  const store = await mustOpen({ folder: 'not used', url: await server.createDatabase() });
  await store.createStream('m', null);
  await Promise.all(Array.from({ length: 12 }, () => store.head('m')));
  const goOn = await server.freeze();
  try {
    const fates = await Promise.all(everything(store));
    const named = new Set(fates.map((each) => (each === false ? 'unavailable' : each)));
    expect(named).toEqual(new Set(['StoreUnavailable', 'unavailable']));
    expect(store.health().failingSince).not.toBeNull();
  } finally {
    goOn();
  }
  await expect
    .poll(async () => fate(store.append('m', 0, move, { clientId: 'one' })))
    .toEqual({
      name: expect.stringMatching(/^(appended|duplicate)$/) as string,
      seq: 1,
    });
  expect(await store.read('m', 1)).toHaveLength(1);
  expect(store.health().failingSince).toBeNull();
  await store.close();
});

test('a statement that waits for a lock gives up before its caller', async () => {
  const url = await server.createDatabase();
  const store = await mustOpen({ folder: 'not used', url });
  await store.createStream('m', null);
  const { Client } = (await import('pg')).default;
  const blocker = new Client(url);
  await blocker.connect();
  await blocker.query('begin');
  await blocker.query(`update match set seq = seq where id = 'm'`);
  expect(await store.append('m', 0, move, { clientId: 'one' })).toMatchObject({
    name: 'unavailable',
    detail: expect.stringContaining('lock timeout') as string,
  });
  await blocker.query('rollback');
  await blocker.end();
  expect(await store.append('m', 0, move, { clientId: 'one' })).toEqual({ name: 'appended', seq: 1 });
  await store.close();
});
