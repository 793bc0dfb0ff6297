import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { IsaacGames } from '../bench/train/isaac-games.ts';
import { errorOf, fitLogistic, type Sample } from '../bench/train/logistic.ts';
import { PER_STAGE, STAGE_COUNT } from '../src/isaac/placing/terms.ts';

const FITTING = { weights: 3, passes: 20, rate: 0.1, decay: 0 };

/** Results that follow from log-odds of 2 for weight 0, -1 for weight 1 and 0 for weight 2. */
function drawn(count: number): Sample[] {
  const rng = new SeededRng('samples');
  return Array.from({ length: count }, () => {
    const plus = [0, 1, 2].filter(() => rng.below(2) === 1);
    const minus = [0, 1, 2].filter(() => rng.below(2) === 1);
    const [one, two] = [plus, minus].map((terms) => 2 * Number(terms.includes(0)) - Number(terms.includes(1)));
    const share = 1 / (1 + Math.exp((two as number) - (one as number)));
    return {
      plus: Uint16Array.from(plus),
      minus: Uint16Array.from(minus),
      result: Number(rng.below(1_000_000) < share * 1_000_000),
    };
  });
}

test('the fit finds the weights that the results follow from', () => {
  const samples = drawn(20_000);
  const weights = fitLogistic(samples, FITTING, new SeededRng(1));
  expect(weights[0]).toBeCloseTo(2, 0);
  expect(weights[1]).toBeCloseTo(-1, 0);
  expect(Math.abs(weights[2] as number)).toBeLessThan(0.15);
  expect(errorOf(weights, samples).loss).toBeLessThan(errorOf(new Float64Array(3), samples).loss);
  expect(fitLogistic(samples, FITTING, new SeededRng(1))).toEqual(weights);
});

test('a game of Isaac gives the same samples for the same seed, all with the winner by best play', () => {
  const games = new IsaacGames(new Int32Array(PER_STAGE * STAGE_COUNT));
  const play = (seed: number) => games.play(new SeededRng(seed));
  const all = [1, 2, 3, 4, 5, 6].map(play);
  expect([1, 2, 3, 4, 5, 6].map(play)).toEqual(all);
  for (const samples of all) {
    expect(new Set(samples.map(({ result }) => result)).size).toBe(1);
    expect(samples[0]?.stage).toBe(0);
    expect(samples.slice(1).every(({ stage }) => stage > 0)).toBe(true);
  }
  expect(new Set(all.flat().map(({ result }) => result))).toEqual(new Set([0, 1]));
});
