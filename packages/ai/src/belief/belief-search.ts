import { type Move, NOBODY, type Position, type Rng, type Seat } from '@tablier/core';
import { type Beliefs, type Evaluate, evaluationOf, type World } from '../contract/advice.ts';
import type { Budget, RootLine, SearchResult, Task } from '../contract/search.ts';
import { NONE, ROOT } from '../trees/tree.ts';
import { type TreeOptions, TreeSearch } from '../trees/tree-search.ts';
import { BeliefTree } from './belief-tree.ts';

/** A move with fewer playouts than this share of the most is not played, unless the plan has a spread. */
const FEW = 0.6;
/** Playouts with the mean of all moves that are added to each move, so that one lucky playout does not decide. */
const DOUBT = 2;

/**
 * The weight of each edge of the first information set in the choice of a move. Without a `spread`, moves with nearly the most playouts are
 * mixed: a player who always makes the best move can be read. With a spread, moves that are worse by that share of a win are still
 * likely. A rational function stands for the exponential, so that all machines agree.
 */
export function choiceWeights(tree: BeliefTree, spread: number, isHopeless: readonly boolean[]): number[] {
  const first = tree.first[0] as number;
  const mean = (tree.triedAll[0] as number) > 0 ? (tree.totalAll[0] as number) / (tree.triedAll[0] as number) : 0;
  const all = isHopeless.every(Boolean);
  const scores = isHopeless.map((hopeless, index) => {
    if (hopeless && !all) return Number.NEGATIVE_INFINITY;
    const tried = tree.tried[first + index] as number;
    if (spread === 0) return tried > 0 ? tried : -1 + (tree.prior[first + index] as number);
    return ((tree.total[first + index] as number) + DOUBT * mean) / (tried + DOUBT);
  });
  const best = Math.max(...scores);
  return scores.map((score) => {
    if (score === best) return 1;
    if (spread > 0) return softened((best - score) / spread);
    return score >= FEW * best && best > 0 ? (score / best) ** 2 : 0;
  });
}

/** About e^-x. */
const softened = (x: number): number => 1 / (1 + x + (x * x) / 2 + (x * x * x) / 6);

/** Which moves of the first information set have no chance to win in any of these worlds, such as a capture of the last own cross. */
function hopelessMoves(
  tree: BeliefTree,
  worlds: readonly Position[],
  scratch: Position,
  evaluate: Evaluate,
): boolean[] {
  const first = tree.first[0] as number;
  const values = new Float64Array(scratch.outcome().scores.length);
  return Array.from({ length: tree.count[0] as number }, (_, index) =>
    worlds.every((world) => {
      scratch.copyFrom(world);
      scratch.play(tree.move[first + index] as number);
      evaluate(scratch, values);
      return values[world.turn] === 0;
    }),
  );
}

/** The share of the playouts that take place in a world that the seat to move finds possible. The others take place in any world. */
const OWN_SHARE = 0.5;
/** The resolution of a random number from 0 to 1. */
const RESOLUTION = 2 ** 30;

/** Draws worlds, half by what is public: others must not play as if they knew the type of the seat to move. `weights` corrects that. */
export class WorldDraw {
  readonly worlds: readonly World[];
  /** By world: the weight of a playout for the seats that do not know the type of the seat to move. */
  readonly weights: Float64Array;
  /** The indices of the worlds that the seat to move finds possible, the most probable first. */
  readonly own: readonly number[];
  /** By world: the probability that it or one before it is drawn. */
  readonly #upTo: Float64Array;

  constructor(worlds: readonly World[], seat: Seat, type: number) {
    this.worlds = worlds;
    const probability = (index: number): number => worlds[index]?.probability ?? 0;
    this.own = worlds.flatMap(({ types }, index) => (types[seat] === type ? [index] : []));
    this.own = this.own.toSorted((one, other) => probability(other) - probability(one));
    const ownProbability = this.own.reduce((sum, index) => sum + probability(index), 0);
    this.weights = new Float64Array(worlds.length);
    this.#upTo = new Float64Array(worlds.length);
    let sum = 0;
    for (const [index, world] of worlds.entries()) {
      const own = world.types[seat] === type ? (OWN_SHARE * world.probability) / ownProbability : 0;
      const share = own + (1 - OWN_SHARE) * world.probability;
      sum += share;
      this.#upTo[index] = sum;
      this.weights[index] = share > 0 ? world.probability / share : 0;
    }
  }

