import { type Rng, shuffle } from '@tablier/core';

/** What a logistic model learns from: the log-odds are the sum of the weights of the terms, each as often as it counts. */
export interface Sample {
  readonly terms: Uint16Array;
  /** How often each term counts; negative for the other side. */
  readonly counts: Float32Array;
  /** The share of a win, from 0 to 1. */
  readonly result: number;
}

export interface Fitting {
  readonly weights: number;
  readonly passes: number;
  readonly rate: number;
  /** The pull of every weight to 0 at each sample that has it. */
  readonly decay: number;
}

/** Nearer to 0 and 1 a chance is not reckoned with, so that an error stays finite. */
const LEAST = 1e-9;

export function chance(weights: Float64Array, { terms, counts }: Sample): number {
  let sum = 0;
  for (let index = 0; index < terms.length; index++)
    sum += (weights[terms[index] as number] as number) * (counts[index] as number);
  return 1 / (1 + Math.exp(-sum));
}

/** Stochastic gradient descent from zero, each weight with a rate of its own (AdaGrad). */
export function fitLogistic<S extends Sample>(
  samples: readonly S[],
  { weights: count, passes, rate, decay }: Fitting,
  rng: Rng,
): Float64Array {
  const weights = new Float64Array(count);
  const squares = new Float64Array(count);
  const order = [...samples];
  for (let pass = 0; pass < passes; pass++) {
    for (const sample of shuffle(order, rng)) {
      const { terms, counts } = sample;
      const error = sample.result - chance(weights, sample);
      for (let index = 0; index < terms.length; index++) {
        const term = terms[index] as number;
        const gradient = error * (counts[index] as number);
        const square = (squares[term] as number) + gradient * gradient;
        squares[term] = square;
        weights[term] = (weights[term] as number) * (1 - decay) + (rate * gradient) / Math.sqrt(square + 1e-9);
      }
    }
  }
  return weights;
}

/** The mean logarithmic error, and the share of results named correctly. */
export function errorOf(
  weights: Float64Array,
  samples: readonly Sample[],
): { readonly loss: number; readonly right: number } {
  let loss = 0;
  let right = 0;
  for (const sample of samples) {
    const share = Math.min(1 - LEAST, Math.max(LEAST, chance(weights, sample)));
    loss -= sample.result * Math.log(share) + (1 - sample.result) * Math.log(1 - share);
    right += Number(share > 0.5 === sample.result > 0.5);
  }
  return { loss: loss / samples.length, right: right / samples.length };
}
