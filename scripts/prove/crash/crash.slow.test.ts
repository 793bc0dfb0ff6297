import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readClock } from '@tablier/match';
import { expect, test } from 'vitest';
import { join, sitDown, terms } from '@tablier/testkit/online';
import { ServerProcess } from '../lib/server-process.ts';
import { settledPort } from './fleet.ts';
import { crash } from './index.ts';

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
