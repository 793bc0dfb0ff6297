import type { Position, Rng } from '@tablier/core';
import type { BotAdvice, BotGame } from './advice.ts';
import { Shortlist } from './shortlist.ts';
import { NONE, type Tree } from './tree.ts';

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
