import type { Move, Seat } from '@tablier/core';

/** No node: the end of a list of children, the parent of the root. */
export const NONE = -1;
/** The root of every tree. */
export const ROOT = 0;

/** Nodes a tree may hold (about 60 bytes each); when it is full, playouts start from its leaves. */
const MOST_NODES = 1 << 20;
/** Moves waiting to be tried that a tree may hold (2 bytes each). */
const MOST_WAITING = 1 << 24;
/** Moves of one node that wait at a time: few, since most nodes are visited a few times only. */
export const WAITING = 8;

/**
 * The search tree of MCTS as columns of numbers: a node is an index, its children a linked list, newest first.
 * `totals` holds for each node and seat the sum of the values of the playouts through it.
 *
 * Where everything is open, an expanded node owns a stretch of `waiting` that begins at `from`: the `left` moves that are to be
 * tried next, the next one last. `later` more have not been tried and do not wait yet.
 */
export class Tree {
  readonly seats: number;
  size = 0;
  visits = new Int32Array(1024);
  /** How often the move was legal when its parent was visited; counted where worlds are sampled. */
  available = new Int32Array(1024);
  move = new Uint16Array(1024);
  parent = new Int32Array(1024);
  child = new Int32Array(1024);
  sibling = new Int32Array(1024);
  /** How many children a node has. */
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
    return this.size >= MOST_NODES;
  }

  /** A new node below `parent`, its first child from now on. */
  add(parent: number, move: Move): number {
    const node = this.size++;
    if (node === this.visits.length) this.growNodes();
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

  /** Has moves wait at a node for the first time, or when none is waiting any more; false where the tree is full. */
  wait(node: number, moves: Uint16Array, later: number): boolean {
    if (this.from[node] === NONE) {
      if (this.used + moves.length > MOST_WAITING) return false;
      this.from[node] = this.used;
      this.used += moves.length;
      while (this.used > this.waiting.length) this.waiting = grown(this.waiting, Uint16Array);
    }
    this.waiting.set(moves, this.from[node]);
    this.left[node] = moves.length;
    this.later[node] = later;
    return true;
  }

  /** The mean value of a visited node for a seat. */
  mean(node: number, seat: Seat): number {
    return (this.totals[node * this.seats + seat] as number) / (this.visits[node] as number);
  }

  /** Adds the values of a playout to a node and all above it. */
  backUp(leaf: number, values: Float64Array): void {
    for (let node = leaf; node !== NONE; node = this.parent[node] as number) {
      this.visits[node] = (this.visits[node] as number) + 1;
      const first = node * this.seats;
      for (let seat = 0; seat < this.seats; seat++) {
        this.totals[first + seat] = (this.totals[first + seat] as number) + (values[seat] as number);
      }
    }
  }

  /** The child with most visits, the oldest of equals; `NONE` where no child was visited. */
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

  private growNodes(): void {
    this.visits = grown(this.visits, Int32Array);
    this.available = grown(this.available, Int32Array);
    this.move = grown(this.move, Uint16Array);
    this.parent = grown(this.parent, Int32Array);
    this.child = grown(this.child, Int32Array);
    this.sibling = grown(this.sibling, Int32Array);
    this.tried = grown(this.tried, Int32Array);
    this.totals = grown(this.totals, Float64Array);
    this.from = grown(this.from, Int32Array);
    this.left = grown(this.left, Int32Array);
    this.later = grown(this.later, Int32Array);
  }
}

interface Column<A> {
  readonly length: number;
  set(other: A): void;
}

/** A column twice as long that begins with `column`. */
function grown<A extends Column<A>>(column: A, make: new (length: number) => A): A {
  const longer = new make(column.length * 2);
  longer.set(column);
  return longer;
}
