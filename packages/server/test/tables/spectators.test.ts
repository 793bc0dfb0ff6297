import { afterEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { join, sitDown, terms, TestClient } from '@tablier/testkit/online';

const running: TestServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.remove();
});

test('no message to a spectator during a match names a token; at the end all are revealed', async () => {
  const server = await startTestServer();
  running.push(server);
  const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
  const subscriber = await new TestClient(server.url).connect();
  const table = await sitDown(players, terms('masker'));
  const shown = await subscriber.view(table);
  expect(shown.you).toBeNull();
  const coloursIn = (view: unknown): unknown[] =>
    (view as { seats: { colour: unknown }[] }).seats.map(({ colour }) => colour);
  expect(coloursIn(shown.match?.view)).toEqual([null, null]);
  expect(shown.match?.record).toBeNull();
  await players[0]?.act(table, { kind: 'resign' });
  const over = await subscriber.view(table, ({ phase }) => phase === 'over');
  const record = over.match?.record;
  if (!record) throw new Error('no record');
  const { tokens } = record.deal as { tokens: string };
  expect(coloursIn(over.match?.view)).toEqual(Array.from(tokens));
  const during = subscriber.received.filter((text) => !/"phase":\[?"over"/.test(text)).join('\n');
  expect(during).not.toContain('tokens');
  expect(during).not.toContain('"deal"');
  for (const client of [...players, subscriber]) await client.leave();
});
