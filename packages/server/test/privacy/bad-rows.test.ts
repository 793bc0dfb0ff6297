import { expect, test, vi } from 'vitest';
import { createPersonalDataIndex } from '../../src/accounts/people.ts';
import { Deletion } from '../../src/privacy/deletion.ts';
import { exportOf } from '../../src/privacy/export.ts';
import { PersonalData } from '../../src/privacy/personal-data.ts';
import { CLOSED_LIFE } from '../../src/tables/state/table-terms.ts';
import { eraseClosedTables } from '../../src/tables/table-upkeep.ts';
import { addGuest, AT, storeOfFile } from '../a-store.ts';
import { openTable, startRooms } from '../tables/real-rooms.ts';

const home = storeOfFile();
const now = (): number => AT;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A guest with three tables, of which the chat of the second cannot be read or changed. */
async function withBadTable(name: string) {
  const { store } = home;
  await addGuest(store, name);
  const { rooms, close } = await startRooms(store, now);
  const tables: string[] = [];
  for (let opened = 0; opened < 3; opened++) tables.push(await openTable(rooms, name, `${name}_${opened}`));
  const personalData = new PersonalData(store, rooms, now);
  const bad = (id: string): boolean => id.includes(tables[1] ?? '');
  return { store, close, tables, bad, personalData, personalDataIndex: createPersonalDataIndex(store.accounts) };
}

test('a table that cannot be changed keeps the deletion from no other table', async () => {
  const { store, close, tables, bad, personalData, personalDataIndex } = await withBadTable('Eve');
  const redact = store.redact.bind(store);
  const spy = vi
    .spyOn(store, 'redact')
    .mockImplementation((id, change) => (bad(id) ? Promise.reject(new TypeError('a bug')) : redact(id, change)));
  const deletion = new Deletion({ store, personalData, personalDataIndex, log, now });
  const named = () =>
    Promise.all(tables.map(async (table) => JSON.stringify((await store.head(table))?.head).includes('Eve')));
  expect(await named()).toEqual([true, true, true]);
  await store.accounts.beginDeletion('eve');
  await deletion.resume();
  expect(await named()).toEqual([false, true, false]);
  spy.mockRestore();
  await deletion.close();
  expect(await store.accounts.find('eve')).toBeNull();
  expect(await named()).toEqual([false, false, false]);
  await close();
});

test('a chat that cannot be read is left out of an export, which says so and goes on', async () => {
  const { store, close, tables, bad, personalData } = await withBadTable('Zoe');
  const read = store.read.bind(store);
  vi.spyOn(store, 'read').mockImplementation((id, ...rest) =>
    bad(id) && id !== tables[1] ? Promise.reject(new TypeError('a bug')) : read(id, ...rest),
  );
  const account = await store.accounts.find('zoe');
  if (account === null) throw new Error('no account');
  let text = '';
  for await (const part of exportOf({ store, personalData, account, tokens: [], now: AT })) text += part;
  const exported = JSON.parse(text) as { readonly tables: readonly { readonly id: string }[] };
  expect(exported.tables.map(({ id }) => id).toSorted()).toEqual(tables.toSorted());
  expect(exported).toMatchObject({ said: [], unreadable: 1 });
  vi.restoreAllMocks();
  await close();
});

test('a closed table that cannot be erased keeps no other from it', async () => {
  const { store } = home;
  const ids = ['closed-1', 'closed-2', 'closed-3'];
  for (const id of ids) await store.createStream(id, null, { status: 'closed', people: [] } as never);
  const erase = store.erase.bind(store);
  vi.spyOn(store, 'erase').mockImplementation((id) =>
    id === 'closed-2' ? Promise.reject(new TypeError('a bug')) : erase(id),
  );
  const later = Date.now() + 2 * CLOSED_LIFE;
  const run = eraseClosedTables({ store, isLoaded: () => false, now: later, isStopped: () => false });
  await expect(run).rejects.toThrow('a bug');
  vi.restoreAllMocks();
  const left = await Promise.all(ids.map(async (id) => (await store.head(id)) !== undefined));
  expect(left).toEqual([false, true, false]);
});

test('the tables of a person are read in parts, however many there are', async () => {
  const { store } = home;
  const listing = { status: 'over', summary: null, people: ['busy'] } as const;
  const ids = Array.from({ length: 1200 }, (_, number) => `busy-${number}`);
  await Promise.all(ids.map((id) => store.createStream(id, null, listing)));
  const { rooms, close } = await startRooms(store, now);
  const reads = vi.spyOn(store, 'streamsOf');
  const found = await new PersonalData(store, rooms, now).tables('busy');
  expect(found.toSorted()).toEqual(ids.toSorted());
  expect(Math.max(...reads.mock.calls.map(([, limit]) => limit))).toBeLessThanOrEqual(500);
  reads.mockRestore();
  await close();
});
