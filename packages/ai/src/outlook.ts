import type { Move, Position } from '@tablier/core';

/** Moves that an outlook judged. */
export interface JudgedMoves {
  /** The judged moves come first. */
  readonly moves: Uint16Array;
  /** By place in `moves`: the log-odds that the mover wins after it. */
  readonly odds: Float64Array;
  /** How many were judged. */
  count: number;
}

/** Evaluates the moves of a position at once, for two seats that see everything. */
export interface Outlook<P extends Position> {
  /** Writes the legal moves that are worth trying into `into`, ascending. Returns the log-odds of the position for the mover. */
  judge(position: P, into: JudgedMoves): number;
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
  private readonly judged: JudgedMoves;
  /** The places in `judged` of the most promising ones, the best first. */
  private readonly order: Int32Array;
  private readonly priors: Float64Array;

  /** `most`: no more moves than these. `softness`: the difference in log-odds that makes a prior e times smaller. */
  constructor(outlook: Outlook<P>, softness: number, most: number, maxMoves: number) {
    this.outlook = outlook;
    this.softness = softness;
    this.judged = { moves: new Uint16Array(maxMoves), odds: new Float64Array(maxMoves), count: 0 };
    this.order = new Int32Array(most);
    this.priors = new Float64Array(most);
  }

  /** `jitters`: by move, what is added to its log-odds. */
  find(position: P, jitters: ReadonlyMap<Move, number> | null): void {
    const { judged } = this;
    this.own = this.outlook.judge(position, judged);
    if (jitters !== null) this.jitter(jitters);
    this.count = this.rank();
    this.weigh();
  }

  move(place: number): Move {
    return this.judged.moves[this.order[place] as number] as number;
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
    return this.judged.odds[this.order[place] as number] as number;
  }

  private jitter(jitters: ReadonlyMap<Move, number>): void {
    const { moves, odds, count } = this.judged;
    for (let place = 0; place < count; place++)
      odds[place] = (odds[place] as number) + (jitters.get(moves[place] as number) ?? 0);
  }

  /** Sets `order` by insertion. Returns the number of moves in it. */
  private rank(): number {
    const { order } = this;
    const { odds, count } = this.judged;
    const most = order.length;
    let kept = 0;
    for (let index = 0; index < count; index++) {
      const value = odds[index] as number;
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
