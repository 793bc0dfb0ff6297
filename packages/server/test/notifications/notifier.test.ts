import { type Store, StoreUnavailable } from '@tablier/store';
import { expect, test, vi } from 'vitest';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { JobQueue } from '../../src/jobs/job-queue.ts';
import { Metrics } from '../../src/lib/metrics.ts';
import { Notifier } from '../../src/notifications/notifier.ts';
import { PushSender } from '../../src/notifications/push-sender.ts';
import { addGuest, AT, storeOfFile } from '../a-store.ts';
import { openTable, startRooms } from '../tables/real-rooms.ts';

const home = storeOfFile();
const now = (): number => AT;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** Whether someone is reachable, from a database that does not answer the first time. */
function failingOnce(store: Store) {
  return vi
    .spyOn(store.notifications, 'isReachable')
    .mockRejectedValueOnce(new StoreUnavailable('no answer'))
    .mockResolvedValue(true);
}

test('a change whose people could not be looked up is looked at again', async () => {
  const { store } = home;
  for (const name of ['Ada', 'Bob']) await addGuest(store, name);
  const { rooms, close } = await startRooms(store, now);
  const jobs = new JobQueue({ jobs: store.jobs, log, now, pace: 1000, onRun: () => undefined });
  const added = vi.spyOn(jobs, 'enqueue').mockResolvedValue();
  const push = new PushSender({ store, contact: 'mailto:operator@club.example', settings: {} });
  const node = new StandaloneNode({ folder: 'not used', store, now, log });
  const notifier = new Notifier({ store, jobs, rooms, node, now, metrics: new Metrics(), push, mail: null, pace: 1 });
  const table = await openTable(rooms, 'Ada');
  const room = await rooms.find(table);
  if (room === null) throw new Error('no table');
  const sit = { kind: 'sit', table: room.id, chair: 1 } as const;
  expect((await room.do('bob_key', sit, { person: { id: 'bob', name: 'Bob' }, at: AT, lag: 0 })).ok).toBe(true);
  await room.idle();

  const asked = failingOnce(store);
  await expect(notifier.changed(room)).rejects.toThrow(StoreUnavailable);
  await notifier.changed(room);
  const keys = added.mock.calls.map(([, , { key }]) => key);
  expect(keys).toContain(`ada ${room.id}`);
  const before = asked.mock.calls.length;
  await notifier.changed(room);
  expect(asked).toHaveBeenCalledTimes(before);
  push.close();
  await close();
});
