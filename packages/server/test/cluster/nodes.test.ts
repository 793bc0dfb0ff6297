import { SeededRng } from '@tablier/core';
import { readClock } from '@tablier/match';
import { Store } from '@tablier/store';
import { makePostgresDatabase, mustOpen, SEED } from '@tablier/testkit';
import { join, playRandomly, randomChoice, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const EASY = { burst: 1e6, perSecond: 1e6 };
const limits = { guests: EASY, lines: EASY, messages: EASY, commands: EASY, tables: EASY, chat: EASY };

let database: string;
let nodes: TestServer[];
let clients: TestClient[];

const begin = async (): Promise<TestServer> => {
  const node = await startTestServer({ limits }, database);
  nodes.push(node);
  return node;
};

/** A guest connected to one of the nodes. */
const guest = async (name: string, node: number): Promise<TestClient> => {
  const client = await join(nodes[node]?.url ?? '', name);
  clients.push(client);
  return client;
};

beforeEach(async () => {
  database = await makePostgresDatabase();
  [nodes, clients] = [[], []];
  await begin();
  await begin();
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.leave()));
  await Promise.all(nodes.map((node) => node.remove()));
});

const addressOf = (node: number): string => nodes[node]?.url ?? '';

describe('two people on different nodes', () => {
  test.each(['isaac', 'masker'])('play %s to the end, and see the same', async (id) => {
    const players = [await guest('Ada', 0), await guest('Grace', 1)];
    const table = await sitDown(players, terms(id));
    const seen = await Promise.all(players.map((player, seat) => playRandomly(player, table, `${SEED} ${seat}`)));
    expect(seen[0]?.match?.end?.by, `seed ${SEED}`).toBe('rules');
    expect({ ...seen[1], you: 0 }).toEqual(seen[0]);
  });

  test('play moves that the other node does not read from the database', async () => {
    const [ada, grace] = [await guest('Ada', 0), await guest('Grace', 1)];
    const table = await sitDown([ada, grace], terms('isaac'));
    const rng = new SeededRng(SEED);
    await ada.view(table, ({ match }) => match !== null);
    const read = vi.spyOn(Store.prototype, 'read');
    for (let ply = 0; ply < 10; ply++) {
      const player = ply % 2 === 0 ? ada : grace;
      const view = await player.view(table, ({ match }) => match?.plies === ply);
      await player.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(view, rng) } });
    }
    await ada.view(table, ({ match }) => match?.plies === 10);
    // At the start the table may still be read.
    expect(read.mock.calls.filter(([id]) => id === table).length, `seed ${SEED}`).toBeLessThan(5);
    read.mockRestore();
  });

  test('reconnect to the other node, and each pending command is done once', async () => {
    const [ada, grace] = [await guest('Ada', 0), await guest('Grace', 1)];
    const table = await sitDown([ada, grace], terms('isaac'));
    const rng = new SeededRng(SEED);
    for (let round = 0; round < 3; round++) {
      const view = await ada.view(table, ({ match }) => match?.view.turn === 0);
      const asked = ada.act(table, { kind: 'move', move: randomChoice(view, rng) });
      ada.drop();
      await ada.connect(addressOf((round + 1) % 2));
      expect(await asked, `seed ${SEED}`).toMatchObject({ ok: true });
      const answered = await grace.view(table, ({ match }) => match?.view.turn === 1);
      await grace.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(answered, rng) } });
    }
    const { match } = await ada.view(table, (view) => view.match?.plies === 6);
    expect(match?.moves.map(({ seat }) => seat)).toEqual([0, 1, 0, 1, 0, 1]);
  });

  test('read the same chat, as do the spectators on both nodes', async () => {
    const players = [await guest('Ada', 0), await guest('Grace', 1)];
    const [ada, grace] = players as [TestClient, TestClient];
    const table = await sitDown(players, terms('masker'));
    const watchers = [await guest('Eve', 0), await guest('Mallory', 1)] as const;
    for (const subscriber of watchers) subscriber.core.watch(table);
    await ada.must({ kind: 'say', table, text: 'good luck' });
    await grace.must({ kind: 'say', table, text: 'you too' });
    expect(await ada.chat(table, 'players', 2)).toEqual(['Ada: good luck', 'Grace: you too']);
    expect(await grace.chat(table, 'players', 2)).toEqual(['Ada: good luck', 'Grace: you too']);
    await watchers[0].must({ kind: 'say', table, text: 'psst' });
    expect(await watchers[1].chat(table, 'spectators', 1)).toEqual(['Eve: psst']);
    expect(watchers[1].table(table).chat.players).toEqual([]);
  });

  test('see presence on both nodes, and departures', async () => {
    const players = [await guest('Ada', 0), await guest('Grace', 1)];
    const [ada, grace] = players as [TestClient, TestClient];
    const table = await sitDown(players, terms('isaac'));
    const eve = await guest('Eve', 1);
    eve.core.watch(table);
    const isSeen = (client: TestClient, here: readonly boolean[], spectators: number) =>
      client.until(() => {
        const shown = client.table(table);
        return shown.here.join() === here.join() && shown.spectators === spectators;
      });
    await Promise.all([ada, grace, eve].map((client) => isSeen(client, [true, true], 1)));
    await grace.leave();
    await isSeen(ada, [true, false], 1);
    await eve.leave();
    await isSeen(ada, [true, false], 0);
    await grace.connect(addressOf(0));
    await isSeen(ada, [true, true], 0);
  });
});

