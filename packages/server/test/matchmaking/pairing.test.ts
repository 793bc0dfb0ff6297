import { hashText, SeededRng, shuffle } from '@tablier/core';
import type { ClientCommand, Pace } from '@tablier/protocol';
import { join, newGuest, paired, terms, TestClient } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, lines: MANY, tables: MANY } });
});
afterAll(() => server.remove());

const wish = (game: string, pace: Pace = 'untimed'): ClientCommand => ({ kind: 'seek', game, pace });

const leave = (...clients: TestClient[]): Promise<unknown> => Promise.all(clients.map((client) => client.leave()));

/** How many people the lobby shows waiting, by game and pace. */
function waitingIn({ core }: TestClient): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { game, pace, phase } of core.lobby.values())
    if (phase === 'waiting' && pace !== null) counts[`${game} ${pace}`] = (counts[`${game} ${pace}`] ?? 0) + 1;
  return counts;
}

describe('the lobby counts the people who wait', () => {
  /** Far more than the lobby shows of open tables. */
  const OPEN_TABLES = 45;
  const OPEN: ClientCommand = { kind: 'open', terms: terms('isaac', { visibility: 'open' }) };

  test('in each cell, live and exactly, however many open tables there are', async () => {
    const [ada, grace, eve] = [
      await join(server.url, 'Ada'),
      await join(server.url, 'Grace'),
      await join(server.url, 'Eve'),
    ];
    const lobby = await new TestClient(server.url).connect();
    lobby.core.enterLobby();
    const shows = (counts: Readonly<Record<string, number>>): Promise<unknown> =>
      lobby.until(() => JSON.stringify(waitingIn(lobby)) === JSON.stringify(counts));
    const { table } = await ada.must(wish('isaac', 'quick'));
    await ada.view(table);
    await shows({ 'isaac quick': 1 });
    const hosts = await Promise.all([0, 1, 2].map((n) => join(server.url, `Host ${n}`)));
    for (let n = 0; n < OPEN_TABLES; n++) {
      const host = hosts[n % hosts.length];
      const opened = await host?.must(OPEN);
      await host?.view(opened?.table ?? '');
    }
    await lobby.until(() => [...lobby.core.lobby.values()].filter(({ pace }) => pace === null).length === 40);
    await shows({ 'isaac quick': 1 });
    const waiting = await grace.must(wish('nasca', 'days'));
    await grace.view(waiting.table);
    await shows({ 'isaac quick': 1, 'nasca days': 1 });
    await paired(eve, wish('isaac', 'quick'));
    await shows({ 'nasca days': 1 });
    await grace.must({ kind: 'stand', table: waiting.table });
    await shows({});
    await leave(ada, grace, eve, lobby, ...hosts);
  });
});

