import { drained } from '@tablier/core';

/** The cost of pairing two items, a non-negative whole number. Symmetric. */
export type PairCost = (left: number, right: number) => number;

const OUTER = 0;
const INNER = 1;
const FREE = -1;

const at = (array: Float64Array | Int32Array, index: number): number => array[index] ?? 0;

/**
 * Pairs the items 0 to `count - 1` (an even number) so that the sum of the costs is the least possible. Returns the partner of each item.
 *
 * The blossom algorithm of Edmonds with dual variables, in O(count³): see Galil, "Efficient algorithms for finding maximum matching in
 * graphs" (1986). Costs times half of `count` must stay below 2^50, because twice the largest weight must be exact.
 */
export const cheapestPairs = (count: number, cost: PairCost): readonly number[] => drained(pairingSteps(count, cost));

/** The same in short steps: 256 items take a second. */
export function* pairingSteps(count: number, cost: PairCost): Generator<void, readonly number[], void> {
  if (count % 2 === 1) throw new RangeError(`${count} items cannot be paired`);
  return count === 0 ? [] : yield* new Matching(count).solve(cost);
}

/**
 * The state of the algorithm. Vertices are numbered from 1 and blossoms from `count + 1`; 0 is none. An edge between two vertices or
 * blossoms `u` and `v` is at `u * size + v`: its ends (`from`, `to`) and its weight (`weight`, 0 for no edge).
 */
class Matching {
  readonly #count: number;
  readonly #size: number;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #weight: Float64Array;
  readonly #dual: Float64Array;
  readonly #mate: Int32Array;
  readonly #slack: Int32Array;
  /** The outermost blossom of each vertex and blossom. */
  readonly #top: Int32Array;
  readonly #parent: Int32Array;
  readonly #label: Int32Array;
  readonly #visited: Int32Array;
  /** At `blossom * size + vertex`: the child of the blossom that contains the vertex. */
  readonly #childWith: Int32Array;
  readonly #children: number[][];
  #last: number;
  #visits = 0;
  #queue: number[] = [];

  constructor(count: number) {
    const size = 2 * count + 1;
    this.#count = count;
    this.#size = size;
    this.#last = count;
    this.#from = new Int32Array(size * size);
    this.#to = new Int32Array(size * size);
    this.#weight = new Float64Array(size * size);
    this.#childWith = new Int32Array(size * size);
    this.#dual = new Float64Array(size);
    [this.#mate, this.#slack, this.#top, this.#parent, this.#label, this.#visited] = [
      new Int32Array(size),
      new Int32Array(size),
      new Int32Array(size),
      new Int32Array(size),
      new Int32Array(size),
      new Int32Array(size),
    ];
    this.#children = Array.from({ length: size }, () => []);
  }

