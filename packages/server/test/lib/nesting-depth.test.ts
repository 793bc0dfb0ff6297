import { expect, test } from 'vitest';
import { isDeeperThan } from '../../src/http/request.ts';

/** Arrays in arrays: 0 is a plain value. */
const nested = (levels: number): unknown => Array.from({ length: levels }).reduce<unknown>((inner) => [inner], 'value');

test('levels of objects and arrays are counted', () => {
  expect([0, 1, 2, 3].map((levels) => isDeeperThan(nested(levels), 2))).toEqual([false, false, false, true]);
  expect(isDeeperThan({ a: { b: { c: 1 } } }, 2)).toBe(true);
  expect(isDeeperThan({ a: { b: null }, d: 1 }, 2)).toBe(false);
  expect(isDeeperThan('text', 0)).toBe(false);
  expect(isDeeperThan(['text'], 0)).toBe(true);
  expect(isDeeperThan(null, 0)).toBe(false);
});

test('data of any depth takes no stack', () => {
  expect(isDeeperThan(nested(100_000), 16)).toBe(true);
});
