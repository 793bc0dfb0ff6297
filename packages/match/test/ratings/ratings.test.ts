import { describe, expect, test } from 'vitest';
import {
  deviationAfter,
  NEW_RATING,
  periodsUntilProvisional,
  PROVISIONAL_DEVIATION,
  rateMatch,
  type RatedSeat,
  type Rating,
  RATING_PERIOD,
  updateRating,
} from '../../src/index.ts';

const rated = (rating: number, deviation: number): Rating => ({ rating, deviation, volatility: 0.06 });
const seat = (before: Rating, place: number, side: number, since: number | null = 0): RatedSeat => ({
  before,
  since,
  place,
  side,
});
const [PLAYER, STRONG, WEAK] = [rated(1500, 60), rated(1700, 60), rated(1300, 60)];
const gain = (seats: readonly RatedSeat[], index: number): number =>
  (rateMatch(seats, 0)[index]?.rating ?? Number.NaN) - (seats[index]?.before.rating ?? Number.NaN);

describe('Glicko-2', () => {
  // The paper rounds its intermediate results, and cuts the volatility 0.059996 off.
  test('computes the worked example of the paper', () => {
    const results = [
      { opponent: rated(1400, 30), score: 1 },
      { opponent: rated(1550, 100), score: 0 },
      { opponent: rated(1700, 300), score: 0 },
    ];
    const { rating, deviation, volatility } = updateRating(rated(1500, 200), results, 1);
    expect(Math.abs(rating - 1464.06)).toBeLessThan(0.01);
    expect(deviation.toFixed(2)).toBe('151.52');
    expect(Math.abs(volatility - 0.05999)).toBeLessThan(0.00001);
    expect(volatility).toBeCloseTo(0.059996, 6);
  });

  test('raises the volatility after results that fit no constant strength', () => {
    const lost = Array.from({ length: 8 }, () => ({ opponent: rated(1100, 50), score: 0 }));
    expect(updateRating(rated(1900, 50), lost, 1).volatility).toBeGreaterThan(0.0605);
  });

  test('lets the deviation grow by the new volatility, after results that change it', () => {
    const own = { rating: 1900, deviation: 50, volatility: 0.06 };
    const lost = Array.from({ length: 8 }, () => ({ opponent: rated(1100, 50), score: 0 }));
    // Steps 6 and 7 of the paper, written out.
    const { deviation, volatility } = updateRating(own, lost, 1);
    const g = 1 / Math.sqrt(1 + (3 * (50 / 173.7178) ** 2) / Math.PI ** 2);
    const expected = 1 / (1 + Math.exp((-g * 800) / 173.7178));
    const information = 8 * g * g * expected * (1 - expected);
    const before = Math.hypot(50 / 173.7178, volatility);
    expect(deviation).toBeCloseTo(173.7178 / Math.sqrt(1 / before ** 2 + information), 6);
    expect(volatility).toBeGreaterThan(0.0605);
  });

  test('lets the deviation grow with time, at most to that of a new player', () => {
    expect(deviationAfter(PLAYER, 0)).toBe(60);
    expect(deviationAfter(PLAYER, 1)).toBeCloseTo(Math.hypot(60, 0.06 * 173.7178), 9);
    expect(deviationAfter(PLAYER, 2.5)).toBeLessThan(deviationAfter(PLAYER, 3));
    expect(deviationAfter(PLAYER, 1e9)).toBe(NEW_RATING.deviation);
    expect(updateRating(PLAYER, [], 4)).toEqual({ ...PLAYER, deviation: deviationAfter(PLAYER, 4) });
  });

  test('knows when a rating becomes provisional', () => {
    expect(deviationAfter(PLAYER, periodsUntilProvisional(PLAYER))).toBeCloseTo(PROVISIONAL_DEVIATION, 9);
    expect(periodsUntilProvisional(rated(1500, 120))).toBe(0);
    // About fifteen months for a player with a deviation of 50.
    expect((periodsUntilProvisional(rated(1500, 50)) * RATING_PERIOD) / (24 * 3_600_000)).toBeCloseTo(442, 0);
  });
});

describe('a match', () => {
  test('of two is one game of Glicko-2', () => {
    const [won, lost] = rateMatch([seat(PLAYER, 1, 0), seat(STRONG, 2, 1)], RATING_PERIOD);
    const grown = (own: Rating) => ({ ...own, deviation: deviationAfter(own, 1) });
    expect(won).toEqual(updateRating(PLAYER, [{ opponent: grown(STRONG), score: 1 }], 1));
    expect(lost).toEqual(updateRating(STRONG, [{ opponent: grown(PLAYER), score: 0 }], 1));
  });

  test('of equals that ends in a draw changes no rating, but makes each more certain', () => {
    for (const { rating, deviation } of rateMatch(
      [1, 1, 1].map((place, side) => seat(PLAYER, place, side)),
      0,
    )) {
      expect(rating).toBeCloseTo(1500, 9);
      expect(deviation).toBeLessThan(60);
    }
  });

  test('of three or four equals rewards places evenly, and is as much evidence as one of two', () => {
    const three = [1, 2, 3].map((place, side) => seat(PLAYER, place, side));
    const two = three.slice(0, 2);
    expect(gain(three, 0)).toBeCloseTo(gain(two, 0), 9);
    expect(gain(three, 1)).toBeCloseTo(0, 9);
    expect(gain(three, 2)).toBeCloseTo(-gain(three, 0), 9);
    expect(rateMatch(three, 0)[1]?.deviation).toBeCloseTo(rateMatch(two, 0)[1]?.deviation ?? 0, 9);
    const four = [1, 2, 2, 4].map((place, side) => seat(PLAYER, place, side));
    expect(gain(four, 1)).toBeCloseTo(gain(four, 2), 9);
    expect(gain(four, 0)).toBeCloseTo(gain(two, 0), 9);
  });

  test('of teams changes partners alike, the stronger and the weaker', () => {
    const teams = [seat(STRONG, 1, 0), seat(PLAYER, 2, 1), seat(WEAK, 1, 0), seat(PLAYER, 2, 1)];
    expect(gain(teams, 0)).toBeCloseTo(gain(teams, 2), 9);
    // Both sides have the same mean, so the win is worth as much as one of equals with these deviations.
    expect(gain(teams, 0)).toBeCloseTo(gain([seat(PLAYER, 1, 0), seat(PLAYER, 2, 1)], 0), 9);
    expect(gain(teams, 1)).toBeCloseTo(-gain(teams, 0), 9);
  });

  test('does not depend on the order of its seats, and takes no time from a clock that went back', () => {
    const seats = [seat(STRONG, 2, 0, 5), seat(PLAYER, 1, 1, 9), seat(WEAK, 3, 2, null)];
    const [strong, player, weak] = rateMatch(seats, 2);
    expect(rateMatch([...seats].reverse(), 2)).toEqual([weak, player, strong]);
    expect([strong, player, weak]).toEqual(rateMatch(seats, 0));
  });
});
