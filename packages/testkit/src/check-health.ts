import { MAX_OUTAGES } from '@tablier/store';
import { expect, test } from 'vitest';
import { eventOf } from './check-events.ts';
import type { OpenStores } from './store-home.ts';

/** Outages that are recorded at the same time: a loaded machine gives each a connection within the limit. */
const BATCH = 50;

/** What a store reports of its own writes. Databases that refuse writes differ, so each kind has its own tests. */
export function checkHealth(stores: OpenStores): void {
  test('a confirmed write is reported as the last one', async () => {
    const openedAt = stores.store.health().lastWriteAt;
    expect(stores.store.health().failingSince).toBeNull();
    const before = Date.now();
    await stores.store.createStream('m', null);
    expect(stores.store.health().lastWriteAt).toBeGreaterThanOrEqual(Math.max(before, openedAt));
  });

  test('a probe writes, leaves nothing behind, and changes nothing else', async () => {
    await stores.store.createStream('m', null);
    const before = Date.now();
    const probes = Array.from({ length: 5 }, () => stores.store.probe());
    expect(await stores.store.append('m', 0, [eventOf(1)])).toEqual({ name: 'appended', seq: 1 });
    expect(await Promise.all(probes)).toEqual([true, true, true, true, true]);
    expect(stores.store.health()).toEqual({ lastWriteAt: expect.any(Number) as number, failingSince: null });
    expect(stores.store.health().lastWriteAt).toBeGreaterThanOrEqual(before);
    expect(await stores.store.list('closed', 10)).toEqual([]);
    expect(await stores.store.head('probe')).toBeUndefined();
  });

  test('an outage is recorded once and found after a restart, by its end', async () => {
    const spans = [
      { from: 30, until: 40 },
      { from: 10, until: 20 },
      { from: 10, until: 20 },
      { from: 5, until: 20 },
    ];
    for (const span of spans) await stores.store.recordOutage(span);
    await stores.reopen();
    expect(await stores.store.outages()).toEqual([spans[3], spans[1], spans[0]]);
  });

  test('of too many outages, the latest are kept', async () => {
    const spans = Array.from({ length: MAX_OUTAGES + 1 }, (_, from) => ({ from, until: from + 1 }));
    for (let from = 0; from < MAX_OUTAGES; from += BATCH) {
      await Promise.all(
        spans.slice(from, Math.min(from + BATCH, MAX_OUTAGES)).map((span) => stores.store.recordOutage(span)),
      );
    }
    await stores.store.recordOutage({ from: MAX_OUTAGES, until: MAX_OUTAGES + 1 });
    const kept = await stores.store.outages();
    expect([kept.length, kept[0]]).toEqual([MAX_OUTAGES, { from: 1, until: 2 }]);
  });
}
