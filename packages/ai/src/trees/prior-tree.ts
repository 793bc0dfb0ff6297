import type { Move } from '@tablier/core';
import { growColumns, NONE, ROOT } from './tree.ts';

/** The maximum number of nodes (about 30 bytes each, and 22 for each of their edges). When the tree is full, no more moves are tried. */
const MAX_NODES = 1 << 20;
/** The maximum number of nodes that are copied to the tree of a later search. */
const MAX_COPIED = 1 << 18;
/** An expanded node has the most promising of its moves as edges: no more than these. */
export const MAX_EDGES = 32;

const NODE_COLUMNS = ['visits', 'total', 'leads', 'first', 'count', 'tried'] as const;
const EDGE_COLUMNS = ['move', 'prior', 'hope', 'child'] as const;

/** The tree of a search with priors, in columns. A node owns a range of edges, the most promising first; the tried ones are its first. */
export class PriorTree {
  size = 0;
  edges = 0;
  visits = new Int32Array(1024);
  total = new Float64Array(1024);
  /** The sum of the leads of seat 0. */
  leads = new Float64Array(1024);
  first = new Int32Array(1024);
  count = new Int32Array(1024);
  tried = new Int32Array(1024);

  move = new Uint16Array(4096);
  /** The part of the visits that the move seems to deserve. */
  prior = new Float64Array(4096);
  /** The share of a win that the mover can expect after the move, before it is tried. */
  hope = new Float64Array(4096);
  child = new Int32Array(4096);

  constructor() {
    this.addNode();
  }

  get full(): boolean {
    return this.size >= MAX_NODES;
  }

  addEdge(node: number, move: Move, prior: number, hope: number): void {
    const edge = this.edges++;
    if (edge === this.move.length) growColumns(this, EDGE_COLUMNS);
    if (this.first[node] === NONE) this.first[node] = edge;
    this.count[node] = (this.count[node] as number) + 1;
    this.move[edge] = move;
    this.prior[edge] = prior;
    this.hope[edge] = hope;
  }

  tryNext(node: number): number {
    const child = this.addNode();
    const tried = this.tried[node] as number;
    this.child[(this.first[node] as number) + tried] = child;
    this.tried[node] = tried + 1;
    return child;
  }

  isTried(node: number, edge: number): boolean {
    return edge < (this.first[node] as number) + (this.tried[node] as number);
  }

  visit(node: number, value: number, lead: number): void {
    this.visits[node] = (this.visits[node] as number) + 1;
    this.total[node] = (this.total[node] as number) + value;
    this.leads[node] = (this.leads[node] as number) + lead;
  }

  mean(node: number): number {
    return (this.total[node] as number) / (this.visits[node] as number);
  }

  meanLead(node: number): number {
    return (this.leads[node] as number) / (this.visits[node] as number);
  }

  ranked(node: number): number[] {
    const first = this.first[node] as number;
    const visits = (edge: number): number => this.visits[this.child[edge] as number] as number;
    const edges = Array.from({ length: this.tried[node] as number }, (_, index) => first + index);
    return edges.sort((one, other) => visits(other) - visits(one) || one - other);
  }

  variation(edge: number): Move[] {
    const moves: Move[] = [];
    for (let next: number | undefined = edge; next !== undefined;) {
      moves.push(this.move[next] as number);
      [next] = this.ranked(this.child[next] as number);
    }
    return moves;
  }

  after(node: number, move: Move): number {
    const first = this.first[node] as number;
    const last = first + (this.tried[node] as number);
    for (let edge = first; edge < last; edge++) if (this.move[edge] === move) return this.child[edge] as number;
    return NONE;
  }

  /** Copies what another tree has below a node into this one, whose root is expanded and untried. Returns the height. */
  adopt(from: PriorTree, node: number): number {
    this.copyVisits(ROOT, from, node);
    this.adoptEdges(from, node);
    const sources = [node, ...from.children(node)];
    const heights = sources.map((_, index) => Math.min(1, index));
    for (let copy = 1; copy < sources.length; copy++) {
      const source = sources[copy] as number;
      this.copyVisits(copy, from, source);
      if (from.first[source] === NONE || this.size + (from.tried[source] as number) > MAX_COPIED) continue;
      this.copyEdges(copy, from, source);
      for (const child of from.children(source)) {
        sources.push(child);
        heights.push((heights[copy] as number) + 1);
      }
    }
    return heights.at(-1) as number;
  }

  private children(node: number): Int32Array {
    const first = this.first[node] as number;
    return this.child.subarray(first, first + (this.tried[node] as number));
  }

  private copyVisits(node: number, from: PriorTree, source: number): void {
    this.visits[node] = from.visits[source] as number;
    this.total[node] = from.total[source] as number;
    this.leads[node] = from.leads[source] as number;
  }

  /** Puts the edges of the root that another tree has tried first, and tries them. */
  private adoptEdges(from: PriorTree, node: number): void {
    const own = this.edgesOf(ROOT);
    const theirs = from.edgesOf(node).slice(0, from.tried[node]);
    const tried = theirs.map((edge) => own.find(({ move }) => move === edge.move) ?? edge);
    const untried = own.filter((edge) => !tried.includes(edge));
    this.edges = 0;
    this.first[ROOT] = NONE;
    this.count[ROOT] = 0;
    for (const { move, prior, hope } of [...tried, ...untried]) this.addEdge(ROOT, move, prior, hope);
    for (const _ of tried) this.tryNext(ROOT);
  }

  private edgesOf(node: number): { readonly move: Move; readonly prior: number; readonly hope: number }[] {
    const first = this.first[node] as number;
    return Array.from({ length: this.count[node] as number }, (_, place) => ({
      move: this.move[first + place] as number,
      prior: this.prior[first + place] as number,
      hope: this.hope[first + place] as number,
    }));
  }

  private copyEdges(node: number, from: PriorTree, source: number): void {
    const first = from.first[source] as number;
    const count = from.count[source] as number;
    const copy = this.edges;
    while (copy + count > this.move.length) growColumns(this, EDGE_COLUMNS);
    this.move.set(from.move.subarray(first, first + count), copy);
    this.prior.set(from.prior.subarray(first, first + count), copy);
    this.hope.set(from.hope.subarray(first, first + count), copy);
    this.edges += count;
    this.first[node] = copy;
    this.count[node] = count;
    for (let tried = from.tried[source] as number; tried > 0; tried--) this.tryNext(node);
  }

  private addNode(): number {
    const node = this.size++;
    if (node === this.visits.length) growColumns(this, NODE_COLUMNS);
    this.first[node] = NONE;
    return node;
  }
}
