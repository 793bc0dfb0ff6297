import { type Move, NOBODY, type Position, type Rng } from '@tablier/core';
import { type Evaluate, evaluationOf, type PlayoutPlan } from './advice.ts';
import { BeliefTree } from './belief-tree.ts';
import type { Beliefs, World } from './beliefs.ts';
import type { Budget, CountedSearch, SearchInfo, SearchResult, Task } from './search.ts';
import { NONE, ROOT } from './tree.ts';
import { outcomeValues } from './values.ts';

declare const process: { env: Record<string, string | undefined> };
const E = (name: string, other: number): number => Number(globalThis.process?.env[name] ?? other);
const OWN_SHARE = E('OWN', 0.5);
const CPUCT = E('CPUCT', 1);
const FPU = E('FPU', 0.1);
const MIX = E('MIX', 0);
const UNIFORM = E('UNIFORM', 0);
const RANDOM_PLAYOUTS = E('RANDOM', 0);
const PRIOR_FLAT = E('FLAT', 0.1);

const RESOLUTION = 1 << 30;

export class BeliefSearch<P extends Position, K> implements CountedSearch {
  nodes = 0;
  private readonly beliefs: Beliefs<P, K>;
  private readonly evaluate: Evaluate<P>;
  private readonly budget: Budget;
  private readonly rng: Rng;
  private readonly worlds: readonly World<P>[];
  /** By world: the probability that a playout uses it or one before it. */
  private readonly upTo: Float64Array;
  /** By world: the weight of a playout for seats that do not know what the seat to move knows. */
  private readonly weights: Float64Array;
  private readonly knows: readonly boolean[];
  private readonly tree: BeliefTree;
  private readonly position: P;
  private readonly type: number;
  private readonly seat: number;
  private readonly moves: Uint16Array;
  private readonly priors: Float64Array;
  private readonly values: Float64Array;
  private readonly sums: Float64Array;
  private sumOfOwn = 0;
  private depth = 0;
  private readonly pathEdges = new Int32Array(256);
  private readonly pathSets = new Int32Array(256);
  private readonly pathSeats = new Int32Array(256);
  private length = 0;
  private chosen: number | null = null;

  constructor(task: Task<P, K>, beliefs: Beliefs<P, K>, plan: PlayoutPlan, budget: Budget, rng: Rng) {
    const { game, knowledge } = task;
    this.beliefs = beliefs;
    this.evaluate = evaluationOf(game);
    this.budget = budget;
    this.rng = rng;
    this.type = beliefs.typeOf(knowledge);
    this.worlds = beliefs.worlds(knowledge, Number.POSITIVE_INFINITY);
    const root = (this.worlds[0] as World<P>).position;
    if (root.turn === NOBODY) throw new Error('the game is over');
    this.seat = root.turn;
    this.position = root.clone();
    const seats = root.outcome().scores.length;
    const partners = game.partners(seats, this.seat);
    this.knows = Array.from({ length: seats }, (_, seat) => partners.includes(seat));
    this.tree = new BeliefTree(beliefs.types);
    this.moves = new Uint16Array(game.maxMoves);
    this.priors = new Float64Array(game.maxMoves);
    this.values = new Float64Array(seats);
    this.sums = new Float64Array(game.maxMoves * seats);
    let { worlds } = this;
    if (UNIFORM) worlds = worlds.map((world) => ({ ...world, probability: 1 / worlds.length }));
    const isOwn = worlds.map(({ types }) => types[this.seat] === this.type);
    const own = worlds.reduce((sum, { probability }, index) => sum + (isOwn[index] === true ? probability : 0), 0);
    this.upTo = new Float64Array(worlds.length);
    this.weights = new Float64Array(worlds.length);
    let sum = 0;
    for (const [index, { probability }] of worlds.entries()) {
      const share = (isOwn[index] === true ? (OWN_SHARE * probability) / own : 0) + (1 - OWN_SHARE) * probability;
      sum += share;
      this.upTo[index] = sum;
      this.weights[index] = share > 0 ? probability / share : 0;
    }
    this.start(isOwn.indexOf(true));
  }

  private start(world: number): void {
    this.position.copyFrom((this.worlds[world] as World<P>).position);
    this.expand(ROOT, this.type);
  }

  step(nodes: number): boolean {
    const target = Math.min(this.nodes + nodes, this.budget.nodes);
    if (this.tree.count[0] === 1) return true;
    while (this.nodes < target) this.iterate();
    return this.nodes >= this.budget.nodes;
  }

  result(): SearchResult {
    const { tree } = this;
    const first = tree.first[0] as number;
    const count = tree.count[0] as number;
    let best = 0;
    for (let edge = 1; edge < count; edge++)
      if (
        (tree.tried[first + edge] as number) > (tree.tried[first + best] as number) ||
        (tree.tried[first + best] === 0 && (tree.prior[first + edge] as number) > (tree.prior[first + best] as number))
      )
        best = edge;
    if (MIX > 0) best = this.mixed(best);
    const move = tree.move[first + best] as number;
    return { move, info: this.info(best, move) };
  }

