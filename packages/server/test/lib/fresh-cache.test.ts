import { expect, test } from 'vitest';
import { FreshCache } from '../../src/lib/caches.ts';

/** A cache of two values that are fresh for 10 ms; `get` returns the number of the computation. */
function cacheAt() {
  const clock = { now: 100 };
  const cache = new FreshCache<number>({ freshMs: 10, most: 2, now: () => clock.now });
  let computed = 0;
  const get = (key: string): Promise<number> => cache.get(key, () => Promise.resolve(++computed));
  return { cache, clock, get };
}

test('a value is computed again once it is not fresh, or if the clock goes back', async () => {
  const { clock, get } = cacheAt();
  expect(await get('a')).toBe(1);
  clock.now = 109;
  expect(await get('a')).toBe(1);
  clock.now = 110;
  expect(await get('a')).toBe(2);
  clock.now = 109;
  expect(await get('a')).toBe(3);
});

test('a computation that is under way is shared', async () => {
  const { get } = cacheAt();
  expect(await Promise.all([get('a'), get('a'), get('b')])).toEqual([1, 1, 2]);
});

test('the value that was computed first is dropped when there are too many', async () => {
  const { clock, get } = cacheAt();
  await get('a');
  clock.now = 105;
  await get('b');
  clock.now = 110;
  // Computed again: now `b` is the oldest.
  expect(await get('a')).toBe(3);
  expect(await get('b')).toBe(2);
  expect(await get('c')).toBe(4);
  expect(await get('a')).toBe(3);
  expect(await get('b')).toBe(5);
});

test('a failure is not kept, and removes no newer value', async () => {
  const { cache, clock, get } = cacheAt();
  await expect(cache.get('a', () => Promise.reject(new Error('lost')))).rejects.toThrow('lost');
  expect(await get('a')).toBe(1);
  let fail = (_: Error): void => undefined;
  clock.now = 200;
  const slow = cache.get('a', () => new Promise((_, reject) => (fail = reject)));
  clock.now = 210;
  expect(await get('a')).toBe(2);
  fail(new Error('late'));
  await expect(slow).rejects.toThrow('late');
  expect(await get('a')).toBe(2);
});