describe('clocks', () => {
  const clock = { system: 'sudden-death', base: 5 } as const;

  test('start when all players are present on any node, and run out on time whichever node owns the table', async () => {
    const players = [await guest('Ada', 0), await guest('Grace', 1)];
    const [ada, grace] = players as [TestClient, TestClient];
    // Each node owns some of six tables, except with a probability of 1 in 32.
    const tables = await Promise.all(Array.from({ length: 6 }, () => sitDown(players, terms('isaac', { clock }))));
    await Promise.all(
      tables.map(async (table) => {
        const begun = await ada.view(table, ({ match }) => match?.clock?.seat === 0);
        const over = await grace.view(table, ({ phase }) => phase === 'over');
        expect(over.match?.end).toMatchObject({ by: 'time', places: [2, 1] });
        const took = (over.match?.clock?.since ?? 0) - (begun.match?.clock?.since ?? 0);
        expect(took).toBeGreaterThanOrEqual(5000);
      }),
    );
  });

  test('run out without any player present, and after the owner node has stopped', async () => {
    const players = [await guest('Ada', 0), await guest('Grace', 1)];
    const [ada, grace] = players as [TestClient, TestClient];
    const tables = await Promise.all(Array.from({ length: 6 }, () => sitDown(players, terms('isaac', { clock }))));
    for (const table of tables) await ada.view(table, ({ match }) => match?.clock?.seat === 0);
    await ada.leave();
    await grace.leave();
    // Until the other node knows that they left before the node did. Otherwise they would be awaited.
    const reader = await guest('Eve', 1);
    for (const table of tables) {
      reader.core.watch(table);
      await reader.until(() => reader.table(table).away.filter((away) => away !== null).length === 2);
    }
    await reader.leave();
    await nodes.shift()?.remove();
    const store = await mustOpen({ folder: nodes[0]?.folder ?? '', url: database });
    const hasFallen = async (table: string) =>
      (await store.read(table, 0, 100)).some(({ kind }) => kind === 'timed-out');
    for (const table of tables) await expect.poll(() => hasFallen(table), { timeout: 60_000 }).toBe(true);
    await store.close();
    const cameAt = Date.now();
    await grace.connect(addressOf(0));
    for (const table of tables) {
      const { match } = await grace.view(table, ({ phase }) => phase === 'over');
      const fellAt = match?.clock?.since ?? 0;
      expect(fellAt - (ada.table(table).view?.match?.clock?.since ?? 0)).toBeGreaterThanOrEqual(5000);
      expect(fellAt, 'not only when a player returned').toBeLessThan(cameAt);
    }
  });

  test('lose nothing when a node joins or stops in an orderly way', async () => {
    const players = [await guest('Ada', 0), await guest('Grace', 1)];
    const [ada] = players as [TestClient, TestClient];
    const table = await sitDown(players, terms('isaac', { clock: { system: 'sudden-death', base: 60 } }));
    const begun = await ada.view(table, ({ match }) => match?.clock?.seat === 0);
    await begin();
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await nodes.pop()?.remove();
    await ada.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(begun, new SeededRng(SEED)) } });
    const { match } = await ada.view(table, (view) => view.match?.plies === 1);
    if (!match?.clock) throw new Error('no clock');
    const thought = match.clock.since - (begun.match?.clock?.since ?? 0);
    // Credited lag is added.
    expect(readClock(match.clock, 0, match.clock.since).total).toBeGreaterThanOrEqual(60_000 - thought);
  });
});

