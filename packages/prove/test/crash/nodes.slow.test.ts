import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readClock } from '@tablier/match';
import type { TableView } from '@tablier/protocol';
import { join, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { PostgresServer } from '@tablier/testkit/servers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { ServerProcess } from '../../src/lib/server-process.ts';
import { crash } from '../../src/crash/index.ts';

/** A loaded machine is no reason to fail. Milliseconds. */
const PATIENCE = 240_000;
/** Seconds on each clock. */
const BASE = 8;
/** A dead node is found after 2.5 s, with a beat of half a second before and after. Milliseconds. */
const FOUND = 3500;
/** So much longer the players are missing. Milliseconds. */
const MISSING = 2000;

let database: PostgresServer;
let folder: string;
let nodes: ServerProcess[];
let players: TestClient[];

beforeAll(async () => {
  database = await PostgresServer.start();
}, PATIENCE);
afterAll(() => database.remove(), PATIENCE);

beforeEach(async () => {
  folder = mkdtempSync(joinPath(tmpdir(), 'tablier-nodes-'));
  // A test that failed may have left it down.
  await database.resume();
  const options = { dataDir: folder, databaseUrl: await database.createDatabase() };
  nodes = [await ServerProcess.start(options), await ServerProcess.start(options)];
  players = [];
}, PATIENCE);
afterEach(async () => {
  for (const player of players) await player.leave();
  for (const node of nodes) await node.kill();
  rmSync(folder, { recursive: true });
}, PATIENCE);

const urlOf = (node: number): string => nodes[node]?.url ?? '';

/** Whether a clock runs that was not true before a moment; one that waits for its player does not run yet. */
function runsAfter({ match }: TableView, moment: number): boolean {
  const since = match?.clock?.since ?? 0;
  return since > moment && since <= Date.now();
}

/** A table with its first clock running, both players on lines to these nodes. */
async function begun(...on: readonly [number, number]): Promise<{ table: string; ada: TestClient; since: number }> {
  const [ada, grace] = [await join(urlOf(on[0]), 'Ada'), await join(urlOf(on[1]), 'Grace')];
  players.push(ada, grace);
  const table = await sitDown([ada, grace], terms('isaac', { clock: { system: 'sudden-death', base: BASE } }));
  const { match } = await ada.view(table, (view) => view.match?.clock?.seat === 0);
  return { table, ada, since: match?.clock?.since ?? 0 };
}

test(
  'a node that died cost its players nothing until they found back over another one, and from then on their clocks run',
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
    // Nobody is there who kept the table or has a line to it: the node that is left lets the clock fall.
    for (const player of players) await player.leave();
    await sleep(BASE * 1000 + 4000);
    const cameAt = Date.now();
    await ada.connect(urlOf(1));
    const over = await ada.view(table, ({ phase }) => phase === 'over');
    expect(over.match?.end?.by).toBe('time');
    expect(over.match?.clock?.since, 'not only when somebody came to look').toBeLessThan(cameAt);
  },
  PATIENCE,
);

test(
  'a clock does not fall while a node that serves the table is silent, and what it is owed is told before a command is judged',
  async () => {
    const { table, ada, since } = await begun(0, 1);
    // The silence is noticed at most 1.75 s after the kill, the death 2 s after it at the earliest: the clock would fall in between.
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
  PATIENCE,
);

test.each(['quit', 'kill'] as const)(
  'PostgreSQL away for longer than a whole clock (%s) lets nobody fall, and takes nothing from anybody',
  async (how) => {
    const { table, ada, since } = await begun(0, 1);
    const diedAt = Date.now();
    await database.halt(how);
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
  PATIENCE,
);

test(
  'two nodes killed in turn lose nothing that was acknowledged, do nothing twice and charge nobody',
  async () => {
    const { ok, figures } = await crash.run({ store: 'postgres', kills: 3, tables: 8, seed: '' }, () => undefined);
    expect(ok, JSON.stringify(figures)).toBe(true);
    expect(figures).toMatchObject({ crashes: 3, lost: 0, duplicated: 0, unfinished: 0 });
  },
  PATIENCE,
);
