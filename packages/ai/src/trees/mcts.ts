import { isLegal, type Move, NOBODY, type Position, type Rng } from '@tablier/core';
import { type BotAdvice, type BotGame, type Evaluate, evaluationOf } from '../contract/advice.ts';
import type { Budget, RootLine, SearchResult, Task } from '../contract/search.ts';
import { NONE, ROOT, Tree, WAITING } from './tree.ts';
import { type TreeOptions, TreeSearch } from './tree-search.ts';

/** Selects the moves of a node to try next, out of hundreds. */
export class Shortlist {
  /** The number of moves left out of the last list. */
  others = 0;
  private readonly advice: BotAdvice;
  private readonly rng: Rng;
  private readonly moves: Uint16Array;
  private readonly chosen = new Uint16Array(WAITING);
  private readonly urgency = new Float64Array(WAITING);

  constructor(game: BotGame, rng: Rng) {
    this.advice = game.advice;
    this.rng = rng;
    this.moves = new Uint16Array(game.maxMoves);
  }

  /** Up to `WAITING` moves without a child, the most promising last, ties in random order. Valid until the next call. */
  list(tree: Tree, node: number, world: Position): Uint16Array {
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
  private rank(world: Position, count: number, size: number): void {
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
interface Selection {
  /** The child of `node` to descend to, created if its move is new. `NONE` if the tree is full. `world` is the position at `node`. */
  select(tree: Tree, node: number, world: Position): number;
}

/** UCB1. `trials`: how often the parent could have been chosen; with sampled positions, how often the move was legal. */
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
export class OpenSelection implements Selection {
  private readonly exploration: number;
  private readonly shortlist: Shortlist;

  constructor(game: BotGame, exploration: number, rng: Rng) {
    this.exploration = exploration;
    this.shortlist = new Shortlist(game, rng);
  }

  select(tree: Tree, node: number, world: Position): number {
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
  private replenish(tree: Tree, node: number, world: Position): boolean {
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

/** Information-set MCTS: only the moves that are legal in the sampled position take part, and bounds count how often a move was legal. */
class SampledSelection implements Selection {
  private readonly advice: BotAdvice;
  private readonly exploration: number;
  private readonly rng: Rng;
  private readonly moves: Uint16Array;
  /** By move: the child of the current node. `NONE` between two calls. */
  private readonly childOf: Int32Array;

  constructor(game: BotGame, exploration: number, rng: Rng) {
    this.advice = game.advice;
    this.exploration = exploration;
    this.rng = rng;
    this.moves = new Uint16Array(game.maxMoves);
    this.childOf = new Int32Array(game.moveSpace).fill(NONE);
  }

  select(tree: Tree, node: number, world: Position): number {
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

  private tryNew(tree: Tree, node: number, world: Position, fresh: number): number {
    const child = tree.add(node, this.moves[this.mostUrgent(world, fresh)] as number);
    tree.available[child] = 1;
    return child;
  }

  private mostUrgent(world: Position, fresh: number): number {
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

/** How many positions are sampled to find one in which a given move is legal. */
const TRIES = 1000;

/** Monte Carlo tree search (UCT), max^n for any number of seats. With hidden information every playout starts from another sample. */
export class MctsSearch extends TreeSearch {
  private readonly evaluate: Evaluate;
  private readonly sampled: boolean;
  private readonly selection: Selection;
  private readonly tree: Tree;
  private readonly seats: number;
  /** By seat, and the lead if it is wanted. */
  private readonly values: Float64Array;
  private readonly root: Position;
  private world: Position;

  constructor(task: Task, searched: TreeOptions, budget: Budget, rng: Rng) {
    super(task, searched, budget, rng);
    const { game, options, knowledge } = task;
    this.evaluate = evaluationOf(game);
    this.sampled = game.secrets.hides(options);
    this.root = game.secrets.sample(knowledge, rng);
    this.world = game.secrets.sample(knowledge, rng);
    if (this.root.turn === NOBODY) throw new Error('the game is over');
    this.seats = this.root.outcome().scores.length;
    const columns = (this.rootOptions?.lead ?? null) === null ? this.seats : this.seats + 1;
    this.tree = new Tree(columns);
    this.values = new Float64Array(columns);
    const Chosen = this.sampled ? SampledSelection : OpenSelection;
    this.selection = new Chosen(game, this.plan.exploration, rng);
  }

  result(): SearchResult {
    const favourite = this.tree.favourite(ROOT);
    if (favourite !== NONE) {
      const pv = this.variation(favourite);
      return this.resultOf(pv[0] as Move, this.meansOf(favourite), pv);
    }
    const move = this.firstChoice();
    this.evaluate(this.root, this.values);
    return this.resultOf(move, [...this.values.subarray(0, this.seats)], [move]);
  }

  lines(count: number): RootLine[] {
    const { tree, seats } = this;
    const children: number[] = [];
    for (let child = tree.child[ROOT] as number; child !== NONE; child = tree.sibling[child] as number) {
      if ((tree.visits[child] as number) > 0) children.push(child);
    }
    const visits = (child: number): number => tree.visits[child] as number;
    children.sort((one, other) => visits(other) - visits(one) || one - other);
    return children.slice(0, count).map((child) => ({
      moves: this.variation(child),
      values: this.meansOf(child),
      lead: tree.seats > seats ? tree.mean(child, seats) : null,
    }));
  }

  protected get isForced(): boolean {
    return !this.sampled && this.root.countMoves() === 1;
  }

  private meansOf(child: number): number[] {
    return Array.from({ length: this.seats }, (_, seat) => this.tree.mean(child, seat));
  }

  private firstChoice(): Move {
    this.newWorld();
    const known = this.tree.child[ROOT] as number;
    return this.tree.move[known === NONE ? this.select(ROOT) : known] as number;
  }

  private variation(first: number): Move[] {
    const moves: Move[] = [];
    for (let node = first; node !== NONE; node = this.tree.favourite(node)) moves.push(this.tree.move[node] as number);
    return moves;
  }

  private newWorld(): void {
    if (!this.sampled) {
      this.world.copyFrom(this.root);
      return;
    }
    const { only } = this;
    for (let tries = 0; tries < TRIES; tries++) {
      this.world = this.task.game.secrets.sample(this.task.knowledge, this.rng, this.world);
      if (only === null || isLegal(this.task.game, this.world, only)) return;
    }
    throw new Error(`move ${only} is legal in no position that agrees with the knowledge`);
  }

  /** The child to descend to; `NONE` if the tree is full. */
  private select(node: number): number {
    const { only } = this;
    if (node !== ROOT || only === null) return this.selection.select(this.tree, node, this.world);
    const child = this.tree.child[ROOT] as number;
    return child === NONE ? this.tree.add(ROOT, only) : child;
  }

  /** One playout: descends to an unvisited node, plays random moves from there, and backs up the values. */
  protected iterate(): void {
    this.newWorld();
    const leaf = this.descend();
    this.playOut();
    this.tree.backUp(leaf, this.values);
  }

  private descend(): number {
    const { tree, world, budget } = this;
    let node = ROOT;
    let depth = 0;
    while (world.turn !== NOBODY && depth < budget.depth && this.nodes < budget.nodes) {
      if (node !== ROOT && tree.visits[node] === 0) break;
      const child = this.select(node);
      if (child === NONE) break;
      world.play(tree.move[child] as number);
      this.nodes++;
      depth++;
      node = child;
    }
    if (depth > this.depth) this.depth = depth;
    return node;
  }

  /** Plays random moves. If the plan or the budget cuts the playout short, the evaluation gives its values. */
  private playOut(): void {
    const { world, budget, rng } = this;
    const { playoutPlies = Number.POSITIVE_INFINITY } = this.plan;
    for (let plies = 0; world.turn !== NOBODY && plies < playoutPlies && this.nodes < budget.nodes; plies++) {
      world.play(world.randomMove(rng));
      this.nodes++;
    }
    this.evaluate(world, this.values);
    const lead = this.rootOptions?.lead ?? null;
    if (lead !== null) this.values[this.seats] = lead(world);
  }
}
