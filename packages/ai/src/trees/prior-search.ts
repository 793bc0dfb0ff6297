import { legalMovesOf, type Move, NOBODY, type Position, type Rng } from '@tablier/core';
import { type JudgedMoves, outcomeValues, type Outlook } from '../contract/advice.ts';
import { MAX_EDGES, PriorTree } from './prior-tree.ts';
import { type Budget, isEqual, type RootLine, type SearchResult, type Task } from '../contract/search.ts';
import { NONE, ROOT } from './tree.ts';
import { type TreeOptions, TreeSearch } from './tree-search.ts';

/** The share of a win that these log-odds are. */
export const shareOf = (odds: number): number => 1 / (1 + Math.exp(-odds));

export class Promising {
  count = 0;
  own = 0;
  private readonly outlook: Outlook;
  private readonly softness: number;
  private readonly judged: JudgedMoves;
  /** The places in `judged` of the most promising ones, the best first. */
  private readonly order: Int32Array;
  private readonly priors: Float64Array;

  /** `most`: no more moves than these. `softness`: the difference in log-odds that makes a prior e times smaller. */
  constructor(outlook: Outlook, softness: number, most: number, maxMoves: number) {
    this.outlook = outlook;
    this.softness = softness;
    this.judged = { moves: new Uint16Array(maxMoves), odds: new Float64Array(maxMoves), count: 0 };
    this.order = new Int32Array(most);
    this.priors = new Float64Array(most);
  }

  /** `jitters`: by move, what is added to its log-odds. */
  find(position: Position, jitters: ReadonlyMap<Move, number> | null): void {
    const { judged } = this;
    this.own = this.outlook.judge(position, judged);
    if (jitters !== null) this.jitter(jitters);
    this.count = this.rank();
    this.weigh();
  }

  move(place: number): Move {
    return this.judged.moves[this.order[place] as number] as number;
  }

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

/** The log-odds of the moves of the root are raised by up to this much at random, so that games differ. */
const JITTER = 0.05;
const RESOLUTION = 1 << 20;

interface PriorOptions extends TreeOptions {
  readonly outlook: Outlook;
  /** See `PlayoutPlan`. */
  readonly softness: number;
}

/** Monte Carlo tree search with priors (PUCT) from the game's outlook instead of playouts, for two seats that see everything. */
export class PriorSearch extends TreeSearch {
  private readonly tree = new PriorTree();
  private readonly promising: Promising;
  private readonly root: Position;
  private readonly world: Position;
  private readonly path: number[] = [];
  private readonly values = new Float64Array(2);

  constructor(task: Task, { outlook, softness, ...searched }: PriorOptions, budget: Budget, rng: Rng) {
    super(task, searched, budget, rng);
    const { game, knowledge, past } = task;
    this.root = game.secrets.sample(knowledge, rng);
    if (this.root.turn === NOBODY) throw new Error('the game is over');
    this.world = this.root.clone();
    this.promising = new Promising(outlook, softness, MAX_EDGES, game.maxMoves);
    this.expandRoot();
    this.earlier()?.leave(task, this);
    if (this.isWhole) past?.memory.keep(task, this);
  }

  result(): SearchResult {
    const { tree } = this;
    const [edge = null] = tree.ranked(ROOT);
    const pv = edge === null ? [tree.move[tree.first[ROOT] as number] as Move] : tree.variation(edge);
    const values = this.bySeat(edge === null ? this.firstHope() : tree.mean(tree.child[edge] as number));
    return this.resultOf(pv[0] as Move, values, pv);
  }

  lines(count: number): RootLine[] {
    const { tree } = this;
    const { hasLead } = this;
    const best = tree.ranked(ROOT).slice(0, count);
    return best.map((edge) => {
      const child = tree.child[edge] as number;
      const lead = hasLead ? tree.meanLead(child) : null;
      return { moves: tree.variation(edge), values: this.bySeat(tree.mean(child)), lead };
    });
  }

  protected get isForced(): boolean {
    return this.tree.count[ROOT] === 1;
  }

  private get hasLead(): boolean {
    return (this.rootOptions?.lead ?? null) !== null;
  }

  /** Whether the tree has all moves of the root and no limit of depth, so that another search can go on with it. */
  private get isWhole(): boolean {
    return this.only === null && this.budget.depth === Number.POSITIVE_INFINITY;
  }