test('the kind of a departure is the same on every node: deliberate, or a broken connection', async () => {
  const [ada, grace] = [await guest('Ada', 0), await guest('Grace', 1)];
  const table = await sitDown([ada, grace], terms('isaac'));
  const isSeen = (how: string | undefined) => ada.until(() => ada.table(table).away[1]?.how === how);
  grace.core.unwatch(table);
  await isSeen('left');
  // Seen by a player on the same node, and by a client that begins to watch now.
  for (const node of [0, 1]) {
    const eve = await guest('Eve', node);
    eve.core.watch(table);
    await eve.until(() => eve.table(table).away[1] !== undefined);
    expect(eve.table(table).away[1]?.how).toBe('left');
  }
  grace.core.watch(table);
  await isSeen(undefined);
  await grace.leave();
  await isSeen('broken');
});

test('a player on a node that stopped in an orderly way loses no time until they are connected to another one', async () => {
  const [ada, grace] = [await guest('Ada', 0), await guest('Grace', 1)];
  const clock = { system: 'sudden-death', base: 60 } as const;
  // Each node owns some of six tables.
  const tables: string[] = [];
  for (let count = 0; count < 6; count++) tables.push(await sitDown([ada, grace], terms('isaac', { clock })));
  const begun: number[] = [];
  for (const table of tables) {
    const { match } = await ada.view(table, (view) => view.match?.clock?.seat === 0);
    begun.push(match?.clock?.since ?? 0);
  }
  const stoppedAt = Date.now();
  const stopping = nodes.shift()?.remove();
  await ada.leave();
  await stopping;
  const goneAt = Date.now();
  await new Promise((resolve) => setTimeout(resolve, 2000));
  await ada.connect(addressOf(0));
  for (const [index, table] of tables.entries()) {
    const { match } = await ada.view(table, (view) => {
      const since = view.match?.clock?.since ?? 0;
      return since > stoppedAt && since <= Date.now();
    });
    if (!match?.clock) throw new Error('no clock');
    const charged = 60_000 - readClock(match.clock, 0, match.clock.since).total;
    expect(charged).toBeLessThanOrEqual(goneAt - (begun[index] ?? 0) + 100);
  }
});

test('a bot answers exactly once, whichever node owns its table', async () => {
  const ada = await guest('Ada', 0);
  const rng = new SeededRng(SEED);
  for (let game = 0; game < 6; game++) {
    const wanted = terms('isaac', { chairs: ['me', { bot: 'beginner' }] });
    const { table } = await ada.must({ kind: 'open', terms: wanted });
    const begun = await ada.view(table, ({ match }) => match?.view.turn === 0);
    await ada.act(table, { kind: 'move', move: randomChoice(begun, rng) });
    const { match } = await ada.view(table, (view) => (view.match?.plies ?? 0) >= 2 && view.match?.view.turn === 0);
    expect(match?.moves.map(({ seat }) => seat)).toEqual([0, 1]);
    // One person may only play a few games against bots at a time.
    await ada.must({ kind: 'act', table, action: { kind: 'resign' } });
  }
});

describe('the lobby of a node', () => {
  test('shows the tables of the other nodes while their host is there, as they are played, and their results', async () => {
    const [ada, grace, eve] = [await guest('Ada', 0), await guest('Grace', 0), await guest('Eve', 1)];
    eve.core.enterLobby();
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
    const hidden = await ada.must({ kind: 'open', terms: terms('isaac') });
    for (const id of [table, hidden.table]) await ada.view(id);
    await eve.until(() => eve.core.lobby.get(table)?.phase === 'waiting');
    await ada.leave();
    await eve.until(() => !eve.core.lobby.has(table));
    await ada.connect();
    await eve.until(() => eve.core.lobby.get(table)?.phase === 'waiting');
    await grace.view(table);
    await grace.must({ kind: 'sit', table, chair: 1 });
    const begun = await ada.view(table, ({ match }) => match?.view.turn === 0);
    await ada.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(begun, new SeededRng(SEED)) } });
    await eve.until(() => eve.core.lobby.get(table)?.plies === 1);
    await grace.must({ kind: 'act', table, action: { kind: 'resign' } });
    await eve.until(() => eve.core.lobby.get(table)?.phase === 'over');
    expect(eve.core.lobby.has(hidden.table)).toBe(false);
  });

  test('that started later shows earlier tables', async () => {
    const [ada] = [await guest('Ada', 0)];
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
    await ada.view(table);
    await begin();
    // A page that only looks is a reader of the lobby, too.
    const looked = async () => (await fetch(`${nodes[2]?.url}/api/lobby`)).text();
    await expect.poll(looked, { timeout: 5000 }).toContain(table);
    const eve = await guest('Eve', 2);
    eve.core.enterLobby();
    await eve.until(() => eve.core.lobby.get(table)?.phase === 'waiting');
  });
});
