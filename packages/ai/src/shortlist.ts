import { f64, i32, type Position, type Rng, u16 } from '@tablier/core';
import type { BotAdvice, BotGame } from './advice.ts';
import { NONE, type Tree, WAITING } from './tree.ts';

/** Picks the moves of a node that are to be tried next, out of hundreds. */
export class Shortlist<P extends Position> {
  /** How many moves were left out of the last list. */
  others = 0;
  private readonly advice: BotAdvice<P>;
  private readonly rng: Rng;
  private readonly moves: Uint16Array;
  private readonly chosen = new Uint16Array(WAITING);
  private readonly urgency = new Float64Array(WAITING);

  constructor(game: BotGame<P>, rng: Rng) {
    this.advice = game.advice;
    this.rng = rng;
    this.moves = new Uint16Array(game.maxMoves);
  }

  /**
   * Up to `WAITING` moves that are no children yet, the most promising last, equals in any order. `world` stands at `node`.
   * Good until the next call.
   */
  list(tree: Tree, node: number, world: P): Uint16Array {
    const count = this.dropChildren(tree, node, world.legalMoves(this.moves));
    const size = Math.min(count, WAITING);
    if (this.advice.priority === undefined) this.draw(count, size);
    else this.rank(world, count, size);
    this.others = count - size;
    return this.chosen.subarray(0, size);
  }

  /** Takes the children of the node out of `moves`; returns how many are left. */
  private dropChildren(tree: Tree, node: number, count: number): number {
    let left = count;
    for (let child = i32(tree.child, node); child !== NONE; child = i32(tree.sibling, child)) {
      const index = this.moves.subarray(0, left).indexOf(u16(tree.move, child));
      this.moves[index] = u16(this.moves, --left);
    }
    return left;
  }

  private draw(count: number, size: number): void {
    for (let index = 0; index < size; index++) {
      const other = index + this.rng.below(count - index);
      this.chosen[index] = u16(this.moves, other);
      this.moves[other] = u16(this.moves, index);
    }
  }

  /** Keeps the best in order by insertion; begins anywhere, so that equals come in any order. */
  private rank(world: P, count: number, size: number): void {
    const { chosen, urgency, moves } = this;
    const start = count === 0 ? 0 : this.rng.below(count);
    urgency.fill(Number.NEGATIVE_INFINITY);
    for (let step = 0; step < count; step++) {
      const move = u16(moves, start + step < count ? start + step : start + step - count);
      const value = this.advice.priority?.(world, move) ?? 0;
      if (step >= size && value <= f64(urgency, 0)) continue;
      let place = 0;
      for (; place + 1 < size && f64(urgency, place + 1) < value; place++) {
        urgency[place] = f64(urgency, place + 1);
        chosen[place] = u16(chosen, place + 1);
      }
      urgency[place] = value;
      chosen[place] = move;
    }
  }
}
