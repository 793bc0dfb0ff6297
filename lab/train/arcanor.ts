import { UNIT, WEIGHT_COUNT } from '../../packages/games/src/arcanor/search/evaluation.ts';
import { errorOf, fitLogistic, type Sample } from './logistic.ts';
import { type Training, weightsModule } from './training.ts';

const FITTING = { weights: WEIGHT_COUNT, passes: 10, rate: 0.06, decay: 1e-6 };

/** The weights of the evaluation. */
export const arcanorTraining: Training<Sample, readonly number[]> = {
  module: new URL('../../packages/games/src/arcanor/search/weights.ts', import.meta.url),
  player: new URL('./arcanor-games.ts', import.meta.url),
  generations: [400, 800, ...Array.from({ length: 8 }, () => 1_500), 6_000],
  start: Array.from({ length: WEIGHT_COUNT }, () => 0),
  firstKept: 3,
  maxKept: 100_000,
  fit: (samples, held, rng) => {
    const fitted = fitLogistic(samples, FITTING, rng);
    const { loss, right } = errorOf(fitted, held);
    return {
      weights: Array.from(fitted, (weight) => Math.round(weight * UNIT)),
      curve: [loss.toFixed(4), `${(100 * right).toFixed(1)} %`],
    };
  },
  textOf: (weights) => weightsModule('arcanor', weights),
};
