import { expect, test } from 'vitest';
import { BatchedBroadcast, PORTION } from '../../src/tables/batched-broadcast.ts';

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('a small set is gone through at once', () => {
  const seen: number[] = [];
  new BatchedBroadcast(new Set([1, 2, 3]), (item) => seen.push(item)).run();
  expect(seen).toEqual([1, 2, 3]);
});

test('a large one in portions, and whoever is asked for meanwhile is gone to after all the others', async () => {
  const items = new Set(Array.from({ length: 3 * PORTION }, (_, index) => index));
  const seen: number[] = [];
  const portions = new BatchedBroadcast(items, (item) => seen.push(item));
  portions.run();
  expect(seen.length).toBeLessThan(2 * PORTION);
  // Something more happens: the first have been told too early.
  portions.run();
  items.delete(3 * PORTION - 1);
  for (let turns = 0; turns < 20; turns++) await turn();
  expect(seen).toHaveLength(2 * (3 * PORTION - 1));
  portions.run();
  for (let turns = 0; turns < 10; turns++) await turn();
  expect(seen).toHaveLength(3 * (3 * PORTION - 1));
});
