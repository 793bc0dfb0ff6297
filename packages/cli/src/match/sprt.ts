/** Pairs of games by the points of the first player: 0, 0.5, 1, 1.5, 2. */
export type PairCounts = readonly number[];

export interface Hypotheses {
  /** The difference in Elo, by the logistic formula, that is to be rejected, and the one that is to be accepted. */
  readonly elo0: number;
  readonly elo1: number;
  /** The risk of accepting `elo1` where `elo0` is true, and the other way round. */
  readonly alpha: number;
  readonly beta: number;
}

/** A pair that never occurred counts as this part of one, so that a test of few pairs is defined. */
const FAINT = 1e-3;
const HALVINGS = 60;

export const shareOfElo = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));
export const eloOfShare = (share: number): number => 400 * Math.log10(share / (1 - share));

/** The mean share of the points, and its standard error: games of a pair are not independent, pairs are. */
export function shareOfPairs(counts: PairCounts): { readonly share: number; readonly error: number } {
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, index) => sum + count * scoreAt(index, counts), 0) / pairs;
  const variance = counts.reduce((sum, count, index) => sum + count * (scoreAt(index, counts) - mean) ** 2, 0) / pairs;
  return { share: mean, error: Math.sqrt(variance / pairs) };
}

const scoreAt = (index: number, counts: PairCounts): number => index / (counts.length - 1);

/**
 * The logarithm of how much likelier the counts are under `elo1` than under `elo0`, each with the likeliest distribution that has its mean:
 * the generalised sequential probability ratio test. The outcomes are evenly spaced from 0 to 1: five for pairs of games, three for games.
 */
export function logLikelihoodRatio(counts: PairCounts, { elo0, elo1 }: Pick<Hypotheses, 'elo0' | 'elo1'>): number {
  const seen = counts.map((count) => Math.max(count, FAINT));
  const total = seen.reduce((sum, count) => sum + count, 0);
  const shares = seen.map((count) => count / total);
  const under0 = likeliest(shares, shareOfElo(elo0));
  const under1 = likeliest(shares, shareOfElo(elo1));
  return seen.reduce(
    (sum, count, index) => sum + count * Math.log((under1[index] as number) / (under0[index] as number)),
    0,
  );
}

/**
 * The distribution with this mean under which the observed shares are likeliest: p / (1 + t (score - mean)), where t makes the mean right.
 */
function likeliest(shares: readonly number[], mean: number): number[] {
  const offsets = shares.map((_, index) => scoreAt(index, shares) - mean);
  let low = -1 / Math.max(...offsets);
  let high = -1 / Math.min(...offsets);
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (low + high) / 2;
    const surplus = shares.reduce((sum, share, index) => {
      const offset = offsets[index] as number;
      return sum + (share * offset) / (1 + middle * offset);
    }, 0);
    if (surplus > 0) low = middle;
    else high = middle;
  }
  return shares.map((share, index) => share / (1 + ((low + high) / 2) * (offsets[index] as number)));
}

/** Where a ratio is so large or small that the test ends (Wald). */
export const boundsOf = ({ alpha, beta }: Hypotheses): readonly [low: number, high: number] => [
  Math.log(beta / (1 - alpha)),
  Math.log((1 - beta) / alpha),
];

export type Verdict = 'better' | 'not better' | 'open';

export function verdictOf(counts: PairCounts, hypotheses: Hypotheses): Verdict {
  const ratio = logLikelihoodRatio(counts, hypotheses);
  const [low, high] = boundsOf(hypotheses);
  if (ratio >= high) return 'better';
  return ratio <= low ? 'not better' : 'open';
}
