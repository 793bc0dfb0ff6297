import { StoreUnavailable } from '@tablier/store';
import { expect, test } from 'vitest';
import { MyTables } from '../../src/matchmaking/my-tables.ts';
import { addGuest, AT, storeOfFile } from '../a-store.ts';
import { openTable, startRooms } from '../tables/real-rooms.ts';

const home = storeOfFile();
const now = (): number => AT;

/** The tables of a person at a server whose database does not answer. */
async function startWithoutDatabase(name: string) {
  const { store } = home;
  await addGuest(store, name);
  const { rooms, close } = await startRooms(store, now);
  const table = await openTable(rooms, name);
  const state = { answers: false, asked: 0 };
  const failures: unknown[] = [];
  const waiting = new Set<() => void>();
  const topics = new Set<string>();
  const streamsOf: typeof store.streamsOf = (...args) => {
    state.asked++;
    return state.answers ? store.streamsOf(...args) : Promise.reject(new StoreUnavailable('no answer'));
  };
  const tables = new MyTables(
    {
      streamsOf,
      listingsOf: store.listingsOf.bind(store),
      head: (id) => store.head(id),
      subscribe: (topic) => Promise.resolve(void topics.add(topic)),
      unsubscribe: (topic) => void topics.delete(topic),
    },
    rooms,
    {
      now,
      pace: 1,
      onFailure: (error) => void failures.push(error),
      after: (_, task) => {
        waiting.add(task);
        return () => waiting.delete(task);
      },
    },
  );
  const later = async (): Promise<void> => {
    for (const task of waiting) {
      waiting.delete(task);
      task();
    }
    await rooms.find(table);
  };
  return { tables, rooms, table, state, failures, waiting, topics, later, close };
}

test('a list that could not be loaded is loaded when the database answers, as long as someone follows it', async () => {
  const { tables, table, state, failures, waiting, topics, later, close } = await startWithoutDatabase('Ada');
  const feed = await tables.follow('ada');
  expect(feed.ids()).toEqual([]);
  await later();
  expect([state.asked, failures.length, waiting.size]).toEqual([2, 1, 1]);
  state.answers = true;
  await later();
  await expect.poll(() => feed.ids()).toEqual([table]);
  expect(waiting.size).toBe(0);
  expect([...topics], 'moves at it are still shown when it has left memory').toEqual([table]);
  tables.leave('ada');
  expect([...topics]).toEqual([]);

  state.answers = false;
  await tables.follow('ada');
  expect(waiting.size).toBe(1);
  tables.leave('ada');
  expect(waiting.size).toBe(0);
  await tables.follow('ada');
  tables.close();
  expect(waiting.size).toBe(0);
  await close();
});

test('a table leaves the list of a person who stood up', async () => {
  const { tables, rooms, table, state, close } = await startWithoutDatabase('Grace');
  state.answers = true;
  const feed = await tables.follow('grace');
  const room = await rooms.find(table);
  expect([feed.ids(), room?.id]).toEqual([[table], table]);
  if (room === null) return;
  const chairs = room.state.chairs.map(() => ({ kind: 'open' }) as const);
  tables.update({ state: { ...room.state, chairs }, subscribers: room.subscribers });
  expect(feed.ids()).toEqual([]);
  tables.close();
  await close();
});
