import type { Rng } from '@tablier/core';

/** A choice between moves: two features of each move, and the index of the move that was made. */
export interface Choice {
  readonly features: Uint16Array;
  readonly chosen: number;
}

export interface ChoiceFitting {
  readonly features: number;
  readonly passes: number;
  readonly rate: number;
  /** The pull of every weight to 0 at each choice that has it. */
  readonly decay: number;
}

/** The moves of a choice. */
const countOf = ({ features }: Choice): number => features.length / 2;

/** Writes the probability of each move into `shares`: the logarithm of its weight is the sum of the weights of both features. */
function predict(choice: Choice, weights: Float64Array, shares: Float64Array): void {
  const { features } = choice;
  const count = countOf(choice);
  let sum = 0;
  for (let move = 0; move < count; move++) {
    const logit =
      (weights[features[2 * move] as number] as number) + (weights[features[2 * move + 1] as number] as number);
    sum += shares[move] = Math.exp(logit);
  }
  for (let move = 0; move < count; move++) shares[move] = (shares[move] as number) / sum;
}

const sharesFor = (choices: readonly Choice[]): Float64Array =>
  new Float64Array(choices.reduce((most, choice) => Math.max(most, countOf(choice)), 0));

/** Multinomial logistic regression by stochastic gradient descent, with a rate that falls from pass to pass. Logarithms of weights. */
export function fitChoices(
  choices: readonly Choice[],
  { features: length, passes, rate, decay }: ChoiceFitting,
  rng: Rng,
): Float64Array {
  const weights = new Float64Array(length);
  const shares = sharesFor(choices);
  for (let step = 0; step < passes * choices.length; step++) {
    const choice = choices[rng.below(choices.length)] as Choice;
    const stepRate = rate / (1 + Math.floor(step / choices.length));
    predict(choice, weights, shares);
    for (let index = 0; index < choice.features.length; index++) {
      const feature = choice.features[index] as number;
      const move = index >> 1;
      const change = stepRate * (Number(move === choice.chosen) - (shares[move] as number));
      weights[feature] = (weights[feature] as number) * (1 - decay) + change;
    }
  }
  return weights;
}

/** The mean surprise at the moves that were made, in nats, and that of equal probabilities. */
export function surpriseOf(
  weights: Float64Array,
  choices: readonly Choice[],
): { readonly fitted: number; readonly uniform: number } {
  const shares = sharesFor(choices);
  let fitted = 0;
  let uniform = 0;
  for (const choice of choices) {
    predict(choice, weights, shares);
    fitted -= Math.log(shares[choice.chosen] as number);
    uniform += Math.log(countOf(choice));
  }
  return { fitted: fitted / choices.length, uniform: uniform / choices.length };
}
