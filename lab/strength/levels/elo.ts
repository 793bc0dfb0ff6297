/** Games between two players, by index. A draw is half a point for both. */
export interface PairResult {
  readonly first: number;
  readonly other: number;
  readonly games: number;
  /** The points of the first. */
  readonly points: number;
}

/** Ratings of players, the first of whom has 0. */
export interface Ratings {
  readonly elo: readonly number[];
  /** The standard error of the difference of two ratings. */
  errorOf(one: number, other: number): number;
}

/** Elo points for each natural logarithm of the odds. */
const SCALE = 400 / Math.LN10;
/** Drawn games that are added to every pair, so that a pair without a loss has a finite difference. */
const PRIOR_GAMES = 0.5;
const ROUNDS = 200;

/** Maximum-likelihood ratings by the model of Bradley and Terry. Every player must be linked to the first one by games. */
export function fitRatings(players: number, results: readonly PairResult[]): Ratings {
  const strengths = Array.from({ length: players }, () => 0);
  for (let round = 0; round < ROUNDS; round++) {
    const { gradient, covariance } = slopeOf(strengths, results);
    for (let player = 1; player < players; player++) {
      const step = (covariance[player - 1] ?? []).reduce((sum, entry, at) => sum + entry * (gradient[at + 1] ?? 0), 0);
      strengths[player] = (strengths[player] ?? 0) + Math.max(-1, Math.min(1, step));
    }
  }
  const { covariance } = slopeOf(strengths, results);
  const entry = (one: number, other: number): number =>
    one === 0 || other === 0 ? 0 : (covariance[one - 1]?.[other - 1] ?? 0);
  return {
    elo: strengths.map((strength) => strength * SCALE),
    errorOf: (one, other) => SCALE * Math.sqrt(entry(one, one) + entry(other, other) - 2 * entry(one, other)),
  };
}

/** The gradient of the log-likelihood, and the inverse of the information matrix without the first player. */
function slopeOf(strengths: readonly number[], results: readonly PairResult[]) {
  const gradient = strengths.map(() => 0);
  const information = strengths.map(() => strengths.map(() => 0));
  const add = (row: number, column: number, value: number): void => {
    const cells = information[row] as number[];
    cells[column] = (cells[column] as number) + value;
  };
  for (const { first, other, games, points } of results) {
    const expected = 1 / (1 + Math.exp((strengths[other] as number) - (strengths[first] as number)));
    const all = games + PRIOR_GAMES;
    const surplus = points + PRIOR_GAMES / 2 - all * expected;
    gradient[first] = (gradient[first] as number) + surplus;
    gradient[other] = (gradient[other] as number) - surplus;
    const weight = all * expected * (1 - expected);
    add(first, first, weight);
    add(other, other, weight);
    add(first, other, -weight);
    add(other, first, -weight);
  }
  return { gradient, covariance: inverse(information.slice(1).map((row) => row.slice(1))) };
}

/** The inverse of a positive definite matrix, by Gauss and Jordan. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const size = matrix.length;
  const rows = matrix.map((row, index) => [...row, ...Array.from({ length: size }, (_, at) => Number(at === index))]);
  for (const [index, pivotRow] of rows.entries()) {
    const pivot = pivotRow[index] as number;
    if (!(pivot > 0)) throw new Error(`player ${index + 1} is not linked to the first one by games`);
    for (const [at, value] of pivotRow.entries()) pivotRow[at] = value / pivot;
    for (const [other, row] of rows.entries()) {
      const factor = row[index] as number;
      if (other === index || factor === 0) continue;
      for (const [at, value] of pivotRow.entries()) row[at] = (row[at] as number) - factor * value;
    }
  }
  return rows.map((row) => row.slice(size));
}

/** Wilson's 95 % interval of a share. */
export function wilson(share: number, games: number): readonly [low: number, high: number] {
  const z = 1.96;
  const centre = (share + z ** 2 / (2 * games)) / (1 + z ** 2 / games);
  const half = (z * Math.sqrt((share * (1 - share)) / games + z ** 2 / (4 * games ** 2))) / (1 + z ** 2 / games);
  return [centre - half, centre + half];
}
