import { NEW_RATING, PROVISIONAL_DEVIATION, RATING_PERIOD, rateMatch } from '@tablier/match';
import { expect, test } from 'vitest';
import {
  changeColumns,
  keyOf,
  NEW_STANDING,
  nextStandings,
  ratingColumns,
  type Standing,
} from '../src/ratings/rating.ts';

const AT = 1_800_000_000_000;
const seat = (side: number, place: number, before: Standing = NEW_STANDING) => ({ side, place, before });
const counts = ({ games, wins, draws }: Standing) => [games, wins, draws];

test('a new player has played nothing', () => {
  expect(NEW_STANDING).toEqual({ ...NEW_RATING, games: 0, wins: 0, draws: 0, since: null });
});

test('a match counts as a game of all, a win of the first, and its ratings are those of the match', () => {
  const old: Standing = { ...NEW_STANDING, rating: 1700, deviation: 60, games: 9, wins: 4, draws: 2, since: AT - 5 };
  const [won, lost] = nextStandings([seat(0, 1), seat(1, 2, old)], AT);
  if (won === undefined || lost === undefined) throw new Error('no standings');
  expect([counts(won), counts(lost)]).toEqual([
    [1, 1, 0],
    [10, 4, 2],
  ]);
  const rated = rateMatch(
    [
      { side: 0, place: 1, before: NEW_RATING, since: null },
      { side: 1, place: 2, before: old, since: AT - 5 },
    ],
    AT,
  );
  expect([won, lost]).toMatchObject([...rated]);
  expect(won.rating).toBeGreaterThan(1500);
  expect(lost.rating).toBeLessThan(1700);
});

test('equal places of all are a draw; those of some are not', () => {
  expect(nextStandings([seat(0, 1), seat(1, 1)], AT).map(counts)).toEqual([
    [1, 0, 1],
    [1, 0, 1],
  ]);
  expect(nextStandings([seat(0, 1), seat(1, 1), seat(2, 3)], AT).map(counts)).toEqual([
    [1, 1, 0],
    [1, 1, 0],
    [1, 0, 0],
  ]);
});

test('a clock that went back does not let time pass twice', () => {
  const since = (before: number | null): number | null | undefined =>
    nextStandings([seat(0, 1, { ...NEW_STANDING, since: before }), seat(1, 2)], AT)[0]?.since;
  expect([since(null), since(AT - 1), since(AT + 1)]).toEqual([AT, AT, AT + 1]);
});

test('a row has the time of its rating, and until when it is not provisional', () => {
  expect(ratingColumns(NEW_STANDING)).toEqual({
    ...NEW_RATING,
    games: 0,
    wins: 0,
    draws: 0,
    updated_at: 0,
    settled_until: 0,
  });
  expect(ratingColumns({ ...NEW_STANDING, since: AT })).toMatchObject({ updated_at: AT, settled_until: 0 });
  const settled: Standing = { ...NEW_STANDING, deviation: 60, since: AT };
  const periods = (PROVISIONAL_DEVIATION ** 2 - 60 ** 2) / (settled.volatility * 173.7178) ** 2;
  const row = ratingColumns(settled);
  expect(row).not.toHaveProperty('since');
  expect(row.updated_at).toBe(AT);
  expect(Number.isInteger(row.settled_until)).toBe(true);
  expect(Math.abs(row.settled_until - AT - periods * RATING_PERIOD)).toBeLessThan(RATING_PERIOD / 1000);
});

test('a change has the rating before and after it', () => {
  const before: Standing = { ...NEW_STANDING, since: 5 };
  expect(changeColumns(before, { rating: 1600, deviation: 100, volatility: 0.05 })).toEqual({
    rating_before: 1500,
    deviation_before: 350,
    volatility_before: 0.06,
    since: 5,
    rating: 1600,
    deviation: 100,
    volatility: 0.05,
  });
});

test('there is one rating for an account, a game and a pace', () => {
  expect(keyOf('ada', { game: 'isaac', pace: 'quick' })).toBe('ada isaac quick');
});
