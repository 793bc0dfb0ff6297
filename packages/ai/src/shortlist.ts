import type { Position, Rng } from '@tablier/core';
import type { BotAdvice, BotGame } from './advice.ts';
import { NONE, type Tree, WAITING } from './tree.ts';

/** Selects the moves of a node to try next, out of hundreds. */
export class Shortlist<P extends Position> {
  /** The number of moves left out of the last list. */
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
   * Up to `WAITING` moves without a child, the most promising last, ties in random order. `world` is the position at `node`.
   * Valid until the next call.
   */
  list(tree: Tree, node: number, world: P): Uint16Array {
    const count = this.dropChildren(tree, node, world.legalMoves(this.moves));
    const size = Math.min(count, WAITING);
    if (this.advice.priority === undefined) this.draw(count, size);
    else this.rank(world, count, size);
    this.others = count - size;
    return this.chosen.subarray(0, size);
  }

  /** Removes the moves of the node's children from `moves`. Returns the number left. */
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

  /** Keeps the best moves by insertion. Starts at a random index, so that ties are in random order. */
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
