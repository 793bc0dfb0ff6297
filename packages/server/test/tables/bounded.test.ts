import { SeededRng } from '@tablier/core';
import type { TableTerms } from '@tablier/protocol';
import { mustOpen } from '@tablier/testkit';
import { join, newGuest, randomChoice, RawConnection, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { afterEach, describe, expect, test } from 'vitest';
import type { OnlineSettings } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

const DAY = 86_400_000;

let server: TestServer;
let people: TestClient[] = [];
afterEach(async () => {
  await Promise.all(people.map((player) => player.leave()));
  people = [];
  await server.remove();
});

async function begin(online: OnlineSettings = {}): Promise<void> {
  server = await startTestServer(online);
}

async function guest(name: string): Promise<TestClient> {
  const client = await join(server.url, name);
  people.push(client);
  return client;
}

const bot: TableTerms['chairs'] = ['me', { bot: 'beginner' }];
const open = (client: TestClient, changes: Partial<TableTerms> = {}) =>
  client.do({ kind: 'open', terms: terms('isaac', changes) });
const plenty = { tables: { burst: 1000, perSecond: 1000 }, commands: { burst: 100_000, perSecond: 100_000 } };

test('a refused challenge uses no token of the address', async () => {
  const few = { burst: 1, perSecond: 1e-6 };
  await begin({ limits: { tables: few, challenges: few } });
  const challenge = (client: TestClient) => open(client, { chairs: ['me', { username: 'no-one' }] });
  const [ada, bob] = [await guest('Ada'), await guest('Bob')];
  expect((await open(ada)).ok).toBe(true);
  expect(await challenge(ada)).toMatchObject({ ok: false, error: { name: 'too-many' } });
  expect(await challenge(bob)).toMatchObject({ ok: false, error: { name: 'unknown-player' } });
});

describe('what one person can hold', () => {
  test('is limited in unfinished tables', async () => {
    await begin({ limits: plenty, holdings: { tables: 3 } });
    const ada = await guest('Ada');
    const opened = await Promise.all([open(ada), open(ada), open(ada), open(ada)]);
    expect(opened.filter(({ ok }) => ok)).toHaveLength(3);
    expect(opened.find(({ ok }) => !ok)).toEqual({ ok: false, error: { name: 'too-many-games', detail: 'tables' } });
    const first = opened.find(({ ok }) => ok);
    if (!first?.ok) throw new Error('none was opened');
    await ada.must({ kind: 'stand', table: first.value.table });
    expect((await open(ada)).ok, 'a table that is closed is held no more').toBe(true);
  });

  test('is limited in games against bots, and finishing one allows another', async () => {
    await begin({ limits: plenty, holdings: { botGames: 2 } });
    const ada = await guest('Ada');
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { chairs: bot }) });
    await open(ada, { chairs: bot });
    expect(await open(ada, { chairs: bot })).toEqual({ ok: false, error: { name: 'too-many-games', detail: 'bots' } });
    expect((await open(ada)).ok, 'a table with people may still be opened').toBe(true);
    await ada.view(table);
    await ada.must({ kind: 'act', table, action: { kind: 'resign' } });
    expect((await open(ada, { chairs: bot })).ok).toBe(true);
  });

  test('is limited for all people of one address together', async () => {
    await begin({ limits: plenty, holdings: { botGamesFromAddress: 3, tablesFromAddress: 4 } });
    const guests = [await guest('Ada'), await guest('Basil'), await guest('Cleo'), await guest('Dora')];
    for (const client of guests.slice(0, 3)) expect((await open(client, { chairs: bot })).ok).toBe(true);
    const [ada, , , dora] = guests as [TestClient, TestClient, TestClient, TestClient];
    expect(await open(dora, { chairs: bot })).toMatchObject({ ok: false, error: { name: 'too-many' } });
    const { table } = await dora.must({ kind: 'open', terms: terms('isaac') });
    expect(await open(ada)).toMatchObject({ ok: false, error: { name: 'too-many' } });
    await dora.must({ kind: 'stand', table });
    expect((await open(ada)).ok, 'a table that is closed makes room at once').toBe(true);
  });
});