  /** The index of a world. */
  draw(rng: Rng): number {
    const pick = rng.below(RESOLUTION) / RESOLUTION;
    let index = 0;
    while (index < this.#upTo.length - 1 && (this.#upTo[index] as number) <= pick) index++;
    return index;
  }
}

/** How much worse than its siblings a move without a playout is taken to be. */
const UNTRIED = 0.1;
/** The part of every prior that is the same for all moves. */
const FLAT = 0.1;
/** Observations are below 2^8. */
const OBSERVATION_BITS = 8;

interface BeliefOptions extends TreeOptions {
  readonly beliefs: Beliefs;
}

const moveOf = (key: number): Move => key >> OBSERVATION_BITS;

/** Multi-observer information-set MCTS with beliefs (PUCT), in which each seat has statistics of its own. The first move is mixed. */
export class BeliefSearch extends TreeSearch {
  private readonly beliefs: Beliefs;
  private readonly evaluate: Evaluate;
  /** The type of the seat to move. */
  private readonly type: number;
  private readonly draw: WorldDraw;
  /** By seat: whether it knows the type of the seat to move. */
  private readonly isInitiated: readonly boolean[];
  private readonly tree: BeliefTree;
  private readonly position: Position;
  private readonly moves: Uint16Array;
  private readonly priors: Float64Array;
  private readonly values: Float64Array;
  /** By first move × seats + seat: the sum of the values of the playouts in worlds that the seat to move finds possible. */
  private readonly sums: Float64Array;
  private readonly lot: number;
  private isHopeless: boolean[] | null = null;
  private length = 0;
  /** By ply of the descent, up to `length`. */
  private readonly sets: number[] = [];
  private readonly edges: number[] = [];
  private readonly seats: Seat[] = [];

  constructor(task: Task, { beliefs, ...searched }: BeliefOptions, budget: Budget, rng: Rng) {
    super(task, searched, budget, rng);
    const { game, knowledge } = task;
    this.beliefs = beliefs;
    this.evaluate = evaluationOf(game);
    this.lot = rng.below(RESOLUTION) / RESOLUTION;
    const worlds = beliefs.worlds(knowledge, this.plan.memory ?? Number.POSITIVE_INFINITY);
    const type = beliefs.typeOf(knowledge);
    this.type = type;
    const seat = worlds[0]?.position.turn ?? NOBODY;
    this.draw = new WorldDraw(worlds, seat, type);
    const possible = worlds[this.draw.own[0] ?? NONE];
    if (possible === undefined) throw new Error('no world is possible, or the game is over');
    this.position = possible.position.clone();
    const seats = possible.types.length;
    const partners = game.partners(seats, seat);
    this.isInitiated = Array.from({ length: seats }, (_, other) => partners.includes(other));
    this.tree = new BeliefTree(beliefs.types);
    this.moves = new Uint16Array(game.maxMoves);
    this.priors = new Float64Array(game.maxMoves);
    this.values = new Float64Array(seats);
    this.sums = new Float64Array(game.maxMoves * seats);
    this.expand(ROOT, type);
  }

  result(): SearchResult {
    const index = this.chosen();
    const move = this.tree.move[(this.tree.first[0] as number) + index] as number;
    return this.resultOf(move, this.valuesOf(index), this.variation(move));
  }

  lines(count: number): RootLine[] {
    const first = this.tree.first[0] as number;
    const tried = (index: number): number => this.tree.tried[first + index] as number;
    return Array.from({ length: this.tree.count[0] as number }, (_, index) => index)
      .filter((index) => tried(index) > 0)
      .sort((one, other) => tried(other) - tried(one) || one - other)
      .slice(0, count)
      .map((index) => {
        const move = this.tree.move[first + index] as number;
        return { moves: this.variation(move), values: this.valuesOf(index), lead: null };
      });
  }

  protected get isForced(): boolean {
    return this.tree.count[0] === 1;
  }

  /** The move that the random number chooses, as an index into the first information set. */
  private chosen(): number {
    this.isHopeless ??= hopelessMoves(this.tree, this.ownWorlds(), this.position, this.evaluate);
    const weights = choiceWeights(this.tree, this.plan.spread ?? 0, this.isHopeless);
    let rest = this.lot * weights.reduce((sum, weight) => sum + weight, 0);
    for (const [index, weight] of weights.entries()) {
      rest -= weight;
      if (rest < 0) return index;
    }
    return weights.indexOf(1);
  }

  private ownWorlds(): Position[] {
    return this.draw.own.flatMap((index) => this.draw.worlds[index]?.position ?? []);
  }

  /** A first move and the most played ones after it. */
  private variation(move: Move): Move[] {
    const { tree } = this;
    const pv = [move];
    let node = tree.favourite(ROOT, (key) => moveOf(key) === move);
    for (; node !== NONE; node = tree.favourite(node, () => true)) {
      const next = tree.favourite(node, () => true);
      if (next !== NONE) pv.push(moveOf(tree.key[next] as number));
    }
    return pv;
  }