  private mixed(best: number): number {
    const { tree } = this;
    const first = tree.first[0] as number;
    const most = tree.tried[first + best] as number;
    const weights = Array.from({ length: tree.count[0] as number }, (_, edge) => {
      const share = (tree.tried[first + edge] as number) / most;
      return share < MIX ? 0 : share * share;
    });
    this.chosen ??= this.rng.below(RESOLUTION);
    let rest = (this.chosen / RESOLUTION) * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [edge, weight] of weights.entries()) {
      rest -= weight;
      if (rest < 0) return edge;
    }
    return best;
  }

  private info(best: number, move: Move): SearchInfo {
    const { tree, depth, nodes } = this;
    const seats = this.values.length;
    const tried = tree.tried[(tree.first[0] as number) + best] as number;
    const values = Array.from({ length: seats }, (_, seat) =>
      tried === 0 ? 1 / seats : (this.sums[best * seats + seat] as number) / tried,
    );
    return { depth, nodes, values, isProven: false, pv: [move] };
  }

  private iterate(): void {
    const pick = this.rng.below(RESOLUTION) / RESOLUTION;
    let index = 0;
    while (index < this.upTo.length - 1 && (this.upTo[index] as number) <= pick) index++;
    const world = this.worlds[index] as World<P>;
    this.position.copyFrom(world.position);
    this.descend(world.types);
    this.playOut();
    this.backUp(this.weights[index] as number);
  }

  private descend(types: readonly number[]): void {
    const { tree, position, budget } = this;
    let node = ROOT;
    this.length = 0;
    while (position.turn !== NOBODY && this.length < budget.depth && this.nodes < budget.nodes) {
      const seat = position.turn;
      const type = types[seat] as number;
      let set = tree.setOf[node * tree.types + type] as number;
      if (set === NONE) {
        if (tree.isFull) break;
        set = this.expand(node, type);
        if (node !== ROOT) break;
      }
      const edge = this.select(set);
      this.pathEdges[this.length] = edge;
      this.pathSets[this.length] = set;
      this.pathSeats[this.length] = seat;
      this.length++;
      const move = tree.move[edge] as number;
      position.play(move);
      this.nodes++;
      if (position.turn === NOBODY) break;
      const key = (move << 8) | this.beliefs.observation(position);
      const child = tree.findChild(node, key);
      if (child === NONE && tree.isFull) break;
      node = child === NONE ? tree.addNode(node, key) : child;
    }
    if (this.length > this.depth) this.depth = this.length;
  }

  private expand(node: number, type: number): number {
    const count = this.position.legalMoves(this.moves);
    this.beliefs.policy(this.position, this.moves, count, this.priors);
    for (let index = 0; index < count; index++)
      this.priors[index] = (1 - PRIOR_FLAT) * (this.priors[index] as number) + PRIOR_FLAT / count;
    return this.tree.addSet(node, type, this.moves, this.priors, count);
  }

  private select(set: number): number {
    const { tree } = this;
    const { tried, total, prior } = tree;
    const first = tree.first[set] as number;
    const end = first + (tree.count[set] as number);
    const weight = tree.weight[set] as number;
    let sum = 0;
    for (let edge = first; edge < end; edge++) sum += total[edge] as number;
    const unknown = weight > 0 ? sum / weight - FPU : 0.5;
    const scale = CPUCT * Math.sqrt(weight + 1);
    let best = first;
    let bound = Number.NEGATIVE_INFINITY;
    for (let edge = first; edge < end; edge++) {
      const visits = tried[edge] as number;
      const mean = visits > 0 ? (total[edge] as number) / visits : unknown;
      const value = mean + (scale * (prior[edge] as number)) / (1 + visits);
      if (value <= bound) continue;
      bound = value;
      best = edge;
    }
    return best;
  }

  private playOut(): void {
    const { position, budget, rng, beliefs } = this;
    while (position.turn !== NOBODY && this.nodes < budget.nodes) {
      position.play(RANDOM_PLAYOUTS ? position.randomMove(rng) : beliefs.playoutMove(position, rng));
      this.nodes++;
    }
    if (position.turn === NOBODY) outcomeValues(position.outcome(), this.values);
    else this.evaluate(position, this.values);
  }

  private backUp(otherWeight: number): void {
    const { tree, values } = this;
    for (let step = 0; step < this.length; step++) {
      const edge = this.pathEdges[step] as number;
      const set = this.pathSets[step] as number;
      const seat = this.pathSeats[step] as number;
      const weight = this.knows[seat] === true ? 1 : otherWeight;
      tree.tried[edge] = (tree.tried[edge] as number) + weight;
      tree.total[edge] = (tree.total[edge] as number) + weight * (values[seat] as number);
      tree.weight[set] = (tree.weight[set] as number) + weight;
    }
    if (this.length > 0 && this.pathSets[0] === 0) {
      const seats = values.length;
      const edge = (this.pathEdges[0] as number) - (tree.first[0] as number);
      for (let seat = 0; seat < seats; seat++) this.sums[edge * seats + seat] = (this.sums[edge * seats + seat] as number) + (values[seat] as number);
      this.sumOfOwn++;
    }
  }
}
