import { SeededRng } from '@tablier/core';
import { expect, test } from 'vitest';
import { play as playArcanor } from '../../train/arcanor-games.ts';
import { type Choice, fitChoices, surpriseOf } from '../../train/choices.ts';
import { IsaacGames } from '../../train/isaac-games.ts';
import { deviationOf, fitLeastSquares, type LinearSample } from '../../train/least-squares.ts';
import { chance, errorOf, fitLogistic, type Sample } from '../../train/logistic.ts';
import { play as playMasker } from '../../train/masker-games.ts';
import { nascaTraining } from '../../train/nasca.ts';
import { play as playNasca } from '../../train/nasca-games.ts';
import { playGames } from '../../train/pool.ts';
import { train, type Training, weightsModule } from '../../train/training.ts';
import { WEIGHT_COUNT } from '../../../packages/games/src/arcanor/search/evaluation.ts';
import { PER_STAGE, STAGE_COUNT } from '../../../packages/games/src/isaac/evaluation.ts';
import { FEATURES } from '../../../packages/games/src/masker/beliefs.ts';
import { PER_PHASE, PHASE_STARTS, TERMS, UNIT } from '../../../packages/games/src/nasca/evaluation.ts';
import { WEIGHTS as NASCA_WEIGHTS } from '../../../packages/games/src/nasca/weights.ts';

const FITTING = { weights: 3, passes: 20, rate: 0.1, decay: 0 };

/** Results that follow from log-odds of 2 for weight 0, -1 for weight 1 and 0 for weight 2. */
function drawn(count: number): Sample[] {
  const rng = new SeededRng('samples');
  return Array.from({ length: count }, () => {
    const counts = Float32Array.from([0, 1, 2], () => rng.below(3) - 1);
    const share = 1 / (1 + Math.exp((counts[1] as number) - 2 * (counts[0] as number)));
    return { terms: Uint16Array.of(0, 1, 2), counts, result: Number(rng.below(1_000_000) < share * 1_000_000) };
  });
}

test('the fit finds the weights that the results follow from', () => {
  const samples = drawn(8_000);
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
  expect(play(1)).toEqual(all[0]);
  for (const samples of all) {
    expect(new Set(samples.map(({ result }) => result)).size).toBe(1);
    expect(samples[0]?.stage).toBe(0);
    expect(samples.slice(1).every(({ stage }) => stage > 0)).toBe(true);
  }
  expect(new Set(all.flat().map(({ result }) => result))).toEqual(new Set([0, 1]));
});

test('a game of Arcanor gives the same samples for the same seed, with results between loss and win', () => {
  const played = playArcanor(new SeededRng('arcanor'), 0, 0);
  expect(playArcanor(new SeededRng('arcanor'), 0, 0)).toEqual(played);
  expect(played.length).toBeGreaterThan(5);
  for (const { terms, counts, result } of played) {
    expect(counts).toHaveLength(terms.length);
    expect(Math.max(...terms)).toBeLessThan(WEIGHT_COUNT);
    expect([0, 0.5, 1]).toContain(result);
  }
});

test('a game of Masker gives the choices of its players, by the number of players', () => {
  const played = playMasker(new SeededRng('masker'), 0, 1);
  expect(playMasker(new SeededRng('masker'), 0, 1)).toEqual(played);
  expect(played.length).toBeGreaterThan(5);
  for (const { players, features, chosen } of played) {
    expect(players).toBe(3);
    expect(2 * chosen).toBeLessThan(features.length);
    expect(Math.max(...features)).toBeLessThan(FEATURES);
  }
});

/** Values that are 3 times term 0, less 2 times term 1, and an error of -6, 0 or 6. Term 2 changes nothing. */
function linear(count: number): LinearSample[] {
  const rng = new SeededRng('linear');
  return Array.from({ length: count }, () => {
    const counts = [0, 1, 2].map(() => rng.below(9) - 4);
    return { counts, value: 3 * (counts[0] as number) - 2 * (counts[1] as number) + 6 * (rng.below(3) - 1) };
  });
}