  /** The latest search of the memory, if this one can go on with its tree. */
  private earlier(): PriorSearch | null {
    const latest = this.task.past?.memory.latest(this.task);
    if (!(latest instanceof PriorSearch) || !this.isWhole) return null;
    const { plan, hasLead } = latest as PriorSearch;
    const { exploration, softness } = this.plan;
    const isAlike = plan.exploration === exploration && plan.softness === softness && hasLead === this.hasLead;
    return isAlike ? latest : null;
  }

  /** Gives a later search the tree below its position, if this tree contains that position. */
  private leave({ knowledge, past }: Task, later: PriorSearch): void {
    const { game, past: own } = this.task;
    const position = this.root.clone();
    let node = ROOT;
    for (const move of past?.moves.slice(own?.moves.length) ?? []) {
      node = this.tree.after(node, move);
      if (node === NONE) return;
      position.play(move);
    }
    if (position.turn === NOBODY) return;
    const known = game.secrets.knowledge(position, position.turn);
    if (isEqual(known, knowledge)) later.depth = later.tree.adopt(this.tree, node);
  }

  private firstHope(): number {
    const hope = this.tree.hope[this.tree.first[ROOT] as number] as number;
    return this.root.turn === 0 ? hope : 1 - hope;
  }

  private bySeat(first: number): number[] {
    return [first, 1 - first];
  }

  private expandRoot(): void {
    const { only } = this;
    if (only === null) this.expand(ROOT, this.jitters());
    else this.tree.addEdge(ROOT, only, 1, 0.5);
  }

  /** By legal move of the root: how much its log-odds are raised. */
  private jitters(): ReadonlyMap<Move, number> {
    const moves = legalMovesOf(this.task.game, this.root);
    return new Map([...moves].map((move) => [move, (JITTER * this.rng.below(RESOLUTION)) / RESOLUTION]));
  }

  /** Descends to a new node, evaluates it, and backs up its value. */
  protected iterate(): void {
    this.world.copyFrom(this.root);
    const value = this.valueAt(this.descend());
    const lead = this.rootOptions?.lead?.(this.world) ?? 0;
    for (const node of this.path) this.tree.visit(node, value, lead);
  }

  private descend(): number {
    const { tree, world, budget, path } = this;
    let node = ROOT;
    path.length = 0;
    path.push(ROOT);
    while (tree.first[node] !== NONE && path.length <= budget.depth && this.nodes < budget.nodes) {
      const edge = this.select(node);
      if (edge === NONE) break;
      world.play(tree.move[edge] as number);
      this.nodes++;
      node = tree.isTried(node, edge) ? (tree.child[edge] as number) : tree.tryNext(node);
      path.push(node);
    }
    if (path.length > this.depth + 1) this.depth = path.length - 1;
    return node;
  }

  /** The edge to follow: the tried one with the highest bound, or the next one, which is the best of all others. */
  private select(node: number): number {
    const { tree } = this;
    const first = tree.first[node] as number;
    const next = first + (tree.tried[node] as number);
    const isFirstSeat = this.world.turn === 0;
    const scale = this.plan.exploration * Math.sqrt(tree.visits[node] as number);
    let best = NONE;
    let bound = Number.NEGATIVE_INFINITY;
    for (let edge = first; edge < next; edge++) {
      const child = tree.child[edge] as number;
      const mean = tree.mean(child);
      const doubt = (scale * (tree.prior[edge] as number)) / (1 + (tree.visits[child] as number));
      const value = (isFirstSeat ? mean : 1 - mean) + doubt;
      if (value <= bound) continue;
      bound = value;
      best = edge;
    }
    if (next === first + (tree.count[node] as number) || tree.full) return best;
    return (tree.hope[next] as number) + scale * (tree.prior[next] as number) > bound ? next : best;
  }

  /** The share of a win for seat 0 at the end of a descent. A new node is expanded. */
  private valueAt(node: number): number {
    const { tree, world } = this;
    if (world.turn === NOBODY) {
      outcomeValues(world.outcome(), this.values);
      return this.values[0] as number;
    }
    if (tree.first[node] !== NONE) return tree.mean(node);
    this.nodes = Math.min(this.nodes + (this.task.game.advice.outlookNodes ?? 0), this.budget.nodes);
    this.expand(node, null);
    const share = shareOf(this.promising.own);
    return world.turn === 0 ? share : 1 - share;
  }

  private expand(node: number, jitters: ReadonlyMap<Move, number> | null): void {
    const { promising, tree } = this;
    promising.find(this.world, jitters);
    for (let place = 0; place < promising.count; place++)
      tree.addEdge(node, promising.move(place), promising.prior(place), promising.hope(place));
  }
}
