import { type Level, LEVELS, SeededRng } from '@tablier/core';
import { describe, expect, test } from 'vitest';
import { courseOf, type Plays, shareOf } from '../../strength/my-match.ts';

/** The Elo of the levels where they are nearest to each other, and where they are farthest apart. */
const TABLES = {
  isaac: LEVELS.map((level) => 140 * (level - 1)),
  arcanor: LEVELS.map((level) => 330 * (level - 1)),
} as const;
const PEOPLE = 300;

/** How people of a strength, on the scale of the levels, play: `strengthAt` gives it for each of their games. */
function people(elo: readonly number[], strengthAt: (index: number) => number) {
  const rng = new SeededRng('people');
  const step = (elo[1] ?? 0) - (elo[0] ?? 0);
  const plays: Plays = (index, level: Level) => {
    const ahead = step * (strengthAt(index) - level);
    return Number(rng.below(1_000_000) / 1_000_000 < 1 / (1 + 10 ** (-ahead / 400)));
  };
  return Array.from({ length: PEOPLE }, () => courseOf(plays, 40));
}

describe.each(Object.entries(TABLES))('My match with the levels of %s', (_, elo) => {
  test.each([1, 2.5, 4, 5.5, 7.5])(
    'gives people of strength %s about half of their games from the first ten on',
    (strength) => {
      const courses = people(elo, () => strength);
      for (const [from, to] of [
        [5, 15],
        [10, 20],
        [20, 30],
        [30, 40],
      ] as const) {
        expect(shareOf(courses, from, to)).toBeGreaterThan(0.4);
        expect(shareOf(courses, from, to)).toBeLessThan(0.6);
      }
      // One who stays the same is hardly ever told otherwise.
      expect(courses.flatMap(({ told }) => told).length / PEOPLE).toBeLessThan(1);
    },
  );

  test('follows people who improve by three levels, and tells them', () => {
    const courses = people(elo, (index) => 2 + 3 * Math.min(1, Math.max(0, (index - 10) / 15)));
    for (const from of [10, 20, 30]) expect(Math.abs(shareOf(courses, from, from + 10) - 0.5)).toBeLessThan(0.1);
    const levels = (at: number) => courses.reduce((sum, { games }) => sum + (games[at]?.level ?? 0), 0) / PEOPLE;
    expect(levels(39) - levels(9)).toBeGreaterThan(2);
    expect(courses.filter(({ told }) => told.length > 0).length / PEOPLE).toBeGreaterThan(0.75);
  });
});