describe('a log', () => {
  test('of a long match accepts nothing but its end', async () => {
    await begin({ limits: plenty });
    const [ada, basil] = [await guest('Ada'), await guest('Basil')];
    const table = await sitDown([ada, basil], terms('isaac', { takeBack: 'asked' }));
    const rng = new SeededRng('long');
    await server.close();
    const store = await mustOpen({ folder: `${server.folder}/data` });
    const view = await ada.view(table);
    await store.append(table, 2, [
      { at: Date.now(), kind: 'moved', data: { seat: 0, move: randomChoice(view, rng), at: Date.now() } },
    ]);
    // An earlier version had no such limit.
    const asked = { at: Date.now(), kind: 'take-back-asked', data: { seat: 0, to: 0 } };
    const declined = { at: Date.now(), kind: 'take-back-declined', data: { seat: 1 } };
    await store.append(
      table,
      3,
      Array.from({ length: 5000 }, (_, index) => (index % 2 === 0 ? asked : declined)),
    );
    await store.close();
    const again = await server.again();
    try {
      await ada.connect(again.url);
      await basil.connect(again.url);
      const seen = await basil.view(table, ({ version }) => version === 5003);
      expect(await basil.refusal({ kind: 'act', table, action: { kind: 'take-back', to: 0 } })).toBe('too-long');
      await basil.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(seen, rng) } });
      await ada.must({ kind: 'act', table, action: { kind: 'resign' } });
    } finally {
      await ada.leave();
      await basil.leave();
      await again.close();
    }
  });

  test('of a waiting table does not grow without bound when people keep sitting down and standing up', async () => {
    await begin({ limits: { ...plenty, messages: { burst: 10_000, perSecond: 10_000 } } });
    const [ada, eve] = [await guest('Ada'), await guest('Eve')];
    const { table } = await ada.must({ kind: 'open', terms: terms('masker', { chairs: ['me', 'open', 'open'] }) });
    await eve.view(table);
    let sat = 0;
    for (; sat < 400; sat++) {
      if ((await eve.refusal({ kind: 'sit', table, chair: 1 })) !== null) break;
      await eve.must({ kind: 'stand', table });
    }
    expect(sat).toBe(250);
    expect(await eve.refusal({ kind: 'sit', table, chair: 1 })).toBe('too-long');
  });

  test('finds an old command by its id, though few are kept in memory', async () => {
    await begin({ limits: { ...plenty, messages: { burst: 10_000, perSecond: 10_000 } } });
    const ada = await guest('Ada');
    const { table } = await ada.must({ kind: 'open', terms: terms('masker', { chairs: ['me', 'open', 'open'] }) });
    const line = await RawConnection.open(server.url, { cookie: await newGuest(server.url, 'Eve') });
    const version = async (id: string, kind: 'sit' | 'stand'): Promise<number> => {
      line.send({ kind: 'do', id, command: kind === 'sit' ? { kind, table, chair: 1 } : { kind, table } });
      return (await line.next('done')).version;
    };
    const first = await version('first', 'sit');
    await version('second', 'stand');
    for (let n = 0; n < 120; n++) {
      await version(`sit-${n}`, 'sit');
      await version(`stand-${n}`, 'stand');
    }
    expect(await version('first', 'sit')).toBe(first);
    line.ws.terminate();
  });

  test('of an unfinished table is not read when its record is requested', async () => {
    await begin();
    const [ada, basil] = [await guest('Ada'), await guest('Basil')];
    const table = await sitDown([ada, basil], terms('isaac'));
    expect((await fetch(`${server.url}/api/v1/tables/${table}/record`)).status).toBe(409);
    await ada.must({ kind: 'act', table, action: { kind: 'resign' } });
    await basil.view(table, ({ phase }) => phase === 'over');
    expect((await fetch(`${server.url}/api/v1/tables/${table}/record`)).status).toBe(200);
    expect((await fetch(`${server.url}/api/v1/tables/${'x'.repeat(22)}/record`)).status).toBe(404);
  });
});

describe('an abandoned table', () => {
  /** Checks that tables of each kind reach the expected state when a server starts after some days. */
  async function become(days: number, expected: readonly string[]): Promise<void> {
    await begin({ limits: plenty });
    const [ada, basil] = [await guest('Ada'), await guest('Basil')];
    const played = await sitDown([ada, basil], terms('isaac'));
    const rng = new SeededRng('expiry');
    for (const player of [ada, basil]) {
      const view = await player.view(played, ({ match, you }) => match?.view.turn === you);
      await player.must({ kind: 'act', table: played, action: { kind: 'move', move: randomChoice(view, rng) } });
    }
    const waiting = await ada.must({ kind: 'open', terms: terms('isaac') });
    const botGame = await ada.must({ kind: 'open', terms: terms('isaac', { chairs: bot }) });
    await Promise.all(people.map((player) => player.leave()));
    await server.close();
    const again = await server.again({ now: () => Date.now() + days * DAY });
    const store = await mustOpen({ folder: `${server.folder}/data` });
    try {
      const ids = [played, waiting.table, botGame.table];
      const statuses = async (): Promise<string[]> => {
        const found = await store.standing({ statuses: ['open', 'running', 'over', 'closed'], ids, limit: 10 });
        return ids.map((id) => found.find((table) => table.id === id)?.status ?? '');
      };
      // After the start, expired tables end in the background.
      await expect.poll(statuses).toEqual(expected);
    } finally {
      await store.close();
      await again.close();
    }
  }

  test('stays for days', () => become(2, ['running', 'open', 'running']));

  test('ends, a game against bots earlier than one between people', () => become(8, ['running', 'closed', 'over']));

  test('ends in the end, a game between people too', () => become(31, ['over', 'closed', 'over']));
});
