import type { TableTerms } from '@tablier/protocol';
import { join, terms, TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
/** A table in the lobby, with one chair for people with the link and one open chair. */
const MIXED: TableTerms = terms('masker', { visibility: 'open', chairs: ['me', 'open', 'link'] });
let server: TestServer;
const lines: TestClient[] = [];

beforeEach(async () => {
  server = await startTestServer({ limits: { guests: MANY, lines: MANY, tables: MANY } });
});
afterEach(async () => {
  for (const line of lines.splice(0)) await line.leave();
  await server.remove();
});

async function newcomer(name: string): Promise<TestClient> {
  const line = await join(server.url, name);
  lines.push(line);
  return line;
}

/** A client that watches the lobby and has no link. */
async function stranger(url = server.url): Promise<TestClient> {
  const line = await new TestClient(url).connect();
  lines.push(line);
  line.core.enterLobby();
  return line;
}

test('a chair for people with the link is hidden from strangers: the lobby shows the table once it is taken', async () => {
  const [ada, grace, eve] = [await newcomer('Ada'), await newcomer('Grace'), await newcomer('Eve')];
  const onlookers = [await stranger()];
  eve.core.enterLobby();
  const { table } = await ada.must({ kind: 'open', terms: MIXED });
  expect((await ada.view(table)).chairs.slice(1)).toEqual([{ kind: 'open' }, { kind: 'open', link: true }]);
  // A table opened later is shown, so this one would be too.
  const { table: later } = await grace.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
  await grace.view(later);
  for (const line of [eve, ...onlookers]) await line.until(() => line.core.lobby.has(later));
  for (const line of [eve, ...onlookers, await stranger()]) expect(line.core.lobby.has(table)).toBe(false);

  await grace.must({ kind: 'sit', table, chair: 2 });
  for (const line of [eve, ...onlookers]) await line.until(() => line.core.lobby.has(table));
  expect(eve.core.lobby.get(table)?.chairs).toEqual([
    { kind: 'person', name: 'Ada', guest: true },
    { kind: 'open' },
    { kind: 'person', name: 'Grace', guest: true },
  ]);
  await eve.must({ kind: 'sit', table, chair: 1 });
  expect((await ada.view(table, ({ phase }) => phase === 'playing')).chairs).toHaveLength(3);
});

test('the table is hidden again when that player stands up, and after a restart', async () => {
  const [ada, grace, eve] = [await newcomer('Ada'), await newcomer('Grace'), await stranger()];
  const { table } = await ada.must({ kind: 'open', terms: MIXED });
  await ada.view(table);
  await grace.must({ kind: 'sit', table, chair: 2 });
  await eve.until(() => eve.core.lobby.has(table));
  await grace.must({ kind: 'stand', table });
  await eve.until(() => !eve.core.lobby.has(table));
  expect((await ada.view(table, ({ chairs }) => chairs[2]?.kind === 'open')).chairs[2]).toMatchObject({ link: true });
  const host = await newcomer('Bo');
  const next = await server.again();
  const late = await stranger(next.url);
  await host.leave();
  await host.connect(next.url);
  const { table: later } = await host.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
  await host.view(later);
  await late.until(() => late.core.lobby.has(later));
  expect(late.core.lobby.has(table)).toBe(false);
  await next.close();
});

test('a player may stand up from an open chair without hiding the table', async () => {
  const [ada, grace, eve] = [await newcomer('Ada'), await newcomer('Grace'), await stranger()];
  const { table } = await ada.must({ kind: 'open', terms: MIXED });
  await ada.view(table);
  const friend = await newcomer('Bo');
  await friend.must({ kind: 'sit', table, chair: 2 });
  await eve.until(() => eve.core.lobby.has(table));
  const chairs = ['me', 'open', 'open'] as const;
  const { table: other } = await grace.must({
    kind: 'open',
    terms: terms('masker', { visibility: 'open', chairs: [...chairs] }),
  });
  await grace.view(other);
  await friend.must({ kind: 'sit', table: other, chair: 1 });
  await eve.until(() => eve.core.lobby.get(other)?.chairs[1]?.kind === 'person');
  await friend.must({ kind: 'stand', table: other });
  await eve.until(() => eve.core.lobby.get(other)?.chairs[1]?.kind === 'open');
});