describe('quick pairing', () => {
  test('pairs seeks for the same game at the same pace, and no others', async () => {
    const [ada, grace, eve, joan] = [
      await join(server.url, 'Ada'),
      await join(server.url, 'Grace'),
      await join(server.url, 'Eve'),
      await join(server.url, 'Joan'),
    ];
    const waiting = [await eve.must(wish('nasca')), await joan.must(wish('isaac', 'calm'))];
    const [one, other] = await Promise.all([paired(ada, wish('isaac')), paired(grace, wish('isaac'))]);
    expect(one).toBe(other);
    const view = await ada.view(one);
    expect(view).toMatchObject({ visibility: 'pairing', seating: 'drawn', clock: { system: 'none' } });
    expect(view.chairs).toEqual(expect.arrayContaining([{ kind: 'person', name: 'Grace', guest: true }]));
    expect((await eve.view(waiting[0]?.table ?? '')).phase).toBe('waiting');
    expect((await joan.view(waiting[1]?.table ?? '')).clock).toEqual({ system: 'fischer', base: 900, increment: 10 });
    await leave(ada, grace, eve, joan);
  });

  test('refuses an unknown game', async () => {
    const ada = await join(server.url, 'Ada');
    expect(await ada.refusal(wish('chess'))).toBe('unknown-game');
    await leave(ada);
  });

  test('treats two pages of one person as one: they wait at one table and are not paired with each other', async () => {
    const cookie = await newGuest(server.url, 'Ada');
    const pages = [
      await new TestClient(server.url, cookie, { commands: 'a' }).connect(),
      await new TestClient(server.url, cookie, { commands: 'b' }).connect(),
    ] as const;
    const tables = await Promise.all(pages.map(async (page) => (await page.must(wish('arcanor'))).table));
    expect(tables[0]).toBe(tables[1]);
    expect((await pages[0].view(tables[0] ?? '')).phase).toBe('waiting');
    const grace = await join(server.url, 'Grace');
    const where = await Promise.all([...pages, grace].map((client) => paired(client, wish('arcanor'))));
    expect(new Set(where).size).toBe(1);
    await leave(...pages, grace);
  });

  test('ends an older seek with other terms', async () => {
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const { table } = await ada.must(wish('isaac', 'quick'));
    await ada.view(table);
    await ada.must(wish('isaac', 'days'));
    await ada.view(table, ({ phase }) => phase === 'closed');
    const alone = await grace.must(wish('isaac', 'quick'));
    expect((await grace.view(alone.table)).phase).toBe('waiting');
    await leave(ada, grace);
  });

  test('ends when the host stands up or disconnects, so no one is paired with an absent person', async () => {
    const [ada, grace, eve] = [
      await join(server.url, 'Ada'),
      await join(server.url, 'Grace'),
      await join(server.url, 'Eve'),
    ];
    const first = await ada.must(wish('nasca', 'quick'));
    await ada.view(first.table);
    await ada.must({ kind: 'stand', table: first.table });
    const second = await grace.must(wish('nasca', 'quick'));
    expect((await grace.view(second.table)).phase).toBe('waiting');
    eve.core.watch(second.table);
    await leave(grace);
    expect((await eve.view(second.table, ({ phase }) => phase === 'closed')).movedTo).toBeNull();
    const third = await eve.must(wish('nasca', 'quick'));
    expect((await eve.view(third.table)).phase).toBe('waiting');
    await leave(ada, eve);
  });

  test('answers a resent command with the same table', async () => {
    const [cookie, grace] = [await newGuest(server.url, 'Ada'), await join(server.url, 'Grace')];
    const ada = await new TestClient(server.url, cookie, { commands: 'same' }).connect();
    const first = paired(ada, wish('isaac', 'days'));
    await paired(grace, wish('isaac', 'days'));
    const table = await first;
    // The same person and command id, on another connection.
    const again = await new TestClient(server.url, cookie, { commands: 'same' }).connect();
    expect((await again.must(wish('isaac', 'days'))).table).toBe(table);
    await leave(ada, grace, again);
  });

  test('leads to a rematch that is agreed and is not a seek', async () => {
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const [table] = await Promise.all([paired(ada, wish('nasca', 'days')), paired(grace, wish('nasca', 'days'))]);
    await ada.must({ kind: 'act', table, action: { kind: 'resign' } });
    for (const client of [ada, grace]) await client.must({ kind: 'rematch', table, agree: true });
    const { rematch } = await ada.view(table, (view) => view.rematch.table !== null);
    const next = await ada.view(rematch.table ?? '', ({ phase }) => phase === 'playing');
    expect(next).toMatchObject({ rematchOf: table, visibility: 'pairing', clock: { system: 'days' } });
    await leave(ada, grace);
  });

  test('seats every person at exactly one table, however many come at once', async () => {
    const seed = `pairing ${Date.now()}`;
    const rng = new SeededRng(hashText(seed));
    const clients = await Promise.all(Array.from({ length: 40 }, (_, n) => join(server.url, `P${n}`)));
    const games = shuffle(
      clients.map((_, n) => (n % 2 === 0 ? 'masker' : 'arcanor')),
      rng,
    );
    const tables = await Promise.all(
      clients.map(async (client, n) => {
        await new Promise((resolve) => setTimeout(resolve, rng.below(40)));
        return paired(client, wish(games[n] ?? '', 'calm'));
      }),
    );
    const players = new Map<string, number>();
    for (const table of tables) players.set(table, (players.get(table) ?? 0) + 1);
    expect([...players.values()], seed).toEqual(Array.from({ length: 20 }, () => 2));
    for (const [n, client] of clients.entries()) {
      const begun = [...client.core.tables.values()].filter(({ view }) => view?.phase === 'playing');
      expect(
        begun.map(({ view }) => view?.game),
        seed,
      ).toEqual([games[n]]);
    }
    const lobby = await new TestClient(server.url).connect();
    lobby.core.enterLobby();
    await lobby.until(
      () => [...lobby.core.lobby.values()].filter(({ clock }) => clock.system === 'fischer').length >= 20,
    );
    expect(
      [...lobby.core.lobby.values()].filter(({ pace }) => pace === 'calm'),
      seed,
    ).toEqual([]);
    await leave(...clients, lobby);
  });
});
