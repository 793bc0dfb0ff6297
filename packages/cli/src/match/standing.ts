import { OTHER, type Played } from './game.ts';
import { boundsOf, eloOfShare, type Hypotheses, logLikelihoodRatio, shareOfPairs, verdictOf } from './sprt.ts';

/** 95 % of normal errors are within so many standard errors. */
const SIGMAS = 1.96;
/** A share of 0 or 1 would be an infinite difference. */
const FAINT = 0.001;

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

  /** Whether the sequential test has its verdict. */
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
    const eloAt = (at: number): number => eloOfShare(Math.min(1 - FAINT, Math.max(FAINT, at)));
    return [eloAt(share), (eloAt(share + SIGMAS * error) - eloAt(share - SIGMAS * error)) / 2];
  }
}
