import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readClock } from '@tablier/match';
import { RETURN_GRACE } from '@tablier/protocol';
import { join, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { expect, test } from 'vitest';
import { startServer } from '../../../prove/lib/servers.ts';
import { settledPort } from '../../../prove/crash/fleet.ts';
import { crash } from '../../../prove/crash/index.ts';

/** A busy machine must not fail the test. Milliseconds. */
const TIMEOUT_MS = 900_000;

test(
  'killed again and again, the server has lost nothing that it acknowledged, done nothing twice and charged no one for it',
  async () => {
    const { ok, figures } = await crash.run({ store: 'sqlite', kills: 2, tables: 2, seed: '1' }, () => undefined);
    expect(ok, JSON.stringify(figures)).toBe(true);
    expect(figures).toMatchObject({ crashes: 2, lost: 0, duplicated: 0, unfinished: 0 });
  },
  TIMEOUT_MS,
);

test(
  'no clock runs out while the server is down for longer than a whole clock, and then it waits for a player who does not reconnect, no longer than the grace period',
  async () => {
    const folder = mkdtempSync(joinPath(tmpdir(), 'tablier-crash-'));
    const dataDir = joinPath(folder, 'data');
    const port = await settledPort();
    let server = await startServer({ folder: dataDir, port });
    const base = 6;
    const begin = async (players: readonly [TestClient, TestClient]) => {
      const table = await sitDown(players, terms('isaac', { clock: { system: 'sudden-death', base } }));
      const { version } = await players[0].view(table, ({ match }) => match?.clock?.seat === 0);
      return { table, version };
    };
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')] as const;
    const [lost, waiting] = [await join(server.url, 'Alan'), await join(server.url, 'Edsger')] as const;
    const started = await begin([ada, grace]);
    const left = await begin([lost, waiting]);
    await server.kill();
    await lost.leave();
    await sleep(1000 * (base + 2));
    const startedAt = Date.now();
    server = await startServer({ folder: dataDir, port });
    const upAt = Date.now();
    const after = await ada.view(started.table, ({ version }) => version > started.version);
    expect(after.phase).toBe('playing');
    const face = after.match?.clock;
    if (!face) throw new Error('no clock');
    expect(readClock(face, 0, face.since).total).toBeGreaterThan((1000 * base) / 2);

    const { match } = await waiting.view(left.table, ({ phase }) => phase === 'over');
    expect(match?.end).toMatchObject({ by: 'time', places: [2, 1] });
    const fellAt = match?.clock?.since ?? 0;
    expect(fellAt).toBeGreaterThan(startedAt + RETURN_GRACE);
    // The clock was less than full before, and the server waits a little for a move on its way.
    expect(fellAt).toBeLessThan(upAt + RETURN_GRACE + 1000 * base + 4000);
    for (const player of [ada, grace, waiting]) await player.leave();
    await server.stop();
    rmSync(folder, { recursive: true });
  },
  TIMEOUT_MS,
);