test('least squares find the weights, and put those that would be below 0 at 0', () => {
  const samples = linear(8_000);
  const weights = fitLeastSquares(samples, 3);
  expect(weights[0]).toBeCloseTo(3, 1);
  expect(weights[1]).toBe(0);
  expect(weights[2]).toBeCloseTo(0, 1);
  const mirrored = samples.map(({ counts: [one = 0, two = 0, three = 0], value }) => ({
    counts: [one, -two, three],
    value,
  }));
  const all = fitLeastSquares(mirrored, 3);
  expect(all[0]).toBeCloseTo(3, 1);
  expect(all[1]).toBeCloseTo(2, 1);
  expect(deviationOf(all, mirrored)).toBeCloseTo(Math.sqrt(24), 1);
  expect(deviationOf(weights, samples)).toBeGreaterThan(6);
});

test('a game of Nasca gives its positions after the random placements, with the lead at the end of the round', () => {
  const play = (game: number) => playNasca(new SeededRng(`nasca ${game}`), 0, game);
  const games = [0, 1, 2, 3, 4, 5, 6, 7].map(play);
  expect(play(0)).toEqual(games[0]);
  for (const samples of games) {
    expect(samples.length).toBeGreaterThan(12);
    expect(new Set(samples.map(({ lead }) => lead)).size).toBe(1);
    expect(samples.map(({ phase }) => phase)).toEqual(
      samples.map(({ phase }) => phase).toSorted((one, other) => one - other),
    );
    for (const { counts, lead, value } of samples) {
      expect(value).toBe(lead);
      expect(counts).toHaveLength(TERMS);
      expect(Math.abs(counts[0] as number)).toBe(1);
      expect(counts.every(Number.isInteger)).toBe(true);
    }
  }
  // The seat with more territory before the last placement mostly leads at the end.
  const agreement = games.map((samples) => (samples.at(-1)?.counts[1] ?? 0) * (samples[0]?.lead ?? 0));
  expect(agreement.reduce((sum, product) => sum + product, 0)).toBeGreaterThan(0);
  expect(new Set(games.map((samples) => samples.length)).size).toBeGreaterThan(1);
});

test('in the second generation of Nasca a value is between the lead at the end and what the search expected', () => {
  const samples = playNasca(new SeededRng('nasca later'), 1, 0);
  const lead = samples[0]?.lead ?? 0;
  expect(new Set(samples.map(({ value }) => value)).size).toBe(samples.length);
  // The first search knows little, so its value is nearer to 0 than the lead; the last one sees the end of the round.
  expect(Math.abs(samples[0]?.value ?? 0)).toBeLessThan(Math.abs(lead));
  expect(Math.abs((samples.at(-1)?.value ?? 0) - lead)).toBeLessThan(Math.abs((samples[0]?.value ?? 0) - lead));
});

test('the weights of Nasca are fitted phase by phase to the values, and their deviations to the leads', () => {
  const samples = linear(4_000).map(({ counts, value }, index) => ({
    counts: [...counts, 0, 0],
    value: value * (1 + (index % PHASE_STARTS.length)),
    lead: 0,
    phase: index % PHASE_STARTS.length,
  }));
  const { weights, curve } = nascaTraining.fit(samples, samples, new SeededRng(1));
  expect(curve).toHaveLength(PHASE_STARTS.length);
  expect(weights).toHaveLength(PER_PHASE * PHASE_STARTS.length);
  for (const phase of PHASE_STARTS.keys()) {
    expect((weights[phase * PER_PHASE] as number) / UNIT / (1 + phase)).toBeCloseTo(3, 0);
    // Without any lead, the error is the prediction: 3 times a number from -4 to 4, which deviates by the root of 20 / 3.
    expect((weights[phase * PER_PHASE + TERMS] as number) / UNIT / (1 + phase)).toBeCloseTo(3 * Math.sqrt(20 / 3), 0);
  }
  expect(nascaTraining.textOf([...NASCA_WEIGHTS])).toContain(`\n${[...NASCA_WEIGHTS].join(' ')}\n`);
});

