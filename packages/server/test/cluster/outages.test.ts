import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openStore, type Store, type StorePlace } from '@tablier/store';
import { makePostgresDatabase } from '@tablier/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createHeartbeatFile, StandaloneNode } from '../../src/cluster/standalone-node.ts';
import type { RunningNode } from '../../src/cluster/node.ts';
import { ClusterNode } from '../../src/cluster/cluster-node.ts';

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const events = { onChange: () => undefined, onPresence: () => undefined };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-outages-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** The start of a server that then accepts clients, on a database that is closed again when `work` is done. */
async function life(place: StorePlace, work: (node: RunningNode) => Promise<void> | void): Promise<void> {
  const opened = await openStore(place);
  if (!opened.ok) throw new Error(opened.error.detail);
  const store: Store = opened.value;
  const shared = { store, now: Date.now, log };
  const node =
    store.nodes === null
      ? new StandaloneNode({ folder, ...shared })
      : new ClusterNode({ id: `node-${Date.now()}`, port: store.nodes, ...shared });
  await node.start(events);
  node.opened();
  await work(node);
  await node.stop();
  await store.close();
}

describe.each(['sqlite', 'postgres'] as const)('%s', (kind) => {
  const makePlace = async (): Promise<StorePlace> =>
    kind === 'sqlite' ? { folder } : { folder, url: await makePostgresDatabase() };

  test('an outage is known to every later server, until a clock has been credited for it', async () => {
    const place = await makePlace();
    let since = 0;
    await life(place, async () => {
      // Outages on PostgreSQL are rounded up by a round trip.
      await sleep(500);
      since = Date.now();
    });
    const stoppedAt = Date.now();
    await sleep(20);
    const startedAt = Date.now();
    // No table is loaded meanwhile, so no clock is credited. The end of the outage is rounded up by a round trip, which takes long on a busy machine.
    await life(place, async (node) => {
      const until = node.owed('table', since)?.until ?? 0;
      await expect.poll(() => Date.now()).toBeGreaterThan(until);
    });
    await sleep(20);
    const lastStart = Date.now();
    await life(place, (node) => {
      const first = node.owed('table', since);
      expect(first?.from).toBeLessThanOrEqual(stoppedAt);
      expect(first?.until).toBeGreaterThanOrEqual(startedAt);
      expect(first?.until).toBeLessThan(lastStart);
      let credited = first?.until ?? Number.POSITIVE_INFINITY;
      for (let next = node.owed('table', credited); next !== null; next = node.owed('table', credited)) {
        expect(next.until).toBeGreaterThan(credited);
        credited = next.until;
      }
      expect(credited).toBeGreaterThanOrEqual(lastStart);
    });
  });
});

test('a server that dies while it starts leaves the whole outage to the next one', async () => {
  const file = createHeartbeatFile(folder);
  file.write(1000);
  const opened = await openStore({ folder });
  if (!opened.ok) throw new Error(opened.error.detail);
  const node = new StandaloneNode({ folder, store: opened.value, now: Date.now, log });
  await node.start(events);
  // Longer than the interval between two heartbeats.
  await sleep(1100);
  expect(file.read()).toBe(1000);
  expect(await opened.value.outages()).toEqual([]);
  node.opened();
  await expect.poll(() => file.read()).toBeGreaterThan(1000);
  expect(await opened.value.outages()).toMatchObject([{ from: 1000 }]);
  await node.stop();
  await opened.value.close();
});
