import type { SearchPlan, SearchResult, Task } from '@tablier/ai';
import { type Move, NOBODY, type Position, type Rng } from '@tablier/core';

/** The exploration constant of UCB1 for results from 0 to 1. */
const EXPLORATION = 0.7;
const ROOT = 0;
const NONE = -1;

/** A node of the tree. Its `moves` are in random order; those before `tried` lead to `children`. */
interface Node {
  readonly seat: number;
  readonly moves: Uint16Array;
  readonly children: number[];
}

/**
 * A search to compare with: UCT (UCB1, one new node per playout) with uniformly random playouts to the end of the game, for two seats that
 * see everything. It shares no code with the searches of the bots, and knows nothing about the game except its rules.
 */
class Uct<P extends Position> {
  private readonly root: P;
  private readonly world: P;
  private readonly rng: Rng;
  private readonly listed: Uint16Array;
  private readonly nodes: (Node | null)[] = [];
  private readonly visits: number[] = [];
  /** The sum of the results for seat 0. */
  private readonly totals: number[] = [];
  private readonly path: number[] = [];

  constructor(root: P, maxMoves: number, rng: Rng) {
    this.root = root;
    this.world = root.clone();
    this.rng = rng;
    this.listed = new Uint16Array(maxMoves);
    this.addNode();
  }

  /** One descent, one new node, one playout. */
  playout(): void {
    const { path, world } = this;
    world.copyFrom(this.root);
    path.length = 0;
    path.push(ROOT);
    for (let node = ROOT; world.turn !== NOBODY && (this.visits[node] as number) > 0;) {
      node = this.descend(node);
      path.push(node);
    }
    while (world.turn !== NOBODY) world.play(world.randomMove(this.rng));
    const result = resultOf(world);
    for (const node of path) {
      this.visits[node] = (this.visits[node] as number) + 1;
      this.totals[node] = (this.totals[node] as number) + result;
    }
  }

  /** The move with the most visits; the first one before any playout. */
  best(): { readonly move: Move; readonly share: number } {
    const { moves, children, seat } = this.expanded(ROOT, this.root);
    let best = 0;
    for (const [index, child] of children.entries())
      if ((this.visits[child] as number) > (this.visits[children[best] as number] as number)) best = index;
    const child = children[best];
    return { move: moves[best] as Move, share: child === undefined ? 0.5 : this.shareOf(child, seat) };
  }

  /** Plays a move of the node on `world`. Returns the node that it leads to. */
  private descend(node: number): number {
    const { moves, children, seat } = this.expanded(node, this.world);
    if (children.length < moves.length) {
      this.world.play(moves[children.length] as Move);
      children.push(this.addNode());
      return children.at(-1) ?? NONE;
    }
    const scale = EXPLORATION * Math.sqrt(Math.log(this.visits[node] as number));
    let best = 0;
    let highest = Number.NEGATIVE_INFINITY;
    for (const [index, child] of children.entries()) {
      const bound = this.shareOf(child, seat) + scale / Math.sqrt(this.visits[child] as number);
      if (bound <= highest) continue;
      highest = bound;
      best = index;
    }
    this.world.play(moves[best] as Move);
    return children[best] as number;
  }

  private expanded(node: number, position: P): Node {
    const known = this.nodes[node];
    if (known !== null && known !== undefined) return known;
    const moves = this.listed.slice(0, position.legalMoves(this.listed));
    for (let left = moves.length; left > 1; left--) {
      const other = this.rng.below(left);
      const move = moves[left - 1] as Move;
      moves[left - 1] = moves[other] as Move;
      moves[other] = move;
    }
    return (this.nodes[node] = { seat: position.turn, moves, children: [] });
  }

  private shareOf(node: number, seat: number): number {
    const share = (this.totals[node] as number) / (this.visits[node] as number);
    return seat === 0 ? share : 1 - share;
  }

  private addNode(): number {
    this.nodes.push(null);
    this.totals.push(0);
    return this.visits.push(0) - 1;
  }
}

/** The result for seat 0: 1, 0.5 or 0. */
function resultOf(position: Position): number {
  const [first, second] = position.outcome().places;
  if (first === second) return 0.5;
  return first === 1 ? 1 : 0;
}

/** The move of the search with `plan.nodes` playouts, as a version of the bots would choose it. */
export function chooseByUct<P extends Position, K, Given extends K>(
  { game, options, knowledge }: Task<P, K, Given>,
  { nodes }: SearchPlan,
  rng: Rng,
): SearchResult {
  if (game.secrets.hides(options)) throw new Error('UCT is for games without hidden information');
  const root = game.secrets.sample(knowledge, rng);
  const search = new Uct(root, game.maxMoves, rng);
  const playouts = root.countMoves() === 1 ? 0 : nodes;
  for (let playout = 0; playout < playouts; playout++) search.playout();
  const { move, share } = search.best();
  const values = root.turn === 0 ? [share, 1 - share] : [1 - share, share];
  return { move, info: { depth: 1, nodes: playouts, values, isProven: false, pv: [move] } };
}
