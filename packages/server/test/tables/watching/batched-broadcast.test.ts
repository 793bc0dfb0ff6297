import { expect, test } from 'vitest';
import { BATCH_SIZE, BatchedBroadcast } from '../../../src/tables/watching/table-presence.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a small set is visited at once', () => {
  const seen: number[] = [];
  new BatchedBroadcast(new Set([1, 2, 3]), (item) => seen.push(item)).run();
  expect(seen).toEqual([1, 2, 3]);
});

test('a large set is visited in batches, and a run requested meanwhile follows', async () => {
  const items = new Set(Array.from({ length: 3 * BATCH_SIZE }, (_, index) => index));
  const seen: number[] = [];
  const batches = new BatchedBroadcast(items, (item) => seen.push(item));
  batches.run();
  expect(seen.length).toBeLessThan(2 * BATCH_SIZE);
  // Another change: the first items were notified too early.
  batches.run();
  items.delete(3 * BATCH_SIZE - 1);
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(seen).toHaveLength(2 * (3 * BATCH_SIZE - 1));
  batches.run();
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(seen).toHaveLength(3 * (3 * BATCH_SIZE - 1));
});
