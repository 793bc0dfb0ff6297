import { OTHER, type Played } from './game.ts';

/** Pairs of games by the points of the first player: 0, 0.5, 1, 1.5, 2. */
type PairCounts = readonly number[];

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

/** 95 % of normal errors are within so many standard errors. */
const SIGMAS = 1.96;
/** A share of 0 or 1 would be an infinite difference. */
const LEAST_SHARE = 0.001;

/** The counts of a match: of games, and of pairs by the points of A. */
export class Standing {
  readonly score = { games: 0, a: 0, b: 0, draws: 0 };
  readonly forfeits = { a: 0, b: 0 };
  readonly pairs = [0, 0, 0, 0, 0];
  readonly #hypotheses: Hypotheses | null;
  /** Twice the points of A in the first finished game of a pair. */
  readonly #halves = new Map<number, number>();

  /** `hypotheses`: of a sequential test; `null` for none. */
  constructor(hypotheses: Hypotheses | null) {
    this.#hypotheses = hypotheses;
  }

  add({ index, winner, fault }: Played): void {
    this.score.games++;
    this.score[winner ?? 'draws']++;
    if (fault !== undefined && winner !== null) this.forfeits[OTHER[winner]]++;
    const points = winner === null ? 1 : winner === 'a' ? 2 : 0;
    const other = this.#halves.get(index >> 1);
    if (other === undefined) this.#halves.set(index >> 1, points);
    else this.pairs[points + other] = (this.pairs[points + other] ?? 0) + 1;
  }

  get isDecided(): boolean {
    return this.#hypotheses !== null && this.#hasPairs && verdictOf(this.pairs, this.#hypotheses) !== 'open';
  }

  get #hasPairs(): boolean {
    return this.pairs.some((count) => count > 0);
  }

  /** The last line of the output. */
  summary(): object {
    const { a, b } = this.forfeits;
    const test = this.#hypotheses;
    return {
      ...this.score,
      ...(a + b > 0 && { forfeits: this.forfeits }),
      ...(test !== null &&
        this.#hasPairs && {
          ...{ pairs: this.pairs, elo: this.#elo().map(Math.round) },
          ...{ llr: Number(logLikelihoodRatio(this.pairs, test).toFixed(2)), verdict: verdictOf(this.pairs, test) },
        }),
    };
  }

  /** The table for a terminal. */
  lines(names: { readonly a: string; readonly b: string }): string[] {
    const { games, draws } = this.score;
    const row = (side: 'a' | 'b'): string => {
      const points = this.score[side] + draws / 2;
      const forfeits = this.forfeits[side] === 0 ? '' : `, ${this.forfeits[side]} forfeited`;
      const share = games === 0 ? '' : `${((100 * points) / games).toFixed(1)} %`.padStart(8);
      return `${side.toUpperCase()} ${names[side].slice(0, 40).padEnd(40)} ${String(points).padStart(7)}${share}${forfeits}`;
    };
    if (!this.#hasPairs) return [row('a'), row('b')];
    const [elo = 0, error = 0] = this.#elo();
    const pairs = `pairs ${this.pairs.join(' ')}   Elo ${elo.toFixed(0)} ± ${error.toFixed(0)}`;
    return [row('a'), row('b'), pairs, ...this.#testLines()];
  }

  #testLines(): string[] {
    if (this.#hypotheses === null) return [];
    const [low, high] = boundsOf(this.#hypotheses);
    const ratio = logLikelihoodRatio(this.pairs, this.#hypotheses);
    return [`LLR ${ratio.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)})`];
  }

  /** The difference, and how far it may be off. */
  #elo(): [number, number] {
    const { share, error } = shareOfPairs(this.pairs);
    const eloAt = (at: number): number => eloOfShare(Math.min(1 - LEAST_SHARE, Math.max(LEAST_SHARE, at)));
    return [eloAt(share), (eloAt(share + SIGMAS * error) - eloAt(share - SIGMAS * error)) / 2];
  }
}
