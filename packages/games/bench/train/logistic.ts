import { type Rng, shuffle } from '@tablier/core';

/** What a logistic model learns from: the log-odds are the sum of the weights `plus`, less those of `minus`. */
export interface Sample {
  readonly plus: Uint16Array;
  readonly minus: Uint16Array;
  /** 1 or 0. */
  readonly result: number;
}

export interface Fitting {
  readonly weights: number;
  readonly passes: number;
  readonly rate: number;
  /** The pull of every weight to 0 at each sample that has it. */
  readonly decay: number;
}

export function chance(weights: Float64Array, { plus, minus }: Sample): number {
  let sum = 0;
  for (const index of plus) sum += weights[index] as number;
  for (const index of minus) sum -= weights[index] as number;
  return 1 / (1 + Math.exp(-sum));
}

/** Stochastic gradient descent from zero, each weight with a rate of its own (AdaGrad). */
export function fitLogistic(samples: readonly Sample[], { weights: count, passes, rate, decay }: Fitting, rng: Rng) {
  const weights = new Float64Array(count);
  const squares = new Float64Array(count);
  const order = [...samples];
  const move = (index: number, gradient: number): void => {
    const square = (squares[index] as number) + gradient * gradient;
    squares[index] = square;
    weights[index] = (weights[index] as number) * (1 - decay) + (rate * gradient) / Math.sqrt(square + 1e-9);
  };
  for (let pass = 0; pass < passes; pass++) {
    for (const sample of shuffle(order, rng)) {
      const error = sample.result - chance(weights, sample);
      for (const index of sample.plus) move(index, error);
      for (const index of sample.minus) move(index, -error);
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
    const share = chance(weights, sample);
    loss -= Math.log(sample.result === 1 ? share : 1 - share);
    right += Number(share > 0.5 === (sample.result === 1));
  }
  return { loss: loss / samples.length, right: right / samples.length };
}
