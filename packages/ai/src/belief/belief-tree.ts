import type { Move } from '@tablier/core';
import { growColumns, NONE } from '../trees/tree.ts';

/** The maximum number of nodes and edges (about 60 and 26 bytes each). When the tree is full, playouts start from its leaves. */
const MAX_NODES = 1 << 19;
const MAX_EDGES = 1 << 22;

export interface Choices {
  readonly moves: Uint16Array;
  /** How probable the policy finds each of them. */
  readonly priors: Float64Array;
  readonly count: number;
}

const NODE_COLUMNS = ['child', 'sibling', 'key', 'visits', 'setOf'] as const;
const SET_COLUMNS = ['first', 'count', 'triedAll', 'totalAll'] as const;
const EDGE_COLUMNS = ['move', 'prior', 'tried', 'total'] as const;

/** The tree of a search with beliefs, in columns. A node is a public history, with an information set for each type of its seat to move. */
export class BeliefTree {
  private readonly types: number;
  private nodes = 0;
  private sets = 0;
  private edges = 0;
  child = new Int32Array(1024);
  sibling = new Int32Array(1024);
  /** By node: what led to it from its parent. */
  key = new Int32Array(1024);
  visits = new Int32Array(1024);
  /** By node × types + type. */
  setOf: Int32Array;
  /** By set: its first edge, their number, and the sum of `tried` and of `total` over them. */
  first = new Int32Array(1024);
  count = new Int32Array(1024);
  triedAll = new Float64Array(1024);
  totalAll = new Float64Array(1024);
  /** By edge: its move, how probable the policy finds it, the weights of its playouts, and their values for the mover times weight. */
  move = new Uint16Array(8192);
  prior = new Float64Array(8192);
  tried = new Float64Array(8192);
  total = new Float64Array(8192);

  constructor(types: number) {
    this.types = types;
    this.setOf = new Int32Array(1024 * types);
    this.addNode(NONE, 0);
  }

  get isFull(): boolean {
    return this.nodes >= MAX_NODES || this.edges >= MAX_EDGES;
  }

  set(node: number, type: number): number {
    return this.setOf[node * this.types + type] as number;
  }

  find(node: number, key: number): number {
    let child = this.child[node] as number;
    while (child !== NONE && this.key[child] !== key) child = this.sibling[child] as number;
    return child;
  }

  addNode(parent: number, key: number): number {
    const node = this.nodes++;
    if (node === this.child.length) growColumns(this, NODE_COLUMNS);
    this.child[node] = NONE;
    this.sibling[node] = NONE;
    this.key[node] = key;
    this.setOf.fill(NONE, node * this.types, (node + 1) * this.types);
    if (parent === NONE) return node;
    this.sibling[node] = this.child[parent] as number;
    this.child[parent] = node;
    return node;
  }

  addSet(node: number, type: number, { moves, priors, count }: Choices): number {
    const set = this.sets++;
    if (set === this.first.length) growColumns(this, SET_COLUMNS);
    const first = this.edges;
    this.edges += count;
    while (this.edges > this.move.length) growColumns(this, EDGE_COLUMNS);
    this.first[set] = first;
    this.count[set] = count;
    for (let index = 0; index < count; index++) {
      this.move[first + index] = moves[index] as Move;
      this.prior[first + index] = priors[index] as number;
    }
    this.setOf[node * this.types + type] = set;
    return set;
  }

  /** Adds a playout to an edge of a set. `value` is that of the seat that chose it. */
  backUp(set: number, edge: number, weight: number, value: number): void {
    this.tried[edge] = (this.tried[edge] as number) + weight;
    this.total[edge] = (this.total[edge] as number) + weight * value;
    this.triedAll[set] = (this.triedAll[set] as number) + weight;
    this.totalAll[set] = (this.totalAll[set] as number) + weight * value;
  }

  /** The child with the most playouts among those whose key says that `move` led there; `NONE` if there is none. */
  favourite(node: number, isMove: (key: number) => boolean): number {
    let best = NONE;
    for (let child = this.child[node] as number; child !== NONE; child = this.sibling[child] as number) {
      if (!isMove(this.key[child] as number)) continue;
      if (best === NONE || (this.visits[child] as number) > (this.visits[best] as number)) best = child;
    }
    return best;
  }
}
