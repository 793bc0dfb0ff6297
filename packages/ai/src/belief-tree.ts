import type { Move } from '@tablier/core';
import { NONE } from './tree.ts';

const MAX_NODES = 1 << 19;
const MAX_EDGES = 1 << 22;

/**
 * The tree of a search with beliefs. A node is a public history. For each type of the seat to move it has an information set, which has the
 * moves as edges, so that a decision depends on nothing that the seat does not know.
 */
export class BeliefTree {
  readonly types: number;
  nodes = 0;
  sets = 0;
  edges = 0;
  /** By node: the first child, the next sibling, and the move and observation that led here. */
  child = new Int32Array(1024);
  sibling = new Int32Array(1024);
  key = new Int32Array(1024);
  visits = new Int32Array(1024);
  /** By node × types + type: the information set. */
  setOf: Int32Array;
  /** By set: its edges, and the sum of their weights. */
  first = new Int32Array(1024);
  count = new Int32Array(1024);
  weight = new Float64Array(1024);
  /** By edge. */
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

  addNode(parent: number, key: number): number {
    const node = this.nodes++;
    if (node === this.child.length) this.growNodes();
    this.child[node] = NONE;
    this.key[node] = key;
    this.setOf.fill(NONE, node * this.types, (node + 1) * this.types);
    this.sibling[node] = NONE;
    if (parent !== NONE) {
      this.sibling[node] = this.child[parent] as number;
      this.child[parent] = node;
    }
    return node;
  }

  findChild(node: number, key: number): number {
    let child = this.child[node] as number;
    while (child !== NONE && this.key[child] !== key) child = this.sibling[child] as number;
    return child;
  }

  addSet(node: number, type: number, moves: Uint16Array, priors: Float64Array, count: number): number {
    const set = this.sets++;
    if (set === this.first.length) this.growSets();
    const first = this.edges;
    this.edges += count;
    while (this.edges > this.move.length) this.growEdges();
    this.first[set] = first;
    this.count[set] = count;
    for (let index = 0; index < count; index++) {
      this.move[first + index] = moves[index] as Move;
      this.prior[first + index] = priors[index] as number;
    }
    this.setOf[node * this.types + type] = set;
    return set;
  }

  private growNodes(): void {
    this.child = grown(this.child, Int32Array);
    this.sibling = grown(this.sibling, Int32Array);
    this.key = grown(this.key, Int32Array);
    this.visits = grown(this.visits, Int32Array);
    this.setOf = grown(this.setOf, Int32Array);
  }

  private growSets(): void {
    this.first = grown(this.first, Int32Array);
    this.count = grown(this.count, Int32Array);
    this.weight = grown(this.weight, Float64Array);
  }

  private growEdges(): void {
    this.move = grown(this.move, Uint16Array);
    this.prior = grown(this.prior, Float64Array);
    this.tried = grown(this.tried, Float64Array);
    this.total = grown(this.total, Float64Array);
  }
}

interface Column<A> {
  readonly length: number;
  set(other: A): void;
}

function grown<A extends Column<A>>(column: A, make: new (length: number) => A): A {
  const longer = new make(column.length * 2);
  longer.set(column);
  return longer;
}
