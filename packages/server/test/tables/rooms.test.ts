import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AT, storeOfFile } from '../a-store.ts';
import { waitingTable } from './a-table.ts';
import { type RunningRooms, startRooms } from './real-rooms.ts';

const file = storeOfFile();
let running: RunningRooms;
beforeEach(async () => {
  running = await startRooms(file.store, () => AT);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await running.close();
});

/** Holds back the result of the next read of a head until the returned function is called. Returns the reads as well. */
function holdNextRead() {
  const { store } = file;
  const head = store.head.bind(store);
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  const reads = vi.spyOn(store, 'head').mockImplementationOnce(async (id) => {
    const found = await head(id);
    await held;
    return found;
  });
  return { reads, release };
}

test('a lookup finds a table that was created after an earlier lookup read the database', async () => {
  const { rooms } = running;
  const table = 'created-meanwhile-0001';
  const { release } = holdNextRead();
  const early = rooms.find(table);
  expect(await rooms.opener.create(table, waitingTable().head)).toMatchObject({ ok: true });
  const late = rooms.find(table);
  release();
  expect(await early).toBeNull();
  expect((await late)?.id).toBe(table);
});

test('lookups of a table that does not exist share two reads', async () => {
  const { rooms } = running;
  const { reads, release } = holdNextRead();
  const lookups = Array.from({ length: 20 }, () => rooms.find('no-such-table-00000001'));
  release();
  expect(new Set(await Promise.all(lookups))).toEqual(new Set([null]));
  expect(reads).toHaveBeenCalledTimes(2);
});
