import { drained, SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { type PairCost, pairingSteps } from '../../src/index.ts';

const cheapestPairs = (count: number, cost: PairCost): readonly number[] => drained(pairingSteps(count, cost));

/** The share of cases to try. Mutation tests try fewer (`TABLIER_GAMES=0.05`). */
const SHARE = Number(process.env['TABLIER_GAMES'] ?? 1);

type Cost = (left: number, right: number) => number;

/** The least cost of all matchings: that of every set of items by those of its subsets. */
function leastCost(count: number, cost: Cost): number {
  const least = new Float64Array(2 ** count).fill(Number.POSITIVE_INFINITY);
  least[0] = 0;
  for (let set = 1; set < least.length; set++) {
    const first = 31 - Math.clz32(set);
    for (let mate = 0; mate < first; mate++) {
      if (((set >> mate) & 1) === 0) continue;
      const rest = least[set & ~(1 << first) & ~(1 << mate)] ?? 0;
      least[set] = Math.min(least[set] ?? 0, rest + cost(mate, first));
    }
  }
  return least.at(-1) ?? 0;
}

const costOf = (mates: readonly number[], cost: Cost): number =>
  mates.reduce((sum, mate, item) => sum + (item < mate ? cost(item, mate) : 0), 0);

function expectCheapest(count: number, cost: Cost): void {
  const mates = cheapestPairs(count, (left, right) => [cost(left, right)]);
  expect(mates).toHaveLength(count);
  expect(mates.every((mate, item) => mate !== item && mates[mate] === item)).toBe(true);
  expect(costOf(mates, cost)).toBe(leastCost(count, cost));
}

test.each([
  [2, 20],
  [4, 200],
  [6, 200],
  [8, 200],
  [10, 150],
  [12, 60],
  [14, 20],
])('no matching of %i items is cheaper, whatever the costs', (count, runs) => {
  const rng = new SeededRng(`matching ${count}`);
  for (let run = 0; run < runs * SHARE; run++) {
    // Few different costs make many ties, which need blossoms; large ones test exactness.
    const [range, scale] = [[2, 5, 1000][run % 3] ?? 2, [1, 1e9][run % 2] ?? 1];
    const costs = Array.from({ length: count * count }, () => rng.below(range) * scale);
    expectCheapest(count, (left, right) => costs[Math.min(left, right) * count + Math.max(left, right)] ?? 0);
  }
});

test('costs of several numbers are compared number by number', () => {
  const rng = new SeededRng('lists of costs');
  for (let run = 0; run < 200 * SHARE; run++) {
    const count = 2 * (1 + rng.below(6));
    const costs = Array.from({ length: count * count }, () => [rng.below(3), rng.below(3) - 1, rng.below(9) - 4]);
    const of = (left: number, right: number) => costs[Math.min(left, right) * count + Math.max(left, right)] ?? [];
    const whole: Cost = (left, right) => of(left, right).reduce((sum, number) => 100 * sum + number, 0);
    expect(costOf(cheapestPairs(count, of), whole)).toBe(leastCost(count, whole));
  }
});

test('no matching is cheaper where groups of three and five are near each other', () => {
  const rng = new SeededRng('near groups');
  for (let run = 0; run < 200 * SHARE; run++) {
    const count = 2 * (3 + rng.below(4));
    // Odd groups cannot be paired within themselves, so each becomes a blossom, and later part of another one.
    const groups = Array.from({ length: count }, () => rng.below(Math.ceil(count / (run % 2 === 0 ? 3 : 5))));
    const far = Array.from({ length: count * count }, () => 10 + rng.below(30));
    expectCheapest(count, (left, right) =>
      groups[left] === groups[right]
        ? (left * right) % 4
        : (far[left * count + right] ?? 0) + (far[right * count + left] ?? 0),
    );
  }
});

test('256 items are paired completely', () => {
  const mates = cheapestPairs(256, (left, right) => [(left * 7919 + right * 104_729) % 1_000_003]);
  expect(new Set(mates).size).toBe(256);
});

test('256 items are paired in many steps, none of which asks for more than one row of costs', () => {
  const steps = pairingSteps(256, (left, right) => {
    asked++;
    return [(left * 7919 + right * 104_729) % 1_000_003];
  });
  let [count, asked, most] = [0, 0, 0];
  for (const _ of steps) {
    most = Math.max(most, asked);
    asked = 0;
    count++;
  }
  // One more for how many numbers a cost has.
  expect(most).toBe(256);
  // One for each row, and at least one for each pair.
  expect(count).toBeGreaterThan(256 + 128);
});

test('no items need no pairs, and an odd number has none', () => {
  expect(cheapestPairs(0, () => [0])).toEqual([]);
  expect(() => cheapestPairs(3, () => [0])).toThrow(new RangeError('3 items cannot be paired'));
});
