import { type Puzzle } from '@tablier/core';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../../src/lib/dates.ts';
import {
  gameOfDay,
  loadDaily,
  loadPuzzles,
  nextNumber,
  numberOfDay,
  puzzleGames,
} from '../../../src/learn/puzzles/puzzle-list.ts';

describe('the puzzle of the day', () => {
  it('changes at midnight, UTC', () => {
    const before = Date.parse('2026-11-23T23:59:59.999Z');
    expect(dayOf(before + 1)).toBe(dayOf(before) + 1);
    expect(dayOf(Date.parse('2026-11-23T00:00:00.000Z'))).toBe(dayOf(before));
  });

  it('is of each game in turn', () => {
    expect([0, 1, 2, 3, 4].map((day) => gameOfDay(day, ['a', 'b', 'c', 'd']))).toEqual(['a', 'b', 'c', 'd', 'a']);
  });

  it('is every puzzle of every game before one comes again', async () => {
    const games = puzzleGames();
    expect(games.length).toBeGreaterThan(0);
    for (const [index, { id }] of games.entries()) {
      const { length } = await loadPuzzles(id);
      const days = Array.from({ length }, (_, turn) => turn * games.length + index);
      const numbers = new Set(days.map((day) => numberOfDay(day, games.length, length)));
      expect([Math.min(...numbers), Math.max(...numbers), numbers.size], id).toEqual([1, length, length]);
    }
  });

  it('is in the list of its game', async () => {
    const daily = await loadDaily(20_780);
    const puzzles = await loadPuzzles(daily?.game.id ?? '');
    expect(daily?.puzzle).toEqual(puzzles[(daily?.number ?? 0) - 1]);
  });
});

describe('the next puzzle', () => {
  // From easy to hard: 2, 4, 1, 3.
  const puzzles = [
    ['a', 2],
    ['b', 1],
    ['c', 3],
    ['d', 1],
  ].map(([id, level]) => ({ puzzle: { id, level } }) as Puzzle);
  it.each([
    [0, [], 2],
    [2, [], 4],
    [4, [], 1],
    [1, [], 3],
    [3, [], 2],
    [2, ['d'], 1],
    [3, ['b'], 4],
    [1, ['b', 'c', 'd'], null],
    [0, ['a', 'b', 'c', 'd'], null],
  ])('after number %j with %j solved is %j', (number, solved, next) =>
    expect(nextNumber(puzzles, new Set(solved), number)).toBe(next),
  );
});
