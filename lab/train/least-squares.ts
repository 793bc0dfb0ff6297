/** What a linear model learns from: the value is the sum of the weights of the terms, each as often as it counts. */
export interface LinearSample {
  /** By term: how often it counts. */
  readonly counts: readonly number[];
  readonly value: number;
}

/** The pull of every weight to 0: so many samples in which the term counts once and the value is 0. */
const PULL = 1;

/**
 * The weights with the least squares of the errors. None is below 0: as long as one is, the lowest is left out and the others are fitted
 * again.
 */
export function fitLeastSquares(samples: readonly LinearSample[], terms: number): number[] {
  const equations = equationsOf(samples, terms);
  const weights = new Array<number>(terms).fill(0);
  let kept = [...weights.keys()];
  for (;;) {
    const fitted = solve(equations, kept);
    const lowest = Math.min(...fitted);
    if (lowest >= 0) {
      for (const [place, term] of kept.entries()) weights[term] = fitted[place] as number;
      return weights;
    }
    kept = kept.filter((_, place) => fitted[place] !== lowest);
  }
}

/** By term: its products with all terms and with the value, summed over the samples. */
function equationsOf(samples: readonly LinearSample[], terms: number): readonly Float64Array[] {
  const rows = Array.from({ length: terms }, (_, term) => new Float64Array(terms + 1).fill(PULL, term, term + 1));
  for (const { counts, value } of samples)
    for (const [term, row] of rows.entries())
      for (let column = 0; column <= terms; column++)
        row[column] = (row[column] as number) + (counts[term] as number) * (counts[column] ?? value);
  return rows;
}

/** The weights of the kept terms that solve the normal equations. */
function solve(equations: readonly Float64Array[], kept: readonly number[]): number[] {
  const columns = [...kept, equations.length];
  const rows = kept.map((term) => Float64Array.from(columns, (column) => equations[term]?.[column] as number));
  for (const [term, pivot] of rows.entries())
    for (const other of rows) if (other !== pivot) eliminate(other, pivot, term);
  return rows.map((row, term) => (row[kept.length] as number) / (row[term] as number));
}

/** Takes a multiple of `pivot` from `row`, so that the row has no weight for a term. */
function eliminate(row: Float64Array, pivot: Float64Array, term: number): void {
  const share = (row[term] as number) / (pivot[term] as number);
  for (let column = term; column < row.length; column++)
    row[column] = (row[column] as number) - share * (pivot[column] as number);
}

/** The root of the mean square of the errors. */
export function deviationOf(weights: readonly number[], samples: readonly LinearSample[]): number {
  let squares = 0;
  for (const { counts, value } of samples)
    squares += weights.reduce((error, weight, term) => error - weight * (counts[term] as number), value) ** 2;
  return Math.sqrt(squares / samples.length);
}
