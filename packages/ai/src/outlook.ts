import type { Move, Position } from '@tablier/core';

/** Evaluates all moves of a position at once, for two seats that see everything. */
export interface Outlook<P extends Position> {
  /**
   * Writes the log-odds that the mover wins after each of the first `count` moves into `into`; `-Infinity` for moves that are not to be
   * tried. Returns the log-odds of the position.
   */
  judge(position: P, moves: Uint16Array, count: number, into: Float64Array): number;
}

/** The share of a win that these log-odds are. */
export const shareOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

/** The most promising moves of a position, with their priors. */
export class Promising<P extends Position> {
  /** How many there are. */
  count = 0;
  /** The log-odds of the mover. */
  own = 0;
  private readonly outlook: Outlook<P>;
  private readonly softness: number;
  private readonly moves: Uint16Array;
  private readonly odds: Float64Array;
  /** The indices in `moves` of the most promising ones, the best first. */
  private readonly order: Int32Array;
  private readonly priors: Float64Array;

  /** `most`: no more moves than these. `softness`: the difference in log-odds that makes a prior e times smaller. */
  constructor(outlook: Outlook<P>, softness: number, most: number, maxMoves: number) {
    this.outlook = outlook;
    this.softness = softness;
    this.moves = new Uint16Array(maxMoves);
    this.odds = new Float64Array(maxMoves);
    this.order = new Int32Array(most);
    this.priors = new Float64Array(most);
  }

  /** `jitter` is added to the log-odds of each move. */
  find(position: P, jitter: (() => number) | null): void {
    const { moves, odds } = this;
    const all = position.legalMoves(moves);
    this.own = this.outlook.judge(position, moves, all, odds);
    if (jitter !== null) for (let index = 0; index < all; index++) odds[index] = (odds[index] as number) + jitter();
    this.count = this.rank(all);
    this.weigh();
  }

  move(place: number): Move {
    return this.moves[this.order[place] as number] as number;
  }

  /** The part of the visits that the move seems to deserve. */
  prior(place: number): number {
    return this.priors[place] as number;
  }

  /** The share of a win that the mover can expect after the move. */
  hope(place: number): number {
    return shareOf(this.oddsAt(place));
  }

  private oddsAt(place: number): number {
    return this.odds[this.order[place] as number] as number;
  }

  /** Sets `order` by insertion. Returns the number of moves in it. */
  private rank(all: number): number {
    const { order, odds } = this;
    const most = order.length;
    let kept = 0;
    for (let index = 0; index < all; index++) {
      const value = odds[index] as number;
      if (value === Number.NEGATIVE_INFINITY) continue;
      if (kept === most && value <= this.oddsAt(kept - 1)) continue;
      let place = kept === most ? kept - 1 : kept++;
      for (; place > 0 && this.oddsAt(place - 1) < value; place--) order[place] = order[place - 1] as number;
      order[place] = index;
    }
    return kept;
  }

  /** Sets `priors` to the softmax of the odds. */
  private weigh(): void {
    const { priors, count, softness } = this;
    let sum = 0;
    for (let place = 0; place < count; place++) {
      const weight = Math.exp((this.oddsAt(place) - this.oddsAt(0)) / softness);
      priors[place] = weight;
      sum += weight;
    }
    for (let place = 0; place < count; place++) priors[place] = (priors[place] as number) / sum;
  }
}
