import { readFileSync } from 'node:fs';
import { SeededRng } from '@tablier/core';
import { games, isaac } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { dipOf, modesTest } from '../../strength/lost/dip.ts';
import { lostChance } from '../../strength/lost/measure.ts';
import { PAGE, siteFigures, siteFile, strengthPage } from '../../strength/strength.ts';

const rng = new SeededRng('modes');
const uniform = (): number => rng.below(1_000_000) / 1_000_000;
const sampleOf = (draw: () => number): number[] => Array.from({ length: 100 }, draw);

describe('the dip test', () => {
  test('finds the least dip in equal steps, and that of two points', () => {
    expect(dipOf([1, 2, 3, 4, 5])).toBeCloseTo(1 / 10, 12);
    expect(dipOf([0, 0, 0, 0, 1, 1, 1, 1])).toBeCloseTo(1 / 4, 12);
  });

  test('finds two kinds of moves, good and awful, and no fault in losses that become rarer', () => {
    const twoKinds = sampleOf(() => (uniform() < 0.7 ? 0.1 * uniform() : 0.8 + 0.2 * uniform()));
    const oneKind = sampleOf(() => Math.min(1, -0.2 * Math.log(1 - uniform())));
    expect(modesTest(twoKinds, rng).p).toBeLessThan(0.01);
    expect(modesTest(oneKind, rng).p).toBeGreaterThan(0.1);
  });
});

test('the first level loses more in the same positions than the last, and its first choice costs nothing', () => {
  const { levels } = lostChance(isaac, 8, { seed: 'short', nodes: 1_000 });
  const means = levels.map(({ lost }) => lost.reduce((sum, loss) => sum + loss, 0) / lost.length);
  expect(levels.every(({ lost }) => lost.length === 8 && lost.every((loss) => loss >= 0 && loss <= 1000))).toBe(true);
  expect(means[0]).toBeGreaterThan(2 * (means[7] as number));
});

/** Formatting changes spaces and the lines of tables. */
const plain = (text: string): string => text.replaceAll(/[\s|-]+/g, ' ');

test('the page Strength has the committed measurements, and at most 600 words', () => {
  expect(plain(readFileSync(PAGE, 'utf8'))).toBe(plain(strengthPage()));
  expect(plain(strengthPage()).split(' ').length).toBeLessThanOrEqual(600);
});

test.each(games.map((game) => [game.id, game] as const))(
  'the site and the bots have the measurements of %s',
  (_, game) => {
    const figures = siteFigures(game);
    expect(JSON.parse(readFileSync(siteFile(game), 'utf8'))).toEqual(figures);
    expect(game.advice.elo).toEqual(figures.levels.map(([elo]) => elo));
  },
);
