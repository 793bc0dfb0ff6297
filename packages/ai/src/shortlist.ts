import type { Position, Rng } from '@tablier/core';
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
    for (let child = tree.child[node] as number; child !== NONE; child = tree.sibling[child] as number) {
      const index = this.moves.subarray(0, left).indexOf(tree.move[child] as number);
      this.moves[index] = this.moves[--left] as number;
    }
    return left;
  }

  private draw(count: number, size: number): void {
    for (let index = 0; index < size; index++) {
      const other = index + this.rng.below(count - index);
      this.chosen[index] = this.moves[other] as number;
      this.moves[other] = this.moves[index] as number;
    }
  }

  /** Keeps the best in order by insertion; begins anywhere, so that equals come in any order. */
  private rank(world: P, count: number, size: number): void {
    const { chosen, urgency, moves } = this;
    const start = count === 0 ? 0 : this.rng.below(count);
    urgency.fill(Number.NEGATIVE_INFINITY);
    for (let step = 0; step < count; step++) {
      const move = moves[start + step < count ? start + step : start + step - count] as number;
      const value = this.advice.priority?.(world, move) ?? 0;
      if (step >= size && value <= (urgency[0] as number)) continue;
      let place = 0;
      for (; place + 1 < size && (urgency[place + 1] as number) < value; place++) {
        urgency[place] = urgency[place + 1] as number;
        chosen[place] = chosen[place + 1] as number;
      }
      urgency[place] = value;
      chosen[place] = move;
    }
  }
}
