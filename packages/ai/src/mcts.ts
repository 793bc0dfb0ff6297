import { isLegal, type Move, NOBODY, type Position, type Rng } from '@tablier/core';
import { type Evaluate, evaluationOf, type PlayoutPlan } from './advice.ts';
import type { Budget, CountedSearch, RootLine, RootOptions, SearchInfo, SearchResult, Task } from './search.ts';
import { OpenSelection, SampledSelection, type Selection } from './selection.ts';
import { NONE, ROOT, Tree } from './tree.ts';
import { outcomeValues } from './values.ts';

/** How many positions are sampled to find one in which a given move is legal. */
const TRIES = 1000;

interface MctsOptions<P extends Position> {
  readonly plan: PlayoutPlan;
  readonly rootOptions: RootOptions<P> | null;
}

/**
 * Monte Carlo tree search (UCT) for any number of seats. Each seat maximises its own value (max^n). With hidden information, every
 * playout starts from another position, sampled from the knowledge.
 */
export class MctsSearch<P extends Position, K> implements CountedSearch {
  nodes = 0;
  private readonly task: Task<P, K>;
  private readonly evaluate: Evaluate<P>;
  private readonly budget: Budget;
  private readonly playoutPlies: number;
  private readonly rng: Rng;
  private readonly sampled: boolean;
  private readonly selection: Selection<P>;
  private readonly tree: Tree;
  private readonly rootOptions: RootOptions<P> | null;
  private readonly seats: number;
  /** By seat, and the lead if it is wanted. */
  private readonly values: Float64Array;
  /** The position if nothing is hidden. Playouts use copies of it. */
  private readonly root: P;
  private world: P;
  private depth = 0;

  constructor(task: Task<P, K>, { plan, rootOptions }: MctsOptions<P>, budget: Budget, rng: Rng) {
    const { game, options, knowledge } = task;
    this.task = task;
    this.evaluate = evaluationOf(game);
    this.budget = budget;
    this.playoutPlies = plan.playoutPlies ?? Number.POSITIVE_INFINITY;
    this.rng = rng;
    this.sampled = game.secrets.hides(options);
    this.root = game.secrets.sample(knowledge, rng);
    this.world = game.secrets.sample(knowledge, rng);
    if (this.root.turn === NOBODY) throw new Error('the game is over');
    this.rootOptions = rootOptions;
    this.seats = this.root.outcome().scores.length;
    const columns = (rootOptions?.lead ?? null) === null ? this.seats : this.seats + 1;
    this.tree = new Tree(columns);
    this.values = new Float64Array(columns);
    const Chosen = this.sampled ? SampledSelection : OpenSelection;
    this.selection = new Chosen(game, plan.exploration, rng);
  }

  step(nodes: number): boolean {
    const target = Math.min(this.nodes + nodes, this.budget.nodes);
    if (this.isForced()) return true;
    while (this.nodes < target) this.iterate();
    return this.nodes >= this.budget.nodes;
  }

  result(): SearchResult {
    const favourite = this.tree.favourite(ROOT);
    const move = favourite === NONE ? this.firstChoice() : (this.tree.move[favourite] as number);
    return { move, info: this.info(favourite, move) };
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
      values: Array.from({ length: seats }, (_, seat) => tree.mean(child, seat)),
      lead: tree.seats > seats ? tree.mean(child, seats) : null,
    }));
  }

  private isForced(): boolean {
    return this.rootOptions === null && !this.sampled && this.root.countMoves() === 1;
  }

  private firstChoice(): Move {
    this.newWorld();
    const known = this.tree.child[ROOT] as number;
    return this.tree.move[known === NONE ? this.select(ROOT) : known] as number;
  }

  private info(favourite: number, move: Move): SearchInfo {
    const { depth, nodes, tree } = this;
    if (favourite === NONE) {
      this.evaluate(this.root, this.values);
      return { depth, nodes, values: [...this.values.subarray(0, this.seats)], isProven: false, pv: [move] };
    }
    const values = Array.from({ length: this.seats }, (_, seat) => tree.mean(favourite, seat));
    return { depth, nodes, values, isProven: false, pv: this.variation(favourite) };
  }

  /** The move of a node and the most visited ones after it. */
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
    const only = this.rootOptions?.only ?? null;
    for (let tries = 0; tries < TRIES; tries++) {
      this.world = this.task.game.secrets.sample(this.task.knowledge, this.rng, this.world);
      if (only === null || isLegal(this.task.game, this.world, only)) return;
    }
    throw new Error(`move ${only} is legal in no position that agrees with the knowledge`);
  }

  /** The child to descend to; `NONE` if the tree is full. */
  private select(node: number): number {
    const only = this.rootOptions?.only ?? null;
    if (node !== ROOT || only === null) return this.selection.select(this.tree, node, this.world);
    const child = this.tree.child[ROOT] as number;
    return child === NONE ? this.tree.add(ROOT, only) : child;
  }

  /** One playout: descends to an unvisited node, plays random moves from there, and backs up the values. */
  private iterate(): void {
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
    for (let plies = 0; world.turn !== NOBODY && plies < this.playoutPlies && this.nodes < budget.nodes; plies++) {
      world.play(world.randomMove(rng));
      this.nodes++;
    }
    if (world.turn === NOBODY) outcomeValues(world.outcome(), this.values);
    else this.evaluate(world, this.values);
    const lead = this.rootOptions?.lead ?? null;
    if (lead !== null) this.values[this.seats] = lead(world);
  }
}
