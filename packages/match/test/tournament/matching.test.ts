import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { cheapestPairs, type PairCost } from '../../src/index.ts';

/** The least cost by trying every matching. */
function leastCost(items: readonly number[], cost: PairCost): number {
  const [first, ...others] = items;
  if (first === undefined) return 0;
  const rest = (taken: number): number[] => others.filter((item) => item !== taken);
  return Math.min(...others.map((mate) => cost(first, mate) + leastCost(rest(mate), cost)));
}

const costOf = (mates: readonly number[], cost: PairCost): number =>
  mates.reduce((sum, mate, item) => sum + (item < mate ? cost(item, mate) : 0), 0);

test('no matching of up to ten items is cheaper, whatever the costs', () => {
  const rng = new SeededRng('matching');
  for (let run = 0; run < 1500; run++) {
    const count = 2 * (1 + rng.below(5));
    // Few different costs make many ties, which need blossoms; large ones test exactness.
    const [range, scale] = [[2, 5, 1000][run % 3] ?? 2, [1, 1e9][run % 2] ?? 1];
    const costs = Array.from({ length: count * count }, () => rng.below(range) * scale);
    const cost: PairCost = (left, right) => costs[Math.min(left, right) * count + Math.max(left, right)] ?? 0;
    const mates = cheapestPairs(count, cost);
    expect(mates.every((mate, item) => mate !== item && mates[mate] === item)).toBe(true);
    const items = Array.from({ length: count }, (_, item) => item);
    expect(costOf(mates, cost)).toBe(leastCost(items, cost));
  }
});

test('256 items are paired completely', () => {
  const mates = cheapestPairs(256, (left, right) => (left * 7919 + right * 104_729) % 1_000_003);
  expect(new Set(mates).size).toBe(256);
});

test('no items need no pairs, and an odd number has none', () => {
  expect(cheapestPairs(0, () => 0)).toEqual([]);
  expect(() => cheapestPairs(3, () => 0)).toThrow(RangeError);
});
