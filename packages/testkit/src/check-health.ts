import { expect, test } from 'vitest';
import { eventOf } from './check-events.ts';
import type { OpenStores } from './store-home.ts';

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
}
