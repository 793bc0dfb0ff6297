import { type Store, StoreUnavailable } from '@tablier/store';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { StandaloneNode } from '../../src/cluster/standalone-node.ts';
import { JobQueue, type JobWork } from '../../src/jobs/job-queue.ts';
import { Metrics } from '../../src/lib/metrics.ts';
import { eventsFor } from '../../src/notifications/messages.ts';
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

beforeAll(async () => {
  for (const name of ['Ada', 'Bob']) await addGuest(home.store, name);
});

/** A notifier, and a match that has just begun, in which Ada is to move. */
async function begun(key: string) {
  const { store } = home;
  const { rooms, close } = await startRooms(store, now);
  const jobs = new JobQueue({ jobs: store.jobs, log, now, pace: 1000, onRun: () => undefined });
  const added = vi.spyOn(jobs, 'enqueue').mockResolvedValue();
  const handled = vi.spyOn(jobs, 'handle');
  const push = new PushSender({ store, contact: 'mailto:operator@club.example', settings: {} });
  const node = new StandaloneNode({ folder: 'not used', store, now, log });
  const notifier = new Notifier({ store, jobs, rooms, node, now, metrics: new Metrics(), push, mail: null, pace: 1 });
  onTestFinished(async () => {
    push.close();
    await close();
  });
  const room = await rooms.find(await openTable(rooms, 'Ada', key));
  if (room === null) throw new Error('no table');
  const sit = { kind: 'sit', table: room.id, chair: 1 } as const;
  expect((await room.do(`${key}_bob`, sit, { person: { id: 'bob', name: 'Bob' }, at: AT, lag: 0 })).ok).toBe(true);
  await room.idle();
  const work = handled.mock.calls[0]?.[1] as JobWork<{ readonly person: string; readonly table: string }>;
  const notify = (): Promise<void> => work({ person: 'ada', table: room.id }, new AbortController().signal);
  return { room, notifier, added, push, notify };
}

test('a change whose people could not be looked up is looked at again', async () => {
  const { store } = home;
  const { room, notifier, added } = await begun('again');
  const asked = failingOnce(store);
  await expect(notifier.changed(room)).rejects.toThrow(StoreUnavailable);
  await notifier.changed(room);
  const keys = added.mock.calls.map(([, , { key }]) => key);
  expect(keys).toContain(`ada ${room.id}`);
  const before = asked.mock.calls.length;
  await notifier.changed(room);
  expect(asked).toHaveBeenCalledTimes(before);
  asked.mockRestore();
});

test('each event of a message is recorded as sent, so that none comes again with the next one', async () => {
  const { room, push, notify } = await begun('together');
  const subscription = { session: 's', endpoint: 'https://push.example/ada', p256dh: 'k', auth: 'a' };
  const targets = vi
    .spyOn(home.store.notifications, 'targetsOf')
    .mockResolvedValue({ settings: null, subscriptions: [subscription], email: null } as never);
  const sent = vi.spyOn(push, 'send').mockResolvedValue('sent');
  expect(eventsFor(room.state, 'ada', AT).map(({ kind }) => kind)).toEqual(['began', 'turn']);
  await notify();
  await notify();
  targets.mockRestore();
  expect(sent).toHaveBeenCalledTimes(1);
});