  /** The mean values of the playouts of a first move; without any, the evaluation of the most probable world. */
  private valuesOf(index: number): number[] {
    const tried = this.tree.tried[(this.tree.first[0] as number) + index] as number;
    const seats = this.values.length;
    if (tried > 0) return Array.from(this.values, (_, seat) => (this.sums[index * seats + seat] as number) / tried);
    this.position.copyFrom(this.ownWorlds()[0] ?? this.position);
    this.evaluate(this.position, this.values);
    return [...this.values];
  }

  protected iterate(): void {
    const index = this.draw.draw(this.rng);
    const world = this.draw.worlds[index];
    if (world === undefined) throw new Error(`there is no world ${index}`);
    this.position.copyFrom(world.position);
    this.descend(world.types);
    this.playOut();
    this.backUp(this.draw.weights[index] as number);
  }

  /** Descends to an information set that had no playout, or to the end of the game. */
  private descend(types: readonly number[]): void {
    const { tree, position, budget } = this;
    let node = ROOT;
    this.length = 0;
    while (position.turn !== NOBODY && this.length < budget.depth && this.nodes < budget.nodes) {
      tree.visits[node] = (tree.visits[node] as number) + 1;
      const seat = position.turn;
      const set = tree.set(node, types[seat] as number);
      if (set === NONE && (tree.isFull || node !== ROOT)) {
        if (!tree.isFull) this.expand(node, types[seat] as number);
        break;
      }
      const edge = this.select(set === NONE ? this.expand(node, types[seat] as number) : set);
      this.push(tree.set(node, types[seat] as number), edge, seat);
      const move = tree.move[edge] as number;
      position.play(move);
      this.nodes++;
      const key = (move << OBSERVATION_BITS) | this.beliefs.observation(position);
      const child = tree.find(node, key);
      if (child === NONE && tree.isFull) break;
      node = child === NONE ? tree.addNode(node, key) : child;
    }
    if (this.length > this.depth) this.depth = this.length;
  }

  private push(set: number, edge: number, seat: Seat): void {
    const at = this.length++;
    this.sets[at] = set;
    this.edges[at] = edge;
    this.seats[at] = seat;
  }

  /** Adds the information set of the seat to move. */
  private expand(node: number, type: number): number {
    const { position, moves, priors } = this;
    const count = position.legalMoves(moves);
    this.beliefs.policy(position, moves, count, priors);
    for (let index = 0; index < count; index++) priors[index] = (1 - FLAT) * (priors[index] as number) + FLAT / count;
    const { only } = this;
    if (only === null || node !== ROOT || type !== this.type)
      return this.tree.addSet(node, type, { moves, priors, count });
    // Only the own information set is limited: the others do not know the limit.
    return this.tree.addSet(node, type, { moves: Uint16Array.of(only), priors: Float64Array.of(1), count: 1 });
  }

  /** PUCT: the edge with the greatest upper bound. */
  private select(set: number): number {
    const { tried, total, prior, first: firsts, count, triedAll, totalAll } = this.tree;
    const first = firsts[set] as number;
    const end = first + (count[set] as number);
    const all = triedAll[set] as number;
    const untried = all > 0 ? (totalAll[set] as number) / all - UNTRIED : 0;
    const scale = this.plan.exploration * Math.sqrt(all + 1);
    let best = first;
    let bound = Number.NEGATIVE_INFINITY;
    for (let edge = first; edge < end; edge++) {
      const weight = tried[edge] as number;
      const mean = weight > 0 ? (total[edge] as number) / weight : untried;
      const value = mean + (scale * (prior[edge] as number)) / (1 + weight);
      if (value <= bound) continue;
      bound = value;
      best = edge;
    }
    return best;
  }

  private playOut(): void {
    const { position, budget, rng, beliefs } = this;
    const { playoutPlies = Number.POSITIVE_INFINITY } = this.plan;
    for (let plies = 0; position.turn !== NOBODY && plies < playoutPlies && this.nodes < budget.nodes; plies++) {
      position.play(beliefs.playoutMove(position, rng));
      this.nodes++;
    }
    this.evaluate(position, this.values);
  }

  /** `weight` counts for the seats that do not know the type of the seat to move; the others choose after drawing by their own beliefs. */
  private backUp(weight: number): void {
    const { tree, values, sums } = this;
    for (let at = 0; at < this.length; at++) {
      const seat = this.seats[at] as number;
      const counted = this.isInitiated[seat] === true ? 1 : weight;
      tree.backUp(this.sets[at] as number, this.edges[at] as number, counted, values[seat] as number);
    }
    if (this.length === 0 || this.sets[0] !== 0) return;
    const first = ((this.edges[0] as number) - (tree.first[0] as number)) * values.length;
    for (let seat = 0; seat < values.length; seat++)
      sums[first + seat] = (sums[first + seat] as number) + (values[seat] as number);
  }
}
