import { PHASE_STARTS, TERMS, UNIT } from '../../packages/games/src/nasca/evaluation.ts';
import { deviationOf, fitLeastSquares } from './least-squares.ts';
import type { NascaSample } from './nasca-games.ts';
import { type Training, weightsModule } from './training.ts';

/** The deviation of all phases before the first fit: any does. */
const START_DEVIATION = 18 * UNIT;

/** The samples of a phase. */
const inPhase = (samples: readonly NascaSample[], phase: number): NascaSample[] =>
  samples.filter((sample) => sample.phase === phase);

/** How far the leads at the end deviate from the prediction. */
const errorOf = (weights: readonly number[], samples: readonly NascaSample[]): number =>
  deviationOf(
    weights,
    samples.map(({ counts, lead }) => ({ counts, value: lead })),
  );

/** The weights of the evaluation and its deviations, by phase. */
export const nascaTraining: Training<NascaSample, readonly number[]> = {
  module: new URL('../../packages/games/src/nasca/weights.ts', import.meta.url),
  player: new URL('./nasca-games.ts', import.meta.url),
  generations: [600, 600],
  start: PHASE_STARTS.flatMap(() => [...Array.from({ length: TERMS }, () => 0), START_DEVIATION]),
  firstKept: 2,
  maxKept: 0,
  fit: (samples, held) => {
    const fitted = PHASE_STARTS.map((_, phase) => {
      const own = inPhase(samples, phase);
      const weights = fitLeastSquares(own, TERMS);
      return { weights, deviation: errorOf(weights, own) };
    });
    return {
      weights: fitted.flatMap(({ weights, deviation }) =>
        [...weights, deviation].map((weight) => Math.round(weight * UNIT)),
      ),
      curve: fitted.map(({ weights }, phase) => errorOf(weights, inPhase(held, phase)).toFixed(1)),
    };
  },
  textOf: (weights) => weightsModule('nasca', weights),
};
