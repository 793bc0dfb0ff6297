import type { Move, Seat } from '@tablier/core';

/** No node: the end of a list of children, the parent of the root. */
export const NONE = -1;
export const ROOT = 0;

/** The maximum number of nodes (about 40 bytes each). When the tree is full, playouts start from its leaves. */
const MAX_NODES = 1 << 20;
/** The maximum number of waiting moves (2 bytes each). */
const MAX_WAITING = 1 << 24;
/** The number of moves of one node that wait at a time. Few, since most nodes are visited only a few times. */
export const WAITING = 8;

const LINKS = ['move', 'parent', 'child', 'sibling'] as const;
const COUNTS = ['visits', 'available', 'tried', 'totals', 'from', 'left', 'later'] as const;

/**
 * The search tree of MCTS, stored in columns. A node is an index; its children are a linked list, newest first.
 * `totals` has the sum of the playout values by node and seat.
 *
 * Without hidden information, an expanded node owns a range of `waiting` that begins at `from`: the `left` moves to try next, the next one
 * last. `later` is the number of further untried moves that do not wait yet.
 */
export class Tree {
  readonly seats: number;
  size = 0;
  visits = new Int32Array(1024);
  /** How often the move was legal when its parent was visited. Counted only with sampled positions. */
  available = new Int32Array(1024);
  move = new Uint16Array(1024);
  parent = new Int32Array(1024);
  child = new Int32Array(1024);
  sibling = new Int32Array(1024);
  tried = new Int32Array(1024);
  totals: Float64Array;
  from = new Int32Array(1024);
  left = new Int32Array(1024);
  later = new Int32Array(1024);

  waiting = new Uint16Array(4096);
  private used = 0;

  constructor(seats: number) {
    this.seats = seats;
    this.totals = new Float64Array(1024 * seats);
    this.add(NONE, 0);
  }

  get full(): boolean {
    return this.size >= MAX_NODES;
  }

  add(parent: number, move: Move): number {
    const node = this.size++;
    if (node === this.visits.length) growColumns(this, [...LINKS, ...COUNTS]);
    this.move[node] = move;
    this.parent[node] = parent;
    this.child[node] = NONE;
    this.from[node] = NONE;
    this.sibling[node] = NONE;
    if (parent !== NONE) {
      this.sibling[node] = this.child[parent] as number;
      this.child[parent] = node;
      this.tried[parent] = (this.tried[parent] as number) + 1;
    }
    return node;
  }

  /** Sets the waiting moves of a node that has none. Returns false if the tree is full. */
  wait(node: number, moves: Uint16Array, later: number): boolean {
    if (this.from[node] === NONE) {
      if (this.used + moves.length > MAX_WAITING) return false;
      this.from[node] = this.used;
      this.used += moves.length;
      while (this.used > this.waiting.length) growColumns(this, ['waiting']);
    }
    this.waiting.set(moves, this.from[node]);
    this.left[node] = moves.length;
    this.later[node] = later;
    return true;
  }

  mean(node: number, seat: Seat): number {
    return (this.totals[node * this.seats + seat] as number) / (this.visits[node] as number);
  }

  backUp(leaf: number, values: Float64Array): void {
    for (let node = leaf; node !== NONE; node = this.parent[node] as number) {
      this.visits[node] = (this.visits[node] as number) + 1;
      const first = node * this.seats;
      for (let seat = 0; seat < this.seats; seat++) {
        this.totals[first + seat] = (this.totals[first + seat] as number) + (values[seat] as number);
      }
    }
  }

  /** The child with the most visits, the oldest on a tie. `NONE` if no child was visited. */
  favourite(node: number): number {
    let best = NONE;
    let most = 1;
    for (let child = this.child[node] as number; child !== NONE; child = this.sibling[child] as number) {
      const visits = this.visits[child] as number;
      if (visits < most) continue;
      most = visits;
      best = child;
    }
    return best;
  }
}

/** Doubles the length of these columns. */
export function growColumns<Name extends string>(
  columns: Record<Name, Int32Array | Uint16Array | Float64Array>,
  names: readonly Name[],
): void {
  for (const name of names) {
    const column = columns[name];
    const longer = new (column.constructor as Int32ArrayConstructor)(column.length * 2);
    longer.set(column);
    columns[name] = longer;
  }
}
