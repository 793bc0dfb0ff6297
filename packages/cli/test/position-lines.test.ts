import { expect, test } from 'vitest';
import { isPlayable, limitsOf } from '../src/bot/position-lines.ts';

test.each([
  ['isaac', {}, true],
  ['nasca', { landscape: 'none' }, true],
  ['nasca', { landscape: 'random' }, false],
  ['arcanor', { table: 'open' }, true],
  // Of the moves at a memory table only the last is shown, so an engine would be told another position.
  ['arcanor', { table: 'memory' }, false],
  ['masker', {}, false],
])('an engine can be told the position of %s with %o: %s', (game, options, isTold) => {
  expect(isPlayable({ game, options, players: 2 })).toBe(isTold);
});

const seats = [
  { left: 90_000.5, periods: 0, vacation: 0, away: false },
  { left: 0, periods: 0, vacation: 0, away: false },
];

test.each([
  [{ system: 'sudden-death', base: 90 }, 'p1time 90000 p2time 1'],
  [{ system: 'fischer', base: 90, increment: 3 }, 'p1time 90000 p1inc 3000 p2time 1 p2inc 3000'],
  [{ system: 'bronstein', base: 90, delay: 2 }, 'p1time 90000 p1inc 2000 p2time 1 p2inc 2000'],
  [{ system: 'delay', base: 0, delay: 2 }, 'p1time 92000 p1inc 2000 p2time 2000 p2inc 2000'],
  [{ system: 'byo-yomi', base: 0, periods: 3, period: 5 }, 'p1time 95000 p1inc 5000 p2time 5000 p2inc 5000'],
  [{ system: 'days', days: 3, vacation: 0 }, 'movetime 250'],
] as const)('the limits of a search with the clock %o are %s', (terms, limits) => {
  expect(limitsOf({ terms, seats }, 250)).toBe(limits);
});

test('without a clock a move has the fixed time', () => {
  expect(limitsOf(null, 250)).toBe('movetime 250');
});