  /** Weights are so high that another pair always pays off. */
  *#fill(cost: PairCost): Generator<void, void, void> {
    const count = this.#count;
    let most = 0;
    for (let u = 1; u <= count; u++) {
      for (let v = u + 1; v <= count; v++) {
        const costs = cost(u - 1, v - 1);
        most = Math.max(most, costs);
        this.#weight[this.#edge(u, v)] = costs;
        this.#weight[this.#edge(v, u)] = costs;
      }
      yield;
    }
    const base = (count / 2) * most + 1;
    for (let u = 1; u <= count; u++) {
      this.#top[u] = u;
      this.#dual[u] = base;
      for (let v = 1; v <= count; v++) {
        const edge = u * this.#size + v;
        this.#from[edge] = u;
        this.#to[edge] = v;
        this.#weight[edge] = u === v ? 0 : base - at(this.#weight, edge);
        this.#childWith[edge] = u === v ? u : 0;
      }
      yield;
    }
  }

  *solve(cost: PairCost): Generator<void, readonly number[], void> {
    yield* this.#fill(cost);
    while (yield* this.#improve());
    return Array.from({ length: this.#count }, (_, item) => at(this.#mate, item + 1) - 1);
  }

  #delta(edge: number): number {
    const [u, v] = [at(this.#from, edge), at(this.#to, edge)];
    return at(this.#dual, u) + at(this.#dual, v) - 2 * at(this.#weight, u * this.#size + v);
  }

  #edge(u: number, v: number): number {
    return u * this.#size + v;
  }

  #childrenOf(blossom: number): number[] {
    return this.#children[blossom] ?? [];
  }

  #child(blossom: number, index: number): number {
    return this.#childrenOf(blossom)[index] ?? 0;
  }

  #updateSlack(u: number, x: number): void {
    const known = at(this.#slack, x);
    if (known === 0 || this.#delta(this.#edge(u, x)) < this.#delta(this.#edge(known, x))) this.#slack[x] = u;
  }

  #setSlack(x: number): void {
    this.#slack[x] = 0;
    for (let u = 1; u <= this.#count; u++) {
      const top = at(this.#top, u);
      if (at(this.#weight, this.#edge(u, x)) > 0 && top !== x && at(this.#label, top) === OUTER)
        this.#updateSlack(u, x);
    }
  }

  #push(x: number): void {
    if (x <= this.#count) this.#queue.push(x);
    else for (const child of this.#childrenOf(x)) this.#push(child);
  }

  #setTop(x: number, top: number): void {
    this.#top[x] = top;
    if (x > this.#count) for (const child of this.#childrenOf(x)) this.#setTop(child, top);
  }

  /** The place of a child on the even path from the base, after turning the cycle around if needed. */
  #evenPlace(blossom: number, child: number): number {
    const children = this.#childrenOf(blossom);
    const place = children.indexOf(child);
    if (place % 2 === 0) return place;
    this.#children[blossom] = [children[0] ?? 0, ...children.slice(1).toReversed()];
    return children.length - place;
  }

  #match(u: number, v: number): void {
    const edge = this.#edge(u, v);
    this.#mate[u] = at(this.#to, edge);
    if (u <= this.#count) return;
    const child = at(this.#childWith, this.#edge(u, at(this.#from, edge)));
    const place = this.#evenPlace(u, child);
    for (let index = 0; index < place; index++) this.#match(this.#child(u, index), this.#child(u, index ^ 1));
    this.#match(child, v);
    const children = this.#childrenOf(u);
    this.#children[u] = [...children.slice(place), ...children.slice(0, place)];
  }

  #augment(from: number, to: number): void {
    for (let [u, v] = [from, to]; ;) {
      const next = at(this.#top, at(this.#mate, u));
      this.#match(u, v);
      if (next === 0) return;
      const parent = at(this.#top, at(this.#parent, next));
      this.#match(next, parent);
      [u, v] = [parent, next];
    }
  }

  /** The lowest common ancestor of two outer vertices; 0 if they are in different trees. */
  #ancestor(left: number, right: number): number {
    this.#visits++;
    for (let [u, v] = [left, right]; u !== 0 || v !== 0; [u, v] = [v, u]) {
      if (u === 0) continue;
      if (at(this.#visited, u) === this.#visits) return u;
      this.#visited[u] = this.#visits;
      u = at(this.#top, at(this.#mate, u));
      if (u !== 0) u = at(this.#top, at(this.#parent, u));
    }
    return 0;
  }

  #newBlossom(): number {
    let blossom = this.#count + 1;
    while (blossom <= this.#last && at(this.#top, blossom) !== 0) blossom++;
    this.#last = Math.max(this.#last, blossom);
    return blossom;
  }

  /** The vertices and blossoms from one up to the base, each inner one queued. */
  #pathTo(base: number, start: number): number[] {
    const path: number[] = [];
    for (let x = start; x !== base;) {
      const inner = at(this.#top, at(this.#mate, x));
      path.push(x, inner);
      this.#push(inner);
      x = at(this.#top, at(this.#parent, inner));
    }
    return path;
  }

  #addBlossom(u: number, base: number, v: number): void {
    const blossom = this.#newBlossom();
    this.#dual[blossom] = 0;
    this.#label[blossom] = OUTER;
    this.#mate[blossom] = at(this.#mate, base);
    const left = this.#pathTo(base, u).toReversed();
    this.#children[blossom] = [base, ...left, ...this.#pathTo(base, v)];
    this.#setTop(blossom, blossom);
    this.#joinEdges(blossom);
    this.#setSlack(blossom);
  }

  /** The edges of a blossom are the best ones of its children. */
  #joinEdges(blossom: number): void {
    for (let x = 1; x <= this.#last; x++) {
      this.#weight[this.#edge(blossom, x)] = 0;
      this.#weight[this.#edge(x, blossom)] = 0;
    }
    for (let x = 1; x <= this.#count; x++) this.#childWith[this.#edge(blossom, x)] = 0;
    for (const child of this.#childrenOf(blossom)) {
      for (let x = 1; x <= this.#last; x++) {
        const [own, other] = [this.#edge(blossom, x), this.#edge(child, x)];
        if (at(this.#weight, own) !== 0 && this.#delta(other) >= this.#delta(own)) continue;
        this.#copyEdge(other, own);
        this.#copyEdge(this.#edge(x, child), this.#edge(x, blossom));
      }
      for (let x = 1; x <= this.#count; x++)
        if (at(this.#childWith, this.#edge(child, x)) !== 0) this.#childWith[this.#edge(blossom, x)] = child;
    }
  }

  #copyEdge(from: number, to: number): void {
    this.#from[to] = at(this.#from, from);
    this.#to[to] = at(this.#to, from);
    this.#weight[to] = at(this.#weight, from);
  }

  #expandBlossom(blossom: number): void {
    for (const child of this.#childrenOf(blossom)) this.#setTop(child, child);
    const parent = at(this.#parent, blossom);
    const entry = at(this.#childWith, this.#edge(blossom, at(this.#from, this.#edge(blossom, parent))));
    const place = this.#evenPlace(blossom, entry);
    for (let index = 0; index < place; index += 2) {
      const [inner, outer] = [this.#child(blossom, index), this.#child(blossom, index + 1)];
      this.#parent[inner] = at(this.#from, this.#edge(outer, inner));
      this.#label[inner] = INNER;
      this.#label[outer] = OUTER;
      this.#slack[inner] = 0;
      this.#setSlack(outer);
      this.#push(outer);
    }
    this.#label[entry] = INNER;
    this.#parent[entry] = parent;
    for (const child of this.#childrenOf(blossom).slice(place + 1)) {
      this.#label[child] = FREE;
      this.#setSlack(child);
    }
    this.#top[blossom] = 0;
  }

  /** An edge without slack was found. Returns whether the matching grew. */
  #onTight(edge: number): boolean {
    const [u, v] = [at(this.#top, at(this.#from, edge)), at(this.#top, at(this.#to, edge))];
    if (at(this.#label, v) === FREE) {
      this.#parent[v] = at(this.#from, edge);
      this.#label[v] = INNER;
      const next = at(this.#top, at(this.#mate, v));
      this.#slack[v] = 0;
      this.#slack[next] = 0;
      this.#label[next] = OUTER;
      this.#push(next);
    } else if (at(this.#label, v) === OUTER) {
      const base = this.#ancestor(u, v);
      if (base === 0) {
        this.#augment(u, v);
        this.#augment(v, u);
        return true;
      }
      this.#addBlossom(u, base, v);
    }
    return false;
  }

  /** Adds one pair to the matching. Returns false when every vertex is matched. */
  *#improve(): Generator<void, boolean, void> {
    this.#label.fill(FREE, 1, this.#last + 1);
    this.#slack.fill(0, 1, this.#last + 1);
    this.#queue = [];
    for (let x = 1; x <= this.#last; x++) {
      if (at(this.#top, x) !== x || at(this.#mate, x) !== 0) continue;
      this.#parent[x] = 0;
      this.#label[x] = OUTER;
      this.#push(x);
    }
    if (this.#queue.length === 0) return false;
    while (!this.#search()) {
      yield;
      this.#adjust(this.#leastChange());
      if (this.#useSlack()) return true;
      for (const blossom of this.#blossoms())
        if (at(this.#label, blossom) === INNER && at(this.#dual, blossom) === 0) this.#expandBlossom(blossom);
    }
    return true;
  }

  /** Grows the trees along edges without slack. Returns whether the matching grew. */
  #search(): boolean {
    for (let u = this.#queue.shift(); u !== undefined; u = this.#queue.shift()) {
      if (at(this.#label, at(this.#top, u)) === INNER) continue;
      for (let v = 1; v <= this.#count; v++) {
        const edge = this.#edge(u, v);
        if (at(this.#weight, edge) <= 0 || at(this.#top, u) === at(this.#top, v)) continue;
        if (this.#delta(edge) > 0) this.#updateSlack(u, at(this.#top, v));
        else if (this.#onTight(edge)) return true;
      }
    }
    return false;
  }

  #blossoms(): readonly number[] {
    const found: number[] = [];
    for (let x = this.#count + 1; x <= this.#last; x++) if (at(this.#top, x) === x) found.push(x);
    return found;
  }

  #leastChange(): number {
    let least = Number.POSITIVE_INFINITY;
    for (const blossom of this.#blossoms())
      if (at(this.#label, blossom) === INNER) least = Math.min(least, at(this.#dual, blossom) / 2);
    for (let x = 1; x <= this.#last; x++) {
      const slack = at(this.#slack, x);
      if (at(this.#top, x) !== x || slack === 0) continue;
      const delta = this.#delta(this.#edge(slack, x));
      if (at(this.#label, x) === FREE) least = Math.min(least, delta);
      else if (at(this.#label, x) === OUTER) least = Math.min(least, delta / 2);
    }
    return least;
  }

  #adjust(change: number): void {
    for (let u = 1; u <= this.#count; u++) {
      const label = at(this.#label, at(this.#top, u));
      if (label === OUTER) this.#dual[u] = at(this.#dual, u) - change;
      else if (label === INNER) this.#dual[u] = at(this.#dual, u) + change;
    }
    for (const blossom of this.#blossoms()) {
      const label = at(this.#label, blossom);
      if (label === OUTER) this.#dual[blossom] = at(this.#dual, blossom) + 2 * change;
      else if (label === INNER) this.#dual[blossom] = at(this.#dual, blossom) - 2 * change;
    }
    this.#queue = [];
  }

  /** Uses the edges that lost their slack. Returns whether the matching grew. */
  #useSlack(): boolean {
    for (let x = 1; x <= this.#last; x++) {
      const slack = at(this.#slack, x);
      if (at(this.#top, x) !== x || slack === 0 || at(this.#top, slack) === x) continue;
      const edge = this.#edge(slack, x);
      if (this.#delta(edge) === 0 && this.#onTight(edge)) return true;
    }
    return false;
  }
}
