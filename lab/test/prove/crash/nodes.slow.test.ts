import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readClock } from '@tablier/match';
import type { TableView } from '@tablier/protocol';
import { join, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { PostgresServer, type ServerProcess } from '@tablier/testkit/servers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startServer } from '../../../prove/lib/servers.ts';
import { crash } from '../../../prove/crash/index.ts';

/** A busy machine must not fail the test. Milliseconds. */
const TIMEOUT_MS = 900_000;
/** Seconds on each clock. */
const BASE = 8;
/** A dead node is found after 2.5 s, with a heartbeat interval of half a second before and after. Milliseconds. */
const FOUND = 3500;
/** The players are missing for this much longer. Milliseconds. */
const MISSING = 2000;

let database: PostgresServer;
let folder: string;
let url: string;
let nodes: ServerProcess[];
let players: TestClient[];

const urlOf = (node: number): string => nodes[node]?.url ?? '';

/** Whether a clock runs that started after a moment; one that waits for its player does not run yet. */
function runsAfter({ match }: TableView, moment: number): boolean {
  const since = match?.clock?.since ?? 0;
  return since > moment && since <= Date.now();
}

/** A table with its first clock running, both players connected to these nodes. */
async function begun(...on: readonly [number, number]): Promise<{ table: string; ada: TestClient; since: number }> {
  const [ada, grace] = [await join(urlOf(on[0]), 'Ada'), await join(urlOf(on[1]), 'Grace')];
  players.push(ada, grace);
  const table = await sitDown([ada, grace], terms('isaac', { clock: { system: 'sudden-death', base: BASE } }));
  const { match } = await ada.view(table, (view) => view.match?.clock?.seat === 0);
  return { table, ada, since: match?.clock?.since ?? 0 };
}

describe('clocks', () => {
  beforeAll(async () => {
    database = await PostgresServer.start();
    folder = mkdtempSync(joinPath(tmpdir(), 'tablier-nodes-'));
    url = await database.createDatabase();
    nodes = [];
  }, TIMEOUT_MS);
  afterAll(async () => {
    for (const node of nodes) await node.kill();
    rmSync(folder, { recursive: true });
    await database.remove();
  }, TIMEOUT_MS);

  // Each test has a table of its own; a node that an earlier one has killed is replaced.
  beforeEach(async () => {
    // A failed test may have left it down.
    await database.resume();
    for (const index of [0, 1]) if (nodes[index]?.hasEnded !== false) nodes[index] = await startServer({ folder, url });
    players = [];
  }, TIMEOUT_MS);
  afterEach(async () => {
    for (const player of players) await player.leave();
  }, TIMEOUT_MS);

  test(
    'no one is charged for a dead node until they reconnect to another one, and from then on their clocks run',
    async () => {
      const { table, ada, since } = await begun(0, 0);
      await sleep(1000);
      const diedAt = Date.now();
      await nodes[0]?.kill();
      await sleep(FOUND + MISSING);
      await Promise.all(players.map((player) => player.connect(urlOf(1))));
      const { match } = await ada.view(table, (view) => runsAfter(view, since));
      if (!match?.clock) throw new Error('no clock');
      const charged = BASE * 1000 - readClock(match.clock, 0, match.clock.since).total;
      expect(charged).toBeLessThanOrEqual(diedAt - since + 100);
      // The owner node is dead and no player is connected: the remaining node lets the clock run out.
      for (const player of players) await player.leave();
      await sleep(BASE * 1000 + 4000);
      const cameAt = Date.now();
      await ada.connect(urlOf(1));
      const over = await ada.view(table, ({ phase }) => phase === 'over');
      expect(over.match?.end?.by).toBe('time');
      expect(over.match?.clock?.since, 'not only when a player came back').toBeLessThan(cameAt);
    },
    TIMEOUT_MS,
  );

  test(
    'no clock runs out while a node that serves the table is silent, and its credit is stored before a command is decided',
    async () => {
      const { table, ada, since } = await begun(0, 1);
      // The silence is noticed at most 1.75 s after the kill, the death 2 s after it at the earliest: the clock would run out in between.
      await sleep(Math.max(0, since + BASE * 1000 - 1800 - Date.now()));
      const diedAt = Date.now();
      await nodes[0]?.kill();
      await ada.connect(urlOf(1));
      const asked = ada.act(table, { kind: 'offer-draw' });
      const { match } = await ada.view(table, (view) => (view.match?.clock?.since ?? 0) > since);
      if (!match?.clock) throw new Error('no clock');
      expect(match.end).toBeNull();
      expect(match.clock.since - diedAt).toBeGreaterThan(1000);
      expect(await asked).toMatchObject({ ok: false, error: { name: 'no-draws' } });
    },
    TIMEOUT_MS,
  );

  test(
    'no clock runs out while PostgreSQL is down for longer than a whole clock, and no one is charged',
    async () => {
      const { table, ada, since } = await begun(0, 1);
      const diedAt = Date.now();
      await database.halt('kill');
      const asked = ada.act(table, { kind: 'offer-draw' });
      const ticking = setInterval(() => ada.core.tick(), 100);
      await sleep(BASE * 1000 + 1000);
      await database.resume();
      expect(await asked).toMatchObject({ ok: false, error: { name: 'no-draws' } });
      clearInterval(ticking);
      const { match } = await ada.view(table, (view) => (view.match?.clock?.since ?? 0) > since);
      if (!match?.clock) throw new Error('no clock');
      expect(match.end).toBeNull();
      const charged = BASE * 1000 - readClock(match.clock, 0, match.clock.since).total;
      expect(charged).toBeLessThanOrEqual(diedAt - since + 100);
    },
    TIMEOUT_MS,
  );
});

test(
  'two nodes killed in turn lose nothing that was acknowledged, do nothing twice and charge no one for it',
  async () => {
    const { ok, figures } = await crash.run({ store: 'postgres', kills: 2, tables: 2, seed: '1' }, () => undefined);
    expect(ok, JSON.stringify(figures)).toBe(true);
    expect(figures).toMatchObject({ crashes: 2, lost: 0, duplicated: 0, unfinished: 0 });
  },
  TIMEOUT_MS,
);

test(
  'a standby that takes over when PostgreSQL is killed has all that was acknowledged',
  async () => {
    const { ok, figures } = await crash.run({ store: 'standby', kills: 4, tables: 2, seed: '1' }, () => undefined);
    expect(ok, JSON.stringify(figures)).toBe(true);
    expect(figures).toMatchObject({ crashes: 5, lost: 0, duplicated: 0, unfinished: 0 });
  },
  TIMEOUT_MS,
);
