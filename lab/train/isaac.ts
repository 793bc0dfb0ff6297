import { PER_STAGE, STAGE_COUNT, UNIT } from '../../packages/games/src/isaac/evaluation.ts';
import type { IsaacSample } from './isaac-games.ts';
import { errorOf, fitLogistic } from './logistic.ts';
import { type Training, weightsModule } from './training.ts';

const FITTING = { weights: PER_STAGE * STAGE_COUNT, passes: 6, rate: 0.06, decay: 2e-6 };

/** The weights of the placement. */
export const isaacTraining: Training<IsaacSample, readonly number[]> = {
  module: new URL('../../packages/games/src/isaac/weights.ts', import.meta.url),
  player: new URL('./isaac-games.ts', import.meta.url),
  generations: [4_000, 6_000, 12_000, 25_000, 45_000],
  start: Array.from({ length: FITTING.weights }, () => 0),
  firstKept: 2,
  maxKept: 400_000,
  fit: (samples, held, rng) => {
    const fitted = fitLogistic(samples, FITTING, rng);
    return { weights: Array.from(fitted, (weight) => Math.round(weight / UNIT)), curve: curve(fitted, held) };
  },
  textOf: (weights) => weightsModule('isaac', weights),
};

/** By stage: the error on games that were held out. */
const curve = (weights: Float64Array, held: readonly IsaacSample[]): string[] =>
  Array.from({ length: STAGE_COUNT }, (_, stage) => {
    const { loss, right } = errorOf(
      weights,
      held.filter((sample) => sample.stage === stage),
    );
    return `${loss.toFixed(3)}, ${(100 * right).toFixed(1)} %`;
  });
