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

/** How a playout descends the tree. */
export interface Selection<P extends Position> {
  /** The child of `node` to descend to, created if its move is new. `NONE` if the tree is full. `world` is the position at `node`. */
  select(tree: Tree, node: number, world: P): number;
}

/**
 * UCB1. `trials` is the number of times that the parent could have been chosen; with sampled positions, that the child's move was legal.
 */
const upperBound = (mean: number, exploration: number, trials: number, visits: number): number =>
  mean + exploration * Math.sqrt(Math.log(trials) / visits);

/**
 * The upper bound of trying a new move. All untried moves are one arm of the bandit, which was tried once per child and has the mean
 * value of the node. With equal values, about the square root of the visits are tried, so a node with 600 moves is widened progressively
 * instead of trying all moves before any child is deepened.
 */
function novelty(mean: number, exploration: number, visits: number, tried: number): number {
  return tried === 0 ? Number.POSITIVE_INFINITY : upperBound(mean, exploration, visits, tried + 1);
}

/** For games without hidden information: the untried moves of a node are stored in the tree, the most promising first. */
export class OpenSelection<P extends Position> implements Selection<P> {
  private readonly exploration: number;
  private readonly shortlist: Shortlist<P>;

  constructor(game: BotGame<P>, exploration: number, rng: Rng) {
    this.exploration = exploration;
    this.shortlist = new Shortlist(game, rng);
  }

  select(tree: Tree, node: number, world: P): number {
    if (tree.left[node] === 0 && !this.replenish(tree, node, world)) return NONE;
    const seat = world.turn;
    const canTry = (tree.left[node] as number) > 0 && !tree.full;
    let bound = Number.NEGATIVE_INFINITY;
    const visits = tree.visits[node] as number;
    if (canTry) bound = novelty(tree.mean(node, seat), this.exploration, visits, tree.tried[node] as number);
    const scale = this.exploration * Math.sqrt(Math.log(visits));
    let best = NONE;
    for (let child = tree.child[node] as number; child !== NONE; child = tree.sibling[child] as number) {
      const value = tree.mean(child, seat) + scale / Math.sqrt(tree.visits[child] as number);
      if (value < bound) continue;
      bound = value;
      best = child;
    }
    return best === NONE && canTry ? this.tryNew(tree, node) : best;
  }

  /** Adds waiting moves to a node that has none, if there are more. Returns false if the tree is full. */
  private replenish(tree: Tree, node: number, world: P): boolean {
    const known = tree.from[node] !== NONE;
    if (known && tree.later[node] === 0) return true;
    const moves = this.shortlist.list(tree, node, world);
    return tree.wait(node, moves, this.shortlist.others) || known;
  }

  private tryNew(tree: Tree, node: number): number {
    const left = (tree.left[node] as number) - 1;
    tree.left[node] = left;
    return tree.add(node, tree.waiting[(tree.from[node] as number) + left] as number);
  }
}

/**
 * For hidden information (information-set MCTS): a node stands for all positions in which the moves that lead to it are possible. Only
 * the moves that are legal in the sampled position take part, and the bound of a move uses the number of times it was legal.
 */
export class SampledSelection<P extends Position> implements Selection<P> {
  private readonly advice: BotAdvice<P>;
  private readonly exploration: number;
  private readonly rng: Rng;
  private readonly moves: Uint16Array;
  /** By move: the child of the current node. `NONE` between two calls. */
  private readonly childOf: Int32Array;

  constructor(game: BotGame<P>, exploration: number, rng: Rng) {
    this.advice = game.advice;
    this.exploration = exploration;
    this.rng = rng;
    this.moves = new Uint16Array(game.maxMoves);
    this.childOf = new Int32Array(game.moveSpace).fill(NONE);
  }

  select(tree: Tree, node: number, world: P): number {
    const count = world.legalMoves(this.moves);
    for (let child = tree.child[node] as number; child !== NONE; child = tree.sibling[child] as number) {
      this.childOf[tree.move[child] as number] = child;
    }
    let best = NONE;
    let bound = Number.NEGATIVE_INFINITY;
    let fresh = 0;
    for (let index = 0; index < count; index++) {
      const move = this.moves[index] as number;
      const child = this.childOf[move] as number;
      if (child === NONE) {
        this.moves[fresh++] = move;
        continue;
      }
      const trials = (tree.available[child] as number) + 1;
      tree.available[child] = trials;
      const visits = tree.visits[child] as number;
      const value = upperBound(tree.mean(child, world.turn), this.exploration, trials, visits);
      if (value <= bound) continue;
      bound = value;
      best = child;
    }
    for (let child = tree.child[node] as number; child !== NONE; child = tree.sibling[child] as number) {
      this.childOf[tree.move[child] as number] = NONE;
    }
    if (fresh === 0 || tree.full) return best;
    if (best === NONE) return this.tryNew(tree, node, world, fresh);
    const mean = tree.mean(node, world.turn);
    const isKnownBetter = novelty(mean, this.exploration, tree.visits[node] as number, count - fresh) <= bound;
    return isKnownBetter ? best : this.tryNew(tree, node, world, fresh);
  }

  private tryNew(tree: Tree, node: number, world: P, fresh: number): number {
    const child = tree.add(node, this.moves[this.mostUrgent(world, fresh)] as number);
    tree.available[child] = 1;
    return child;
  }

  private mostUrgent(world: P, fresh: number): number {
    const start = this.rng.below(fresh);
    if (this.advice.priority === undefined) return start;
    let best = start;
    let most = this.advice.priority(world, this.moves[start] as number);
    for (let step = 1; step < fresh; step++) {
      const index = (start + step) % fresh;
      const urgency = this.advice.priority(world, this.moves[index] as number);
      if (urgency <= most) continue;
      most = urgency;
      best = index;
    }
    return best;
  }
}
