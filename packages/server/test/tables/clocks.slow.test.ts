import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { join, sitDown, terms, randomChoice } from '@tablier/testkit/online';
import { SeededRng } from '@tablier/core';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

const clock = { system: 'sudden-death', base: 5 } as const;

test('a clock that runs out ends the match, and a later move is too late', async () => {
  const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
  const [ada, grace] = players;
  if (ada === undefined || grace === undefined) throw new Error('no players');
  const table = await sitDown(players, terms('isaac', { clock }));
  const begun = await ada.view(table, ({ match }) => match?.clock?.seat === 0);
  await ada.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(begun, new SeededRng(1)) } });
  const over = await grace.view(table, ({ phase }) => phase === 'over');
  expect(over.match?.end).toMatchObject({ by: 'time', places: [1, 2] });
  const since = begun.match?.clock?.since ?? 0;
  // Not early: all of the five seconds had passed.
  expect((over.match?.clock?.since ?? 0) - since).toBeGreaterThanOrEqual(5000);
  expect(await grace.refusal({ kind: 'act', table, action: { kind: 'resign' } })).toBe('match-over');
  for (const player of players) await player.leave();
});

test('the first clock waits until all players are present', async () => {
  const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
  const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { clock }) });
  await ada.view(table);
  await grace.must({ kind: 'sit', table, chair: 1 });
  const alone = await ada.view(table, ({ phase }) => phase === 'playing');
  expect(alone.match?.clock?.seat).toBe(-1);
  const move = randomChoice(alone, new SeededRng(1));
  expect(await ada.refusal({ kind: 'act', table, action: { kind: 'move', move } })).toBe('not-started');
  grace.core.watch(table);
  const both = await ada.view(table, ({ match }) => match?.clock?.seat === 0);
  expect(both.match?.clock?.spent).toBe(0);
  for (const player of [ada, grace]) await player.leave();
});
