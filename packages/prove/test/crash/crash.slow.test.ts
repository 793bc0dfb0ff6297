import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readClock } from '@tablier/match';
import { RETURN_GRACE } from '@tablier/protocol';
import { join, sitDown, terms } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { ServerProcess } from '../../src/lib/server-process.ts';
import { settledPort } from '../../src/crash/fleet.ts';
import { crash } from '../../src/crash/index.ts';

/** A loaded machine is no reason to fail. Milliseconds. */
const PATIENCE = 240_000;

test(
  'killed again and again, the server has lost nothing that it acknowledged, done nothing twice and charged nobody',
  async () => {
    const { ok, figures } = await crash.run({ store: 'sqlite', kills: 4, tables: 8, seed: '' }, () => undefined);
    expect(ok, JSON.stringify(figures)).toBe(true);
    expect(figures).toMatchObject({ crashes: 4, lost: 0, duplicated: 0, unfinished: 0 });
  },
  PATIENCE,
);

test(
  'away for longer than a whole clock, the server lets nobody fall',
  async () => {
    const folder = mkdtempSync(joinPath(tmpdir(), 'tablier-crash-'));
    const dataDir = joinPath(folder, 'data');
    const port = await settledPort();
    let server = await ServerProcess.start({ dataDir, port });
    const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')] as const;
    const base = 6;
    const table = await sitDown(players, terms('isaac', { clock: { system: 'sudden-death', base } }));
    const started = await players[0].view(table, ({ match }) => match?.clock?.seat === 0);
    await server.kill();
    await sleep(1000 * (base + 2));
    server = await ServerProcess.start({ dataDir, port });
    const after = await players[0].view(table, ({ version }) => version > started.version);
    expect(after.phase).toBe('playing');
    const face = after.match?.clock;
    if (!face) throw new Error('no clock');
    expect(readClock(face, 0, face.since).total).toBeGreaterThan((1000 * base) / 2);
    for (const player of players) await player.leave();
    await server.stop();
    rmSync(folder, { recursive: true });
  },
  PATIENCE,
);

test(
  'whoever does not find back after a crash is waited for, and no longer than that',
  async () => {
    const folder = mkdtempSync(joinPath(tmpdir(), 'tablier-crash-'));
    const dataDir = joinPath(folder, 'data');
    let server = await ServerProcess.start({ dataDir });
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')] as const;
    const base = 5;
    const table = await sitDown([ada, grace], terms('isaac', { clock: { system: 'sudden-death', base } }));
    await ada.view(table, ({ match }) => match?.clock?.seat === 0);
    await server.kill();
    await ada.leave();
    const startedAt = Date.now();
    server = await ServerProcess.start({ dataDir });
    const upAt = Date.now();
    await grace.connect(server.url);
    const { match } = await grace.view(table, ({ phase }) => phase === 'over');
    expect(match?.end).toMatchObject({ by: 'time', places: [2, 1] });
    const fellAt = match?.clock?.since ?? 0;
    expect(fellAt).toBeGreaterThan(startedAt + RETURN_GRACE);
    // What it had used before, and how long a move on its way is waited for, come off and on top.
    expect(fellAt).toBeLessThan(upAt + RETURN_GRACE + 1000 * base + 4000);
    await grace.leave();
    await server.stop();
    rmSync(folder, { recursive: true });
  },
  PATIENCE,
);
