import type { TableTerms } from '@tablier/protocol';
import { expect, test, vi } from 'vitest';
import { addMember, addRated, AT, storeOfFile } from '../../a-store.ts';
import { startRooms } from '../real-rooms.ts';

const home = storeOfFile();
const TERMS: TableTerms = {
  game: 'masker',
  options: {},
  clock: { system: 'none' },
  takeBack: 'asked',
  visibility: 'open',
  seating: 'chosen',
  chairs: ['me', 'open', 'open'],
};

test('all invitations of a new table count towards the limit', async () => {
  const { store } = home;
  for (const name of ['Ada', 'Bob', 'Cleo', 'Dan']) await addMember(store, name);
  // A username can be invited once its owner has a profile.
  for (const guest of ['bob', 'cleo', 'dan']) await addRated(store, `ada-${guest}`, ['ada', guest]);
  const { rooms, close } = await startRooms(store, () => AT, { invitations: 3 });
  const invite = (key: string, ...guests: readonly string[]) =>
    rooms.opener.open({ id: 'ada', name: 'Ada' }, `ada_${key}`, {
      ...TERMS,
      chairs: ['me', ...guests.map((username) => ({ username }))],
    });
  expect(await invite('one', 'bob', 'cleo')).toMatchObject({ ok: true });
  expect(await invite('two', 'cleo', 'dan')).toEqual({
    ok: false,
    error: { name: 'too-many-invitations', detail: 'all' },
  });
  await close();
});

test('a table stays in memory for a while after it was asked for', async () => {
  const { store } = home;
  let now = AT;
  const { rooms, close } = await startRooms(store, () => now);
  const opened = await rooms.opener.open({ id: 'eve', name: 'Eve' }, 'eve_key', TERMS);
  const id = opened.ok ? opened.value : '';
  expect(await rooms.find(id)).not.toBeNull();
  now += 29_999;
  await rooms.unloadIdle();
  expect(rooms.has(id)).toBe(true);
  now += 1;
  await rooms.unloadIdle();
  expect(rooms.has(id)).toBe(false);
  await close();
});

test('a game against a bot that has rested for ten minutes does not count', async () => {
  const { store } = home;
  let now = Date.now();
  const { rooms, close } = await startRooms(store, () => now, { botGames: 1 });
  let keys = 0;
  const open = () =>
    rooms.opener.open({ id: 'fay', name: 'Fay' }, `fay_${keys++}`, {
      ...TERMS,
      game: 'isaac',
      chairs: ['me', { bot: 'beginner' }],
    });
  expect(await open()).toMatchObject({ ok: true });
  expect(await open()).toEqual({ ok: false, error: { name: 'too-many-games', detail: 'bots' } });
  now += 11 * 60_000;
  expect(await open()).toMatchObject({ ok: true });
  await close();
});

test('parallel openings from one address count each other', async () => {
  const { store } = home;
  const { rooms, close } = await startRooms(store, () => AT, { tablesFromAddress: 10 });
  const guests = Array.from({ length: 41 }, (_, number) => `guest${number}`);
  const open = (id: string, key: string) =>
    rooms.opener.open({ id, name: 'Guest' }, key, TERMS, '203.0.113.5').then((opened) => opened.ok);
  const opened = await Promise.all(guests.map((id) => open(id, `${id}_key`)));
  expect(opened.filter(Boolean)).toHaveLength(10);
  // A repeated command is answered as before, and those who were refused do not count.
  expect(await open('guest0', 'guest0_key')).toBe(true);
  expect(await open('late', 'late_key')).toBe(false);
  await close();
});

test('a refused table from an address leaves its place to others', async () => {
  const { store } = home;
  const { rooms, close } = await startRooms(store, () => AT, { tables: 1, tablesFromAddress: 2 });
  const open = (id: string, key: string) => rooms.opener.open({ id, name: 'Guest' }, key, TERMS, '203.0.113.6');
  expect(await open('ivy', 'ivy_1')).toMatchObject({ ok: true });
  expect(await open('ivy', 'ivy_2')).toMatchObject({ error: { name: 'too-many-games' } });
  expect(await open('joe', 'joe_1')).toMatchObject({ ok: true });
  expect(await open('kim', 'kim_1')).toMatchObject({ error: { name: 'too-many' } });
  await close();
});

test('many openings from one address read its tables a few times, not each time', async () => {
  const { store } = home;
  const { rooms, close } = await startRooms(store, () => AT, { tablesFromAddress: 100 });
  const reads = vi.spyOn(store, 'standing');
  const opened = await Promise.all(
    Array.from({ length: 200 }, (_, number) => {
      const guest = { id: `crowd${number}`, name: 'Guest' };
      return rooms.opener.open(guest, `${guest.id}_key`, TERMS, '203.0.113.7');
    }),
  );
  expect(opened.filter(({ ok }) => ok)).toHaveLength(100);
  const read = reads.mock.calls.reduce((sum, [{ ids = [] }]) => sum + ids.length, 0);
  expect(read, 'tables of the address that were read').toBeLessThanOrEqual(800);
  reads.mockRestore();
  await close();
});
