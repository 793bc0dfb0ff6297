import type { Store } from '@tablier/store';
import { expect, test, vi } from 'vitest';
import { eventOf } from './check-events.ts';
import type { OpenStores } from './store-home.ts';

const follow = async (store: Store) => {
  const heard: string[] = [];
  const stop = await store.follow((match, seq) => heard.push(`${match} ${seq}`));
  return { heard, stop };
};

const lastOf = (heard: readonly string[], match: string) => heard.findLast((line) => line.startsWith(`${match} `));

/** The notices between nodes. */
export function checkNotices(stores: OpenStores): void {
  checkFollowers(stores);
  checkOrder(stores);
}

function checkFollowers(stores: OpenStores): void {
  test('every node is notified of matches and events of every node, also its own', async () => {
    const other = await stores.openAnother();
    const ears = [await follow(stores.store), await follow(other)];
    await stores.store.createStream('a', null);
    await other.createStream('b', null);
    await other.append('a', 0, [eventOf(1), eventOf(2)]);
    await stores.store.append('b', 0, [eventOf(1)]);
    for (const { heard } of ears) {
      await vi.waitFor(() => expect([lastOf(heard, 'a'), lastOf(heard, 'b')]).toEqual(['a 2', 'b 1']), 60_000);
    }
  });

  test('the event of a notice can be read', async () => {
    await stores.store.createStream('m', null);
    const read: Promise<number>[] = [];
    await stores.store.follow((match, seq) => {
      if (seq === 1) read.push(stores.store.read(match, 1).then((events) => events.length));
    });
    await stores.store.append('m', 0, [eventOf(1)]);
    await vi.waitFor(() => expect(read).toHaveLength(1), 60_000);
    expect(await read[0]).toBe(1);
  });
}

function checkOrder(stores: OpenStores): void {
  test('numbers only rise, and the last one arrives', async () => {
    const other = await stores.openAnother();
    const { heard } = await follow(other);
    await stores.store.createStream('m', null);
    for (let seq = 0; seq < 50; seq++) await stores.store.append('m', seq, [eventOf(seq)]);
    await vi.waitFor(() => expect(heard.at(-1)).toBe('m 50'), 60_000);
    const numbers = heard.map((line) => Number(line.split(' ')[1]));
    expect(numbers).toEqual([...new Set(numbers)].toSorted((left, right) => left - right));
  });

  test('a refused append sends no notice, and a stopped follower gets none', async () => {
    await stores.store.createStream('m', null);
    const { heard, stop } = await follow(stores.store);
    await stores.store.append('m', 5, [eventOf(1)]);
    await stores.store.append('m', 0, [eventOf(1)], { clientId: 'one' });
    await stores.store.append('m', 1, [eventOf(1)], { clientId: 'one' });
    await vi.waitFor(() => expect(heard).toContain('m 1'), 60_000);
    stop();
    await stores.store.append('m', 1, [eventOf(2)]);
    const { heard: later } = await follow(stores.store);
    await stores.store.append('m', 2, [eventOf(3)]);
    await vi.waitFor(() => expect(later).toContain('m 3'), 60_000);
    expect(heard.filter((line) => line !== 'm 0')).toEqual(['m 1']);
  });
}
