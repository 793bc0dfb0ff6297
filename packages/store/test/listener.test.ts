import { getEventListeners } from 'node:events';
import pg from 'pg';
import { expect, test, vi } from 'vitest';
import { PostgresListener } from '../src/postgres/listener.ts';

test('a listener without a database keeps nothing of its failed attempts', async () => {
  const added = vi.spyOn(EventTarget.prototype, 'addEventListener');
  const attempts = vi.spyOn(pg.Client.prototype, 'connect');
  const nothing = (): void => undefined;
  const handlers = { onText: nothing, onListening: nothing, catchUp: () => Promise.resolve(), broker: null };
  const listener = new PostgresListener('postgres://127.0.0.1:1/x', handlers);
  const started = listener.start();
  await vi.waitFor(() => expect(attempts.mock.calls.length).toBeGreaterThan(4), 20_000);
  const signals = added.mock.contexts.filter((target) => target instanceof AbortSignal);
  expect(Math.max(...signals.map((signal) => getEventListeners(signal, 'abort').length))).toBeLessThan(3);
  await listener.close();
  await started;
  vi.restoreAllMocks();
});
