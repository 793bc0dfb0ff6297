import { expect, test } from 'vitest';
import { Newest } from '../../src/matchmaking/lobby.ts';

const newestOf = (most: number, items: Readonly<Record<string, number>>): Newest => {
  const newest = new Newest(most);
  for (const [id, at] of Object.entries(items)) newest.put({ id, at });
  return newest;
};

test('an item is taken if there is room, if it is newer than the last one, or known', () => {
  expect(new Newest(2).takes({ id: 'a', at: 0 })).toBe(true);
  expect(newestOf(2, { a: 5 }).takes({ id: 'b', at: 1 })).toBe(true);
  const full = newestOf(2, { b: 5, d: 3 });
  expect(full.takes({ id: 'x', at: 4 })).toBe(true);
  expect(full.takes({ id: 'x', at: 2 })).toBe(false);
  // Of two with the same time the smaller id comes first.
  expect(full.takes({ id: 'c', at: 3 })).toBe(true);
  expect(full.takes({ id: 'e', at: 3 })).toBe(false);
  expect(full.takes({ id: 'd', at: 0 })).toBe(true);
  const larger = newestOf(3, { a: 5, b: 4, c: 3 });
  expect(larger.takes({ id: 'x', at: 3.5 })).toBe(true);
});

test('the last item makes room and is forgotten', () => {
  const newest = newestOf(2, { a: 1, b: 2 });
  expect(newest.put({ id: 'c', at: 3 })).toBe('a');
  expect([newest.ids, newest.has('a'), newest.has('b')]).toEqual([['c', 'b'], false, true]);
  expect(newest.put({ id: 'a', at: 4 })).toBe('b');
  expect(newest.ids).toEqual(['a', 'c']);
});

test('an item moves with its time, and one that stays where it was drops nothing', () => {
  const newest = newestOf(3, { a: 1, b: 2, c: 3 });
  expect(newest.put({ id: 'a', at: 9 })).toBeNull();
  expect(newest.ids).toEqual(['a', 'c', 'b']);
  expect(newest.put({ id: 'a', at: 9 })).toBeNull();
  expect(newest.ids).toEqual(['a', 'c', 'b']);
  expect(newest.put({ id: 'c', at: 2 })).toBeNull();
  expect(newest.ids).toEqual(['a', 'b', 'c']);
});

test('a removed item is gone, and one that is unknown removes nothing', () => {
  const newest = newestOf(3, { a: 1, b: 2, c: 3 });
  newest.remove('x');
  newest.remove('b');
  newest.remove('b');
  expect([newest.ids, newest.has('b')]).toEqual([['c', 'a'], false]);
  newest.put({ id: 'b', at: 2 });
  expect(newest.ids).toEqual(['c', 'b', 'a']);
});
