import { describe, expect, test } from 'vitest';
import { hashText, SeededRng, shuffle } from '../src/index.ts';

const bitsOf = (seed: number | string, count: number): number[] => {
  const rng = new SeededRng(seed);
  return Array.from({ length: count }, () => rng.bits());
};

describe('a seeded source of chance', () => {
  test('gives the same sequence on every machine and in every version: kept seeds would mean other games otherwise', () => {
    expect(bitsOf(1, 5)).toEqual([393288148, 2174103013, 3814759091, 2092745082, 1865176206]);
    expect(bitsOf(-1, 3)).toEqual([4104197751, 1825856343, 1152209388]);
    expect(bitsOf('tablier', 5)).toEqual([469873126, 3676124946, 3440019577, 1556842464, 1345841696]);
  });

  test('reads a text as its hash, and a number as its lowest 32 bits', () => {
    expect(bitsOf('tablier', 3)).toEqual(bitsOf(hashText('tablier'), 3));
    expect(bitsOf('1', 3)).not.toEqual(bitsOf(1, 3));
    expect(bitsOf(2 ** 32 + 5, 3)).toEqual(bitsOf(5, 3));
  });

  test('draws every number below a bound about equally often, and no other', () => {
    const rng = new SeededRng(1);
    const drawn = Array.from({ length: 6 }, () => 0);
    for (let draw = 0; draw < 6000; draw++) {
      const value = rng.below(6);
      drawn[value] = (drawn[value] ?? 0) + 1;
    }
    expect(drawn).toHaveLength(6);
    for (const times of drawn) {
      expect(times).toBeGreaterThan(850);
      expect(times).toBeLessThan(1150);
    }
    expect(new SeededRng(1).below(1)).toBe(0);
  });

  test('draws the same share of a bound as the bits have of 2^32, whatever the bound', () => {
    for (const bound of [1, 2, 3, 600, 0x7fff, 0x8000, 0x8001, 0xffff, 0x10000, 1_000_003, 2 ** 31]) {
      const [drawing, counting] = [new SeededRng(bound), new SeededRng(bound)];
      for (let draw = 0; draw < 2000; draw++)
        expect(drawing.below(bound)).toBe(Number((BigInt(counting.bits()) * BigInt(bound)) >> 32n));
    }
  });
});

test('the hash of a text is FNV-1a with 32 bits', () => {
  // The published values of the algorithm.
  expect(['', 'a', 'foobar'].map((text) => hashText(text) >>> 0)).toEqual([0x811c9dc5, 0xe40c292c, 0xbf9cf968]);
  expect(hashText('a')).toBe(0xe40c292c | 0);
});

describe('shuffling', () => {
  test('is done in place and keeps all items', () => {
    const items = [1, 2, 3, 4, 5, 6];
    expect(shuffle(items, new SeededRng(3))).toBe(items);
    expect(items.toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(shuffle([], new SeededRng(3))).toEqual([]);
  });

  test('gives every order about equally often', () => {
    const rng = new SeededRng(1);
    const orders = new Map<string, number>();
    for (let round = 0; round < 6000; round++) {
      const order = shuffle(['a', 'b', 'c'], rng).join('');
      orders.set(order, (orders.get(order) ?? 0) + 1);
    }
    expect([...orders.keys()].sort()).toEqual(['abc', 'acb', 'bac', 'bca', 'cab', 'cba']);
    for (const times of orders.values()) {
      expect(times).toBeGreaterThan(850);
      expect(times).toBeLessThan(1150);
    }
  });

  test('asks for one number for each item but the last, from the end on', () => {
    const bounds: number[] = [];
    shuffle([1, 2, 3, 4], {
      below(bound) {
        bounds.push(bound);
        return 0;
      },
    });
    expect(bounds).toEqual([4, 3, 2]);
  });
});
