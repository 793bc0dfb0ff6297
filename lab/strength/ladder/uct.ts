import { outcomeValues, type SearchPlan, type SearchResult, type Task } from '@tablier/ai';
import { type Move, NOBODY, playOut, type Position, type Rng, shuffle } from '@tablier/core';

/** The exploration constant of UCB1 for results from 0 to 1. */
const EXPLORATION = 0.7;

/** A move in the tree. Of its `children`, which are in random order, the first `tried` were played. */
interface Node {
  readonly move: Move;
  /** Who played it. */
  readonly seat: number;
  visits: number;
  /** The sum of the results for that seat. */
  total: number;
  tried: number;
  children: readonly Node[];
}

const newNode = (move: Move, seat: number): Node => ({ move, seat, visits: 0, total: 0, tried: 0, children: [] });

/**
 * A search to compare with: UCT (UCB1, one new node per playout) with uniformly random playouts to the end of the game, for seats that see
 * everything. It shares no code with the searches of the bots, and knows nothing about the game except its rules.
 */
export class Uct<P extends Position> {
  readonly #root: P;
  readonly #world: P;
  readonly #rng: Rng;
  readonly #listed: Uint16Array;
  readonly #values: Float64Array;
  readonly #path: Node[] = [];
  readonly #tree = newNode(0, NOBODY);

  constructor(root: P, { maxMoves, seats }: { readonly maxMoves: number; readonly seats: number }, rng: Rng) {
    this.#root = root;
    this.#world = root.clone();
    this.#rng = rng;
    this.#listed = new Uint16Array(maxMoves);
    this.#values = new Float64Array(seats);
  }

  /** One descent, one new node, one playout. Returns how many moves were played. */
  playout(): number {
    const world = this.#world;
    world.copyFrom(this.#root);
    const path = this.#path;
    path.length = 0;
    for (let node = this.#tree; world.turn !== NOBODY && node.visits > 0; path.push(node)) node = this.#descend(node);
    const moves = path.length + playOut(world, this.#rng);
    outcomeValues(world.outcome(), this.#values);
    this.#tree.visits++;
    for (const node of path) {
      node.visits++;
      node.total += this.#values[node.seat] as number;
    }
    return moves;
  }

  /** What is known of the moves of the root, in random order. */
  get moves(): readonly Pick<Node, 'move' | 'visits' | 'total'>[] {
    return this.#expanded(this.#tree, this.#root).children;
  }

  /** Plays a move of the node. Returns the node that it leads to. */
  #descend(node: Node): Node {
    const { children } = this.#expanded(node, this.#world);
    let best = children[node.tried];
    if (best !== undefined) node.tried++;
    else {
      const scale = EXPLORATION * Math.sqrt(Math.log(node.visits));
      let highest = Number.NEGATIVE_INFINITY;
      for (const child of children) {
        const bound = child.total / child.visits + scale / Math.sqrt(child.visits);
        if (bound <= highest) continue;
        highest = bound;
        best = child;
      }
    }
    this.#world.play((best as Node).move);
    return best as Node;
  }

  #expanded(node: Node, position: P): Node {
    if (node.children.length > 0) return node;
    const moves = [...this.#listed.subarray(0, position.legalMoves(this.#listed))];
    node.children = shuffle(moves, this.#rng).map((move) => newNode(move, position.turn));
    return node;
  }
}

/** The move of the search with `plan.nodes` playouts, as a version of the bots would choose it. */
export function chooseByUct<P extends Position, K, Given extends K>(
  { game, options, knowledge }: Task<P, K, Given>,
  { nodes }: SearchPlan,
  rng: Rng,
): SearchResult {
  if (game.secrets.hides(options)) throw new Error('UCT is for games without hidden information');
  const root = game.secrets.sample(knowledge, rng);
  const search = new Uct(root, { maxMoves: game.maxMoves, seats: 2 }, rng);
  const playouts = root.countMoves() === 1 ? 0 : nodes;
  for (let playout = 0; playout < playouts; playout++) search.playout();
  const { move, total, visits } = search.moves.reduce((best, each) => (each.visits > best.visits ? each : best));
  const share = visits === 0 ? 0.5 : total / visits;
  const values = root.turn === 0 ? [share, 1 - share] : [1 - share, share];
  return { move, info: { depth: 1, nodes: playouts, values, isProven: false, pv: [move] } };
}
