import '../../english.ts';
import { isaac, masker } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { HEIGHT, drawGraph, WIDTH } from '../../../src/people/ratings/graph.ts';
import { changeText, ratingText } from '../../../src/people/ratings/words.ts';
import { isRateable } from '../../../src/play/set-up/opponents.ts';

test('a provisional rating has a question mark, and a change has a sign', () => {
  expect(ratingText({ value: 1500, provisional: true })).toBe('1500?');
  expect(ratingText({ value: 1620, provisional: false })).toBe('1620');
  expect([8, 0, -12].map(changeText)).toEqual(['+8', '±0', '−12']);
});

describe('the graph of a rating', () => {
  const points = (...values: number[]) => values.map((value, at) => ({ at, value, provisional: false }));

  test('goes from left to right, and higher ratings are higher', () => {
    const drawn = drawGraph(points(1500, 1700, 1600));
    const places = (drawn?.line ?? '').split(' ').map((place) => place.split(',').map(Number));
    expect(places).toHaveLength(3);
    const [[x1 = 0, y1 = 0] = [], [x2 = 0, y2 = 0] = [], [x3 = 0, y3 = 0] = []] = places;
    expect(x1 < x2 && x2 < x3 && y2 < y3 && y3 < y1).toBe(true);
    expect([x3, y3]).toEqual([drawn?.last.x, drawn?.last.y]);
    for (const [x = -1, y = -1] of places) expect(x >= 0 && x <= WIDTH && y >= 0 && y <= HEIGHT).toBe(true);
    expect([drawn?.low, drawn?.high]).toEqual([1500, 1700]);
  });

  test('shows small changes as small, and draws one point in the middle of its height', () => {
    expect(drawGraph(points(1500))?.last.y).toBe(HEIGHT / 2);
    const flat =
      drawGraph(points(1500, 1504))
        ?.line.split(' ')
        .map((place) => Number(place.split(',')[1])) ?? [];
    expect(Math.abs((flat[0] ?? 0) - (flat[1] ?? 99))).toBeLessThan(5);
    expect(drawGraph([])).toBeNull();
  });
});

test('only a game for everyone, with drawn seats and the default options, can be rated', () => {
  const usual = { chosen: ['anyone'], first: 'drawn' } as const;
  const defaults = Object.fromEntries(Object.entries(isaac.options).map(([name, spec]) => [name, spec.default]));
  const wanted = { ...usual, options: defaults };
  expect(isRateable(isaac, wanted)).toBe(true);
  expect(isRateable(isaac, { ...wanted, chosen: ['friend'] })).toBe(false);
  expect(isRateable(isaac, { ...wanted, first: 0 })).toBe(false);
  expect(isRateable(isaac, { ...wanted, options: { ...defaults, counter: 'upTo' } })).toBe(false);
  const table = Object.fromEntries(Object.entries(masker.options).map(([name, spec]) => [name, spec.default]));
  expect(isRateable(masker, { ...wanted, options: table, chosen: ['anyone', 'anyone', '3'] })).toBe(false);
  expect(isRateable(masker, { ...wanted, options: table, chosen: ['anyone', 'invite0'] })).toBe(true);
});
