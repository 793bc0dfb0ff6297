import { getEventListeners } from 'node:events';
import { makePostgresDatabase } from '@tablier/testkit';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { PostgresListener, Topics } from '../src/postgres/listener.ts';

const HANDLERS = {
  onText: (): void => undefined,
  onListening: (): void => undefined,
  catchUp: () => Promise.resolve(),
  topics: new Topics(),
  broker: null,
  mayMiss: () => false,
};

test('a listener without a database keeps nothing of its failed attempts', async () => {
  const added = vi.spyOn(EventTarget.prototype, 'addEventListener');
  const attempts = vi.spyOn(pg.Client.prototype, 'connect');
  const onFault = vi.fn();
  const listener = new PostgresListener('postgres://127.0.0.1:1/x', { ...HANDLERS, onFault });
  const started = listener.start();
  await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(4), 20_000);
  const signals = added.mock.contexts.filter((target) => target instanceof AbortSignal);
  expect(Math.max(...signals.map((signal) => getEventListeners(signal, 'abort').length))).toBeLessThan(3);
  await listener.close();
  await started;
  vi.restoreAllMocks();
  expect(onFault, 'an outage is no bug').not.toHaveBeenCalled();
});

test('a bug in what a listener calls is reported, and it listens on', async () => {
  const onFault = vi.fn();
  let times = 0;
  const onListening = (): void => {
    if (++times === 1) throw new TypeError('a bug');
  };
  const listener = new PostgresListener(await makePostgresDatabase(), { ...HANDLERS, onListening, onFault });
  await listener.start();
  expect(onFault.mock.calls).toEqual([[new TypeError('a bug')]]);
  await listener.close();
});