test('the fit of choices finds how likely each feature is chosen', () => {
  const rng = new SeededRng('choices');
  const choices = Array.from({ length: 6_000 }, (): Choice => {
    // Feature 1 weighs three times as much as feature 0; features 2 and 3 weigh the same.
    const moves = [0, 1].map((feature) => [feature, 2 + rng.below(2)] as const);
    return { features: Uint16Array.from(moves.flat()), chosen: Number(rng.below(4) > 0) };
  });
  const weights = fitChoices(choices, { features: 4, passes: 5, rate: 0.02, decay: 0 }, new SeededRng(1));
  const [zero, one, two, three] = [...weights].map(Math.exp) as [number, number, number, number];
  expect(one / zero).toBeCloseTo(3, 0);
  expect(three / two).toBeCloseTo(1, 0);
  const { fitted, uniform } = surpriseOf(weights, choices);
  expect(uniform).toBeCloseTo(Math.log(2));
  expect(fitted).toBeLessThan(0.6);
});

const PLAYER = {
  module: new URL('./weights.ts', import.meta.url),
  player: new URL('./player.ts', import.meta.url),
};
const taskWith = (weight: number) => ({
  module: PLAYER.module.href,
  player: PLAYER.player.href,
  text: weightsModule('toy', [weight]),
  seed: 'pool',
  generation: 4,
});

test('workers play with the weights of their task, and their number changes nothing', async () => {
  const playBy = (workers: number, weight: number) =>
    playGames<{ game: string; result: number }>(taskWith(weight), { games: 60, workers, onGames: () => undefined });
  const [one, two, never] = await Promise.all([playBy(1, 50), playBy(2, 50), playBy(1, 0)]);
  expect(two).toEqual(one);
  expect(one.map(([sample]) => sample?.game)).toEqual(Array.from({ length: 60 }, (_, game) => `4 ${game}`));
  expect(new Set(one.map(([sample]) => sample?.result))).toEqual(new Set([0, 1]));
  expect(never.every(([sample]) => sample?.result === 0)).toBe(true);
});

test('a game that cannot be played ends the training with its error', async () => {
  const playing = playGames(taskWith(-1), { games: 60, workers: 2, onGames: () => undefined });
  await expect(playing).rejects.toThrow('the game cannot be played');
});

test('each generation is played with the weights of the one before, and the error is measured on other games', async () => {
  const lines: string[] = [];
  const training: Training<Sample, number> = {
    ...PLAYER,
    generations: [400, 200, 200],
    start: 80,
    firstKept: 2,
    maxKept: 50,
    fit: (samples, held, rng) => {
      const weights = fitLogistic(samples, { weights: 1, passes: 10, rate: 0.1, decay: 0 }, rng);
      const share = chance(weights, { terms: Uint16Array.of(0), counts: Float32Array.of(1), result: 0 });
      return { weights: Math.round(100 * share), curve: [`${held.length} held out`] };
    },
    textOf: (weight) => weightsModule('toy', [weight]),
  };
  const run = { seed: 'toy', scale: 0.5, print: (line: string) => lines.push(line), at: () => undefined };
  const text = await train(training, { ...run, workers: 1 });
  expect(lines).toEqual([
    '| 1 | 200 | 180 | 20 held out |',
    '| 2 | 100 | 90 | 10 held out |',
    '| 3 | 100 | 140 | 10 held out |',
  ]);
  const weight = Number(/`\n(\d+)\n`/u.exec(text)?.[1]);
  expect(weight).toBeGreaterThan(60);
  expect(weight).toBeLessThan(95);
});
