/**
 * The cost of pairing two items, as whole numbers of which the first weighs most: sums are compared number by number, all of one length.
 * The first one is not negative. Symmetric.
 */
export type PairCost = (left: number, right: number) => readonly number[];

const OUTER = 0;
const INNER = 1;
const FREE = -1;

/** How a change moves the dual variable of a vertex: by its label, from `FREE` on. */
const SIGN = [0, -1, 1];

const at = (array: Float64Array | Int32Array | Uint8Array, index: number): number => array[index] ?? 0;

/**
 * Pairs the items 0 to `count - 1` (an even number) so that the sum of the costs is the least possible. Returns the partner of each item.
 *
 * The blossom algorithm of Edmonds with dual variables, in O(count³): see Galil, "Efficient algorithms for finding maximum matching in
 * graphs" (1986). It only adds, compares and halves costs, so they may be lists of numbers in lexical order. Sums of costs must stay below
 * 2^50, because twice the largest weight must be exact.
 * In short steps: 256 items take a second.
 */
export function* pairingSteps(count: number, cost: PairCost): Generator<void, readonly number[], void> {
  if (count % 2 === 1) throw new RangeError(`${count} items cannot be paired`);
  return count === 0 ? [] : yield* new Matching(count, cost(0, 1).length).solve(cost);
}

/** Negative if the left list of numbers is lower. */
function compare(left: ArrayLike<number>, right: ArrayLike<number>): number {
  for (let digit = 0; digit < left.length; digit++) {
    const difference = (left[digit] ?? 0) - (right[digit] ?? 0);
    if (difference !== 0) return difference;
  }
  return 0;
}

/**
 * The state of the algorithm. Vertices are numbered from 1 and blossoms from `count + 1`; 0 is none. An edge between two vertices or
 * blossoms `u` and `v` is at `u * size + v`: whether it is set, and its ends (`from`, `to`). Weights and dual variables have `#width` numbers.
 */
class Matching {
  readonly #count: number;
  readonly #size: number;
  readonly #from: Int32Array;
  readonly #to: Int32Array;
  readonly #isEdge: Uint8Array;
  /** By two vertices, each from 0. */
  readonly #weight: Float64Array;
  readonly #dual: Float64Array;
  readonly #width: number;
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

  constructor(count: number, width: number) {
    const size = 2 * count + 1;
    this.#count = count;
    this.#size = size;
    this.#width = width;
    this.#last = count;
    this.#from = new Int32Array(size * size);
    this.#to = new Int32Array(size * size);
    this.#isEdge = new Uint8Array(size * size);
    this.#childWith = new Int32Array(size * size);
    this.#weight = new Float64Array(count * count * width);
    this.#dual = new Float64Array(size * width);
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
    const [count, width] = [this.#count, this.#width];
    let [most, least]: [number, readonly number[]] = [0, []];
    for (let u = 0; u < count; u++) {
      for (let v = u + 1; v < count; v++) {
        const costs = cost(u, v);
        most = Math.max(most, costs[0] ?? 0);
        if (least.length === 0 || compare(costs, least) < 0) least = costs;
        for (let digit = 0; digit < width; digit++) {
          this.#weight[(u * count + v) * width + digit] = -(costs[digit] ?? 0);
          this.#weight[(v * count + u) * width + digit] = -(costs[digit] ?? 0);
        }
      }
      yield;
    }
    const base = (count / 2) * most + 1;
    for (let u = 1; u <= count; u++) {
      this.#top[u] = u;
      // The greatest weight.
      for (let digit = 0; digit < width; digit++)
        this.#dual[u * width + digit] = (digit === 0 ? base : 0) - (least[digit] ?? 0);
      for (let v = 1; v <= count; v++) {
        const edge = u * this.#size + v;
        this.#from[edge] = u;
        this.#to[edge] = v;
        this.#isEdge[edge] = u === v ? 0 : 1;
        this.#weight[((u - 1) * count + v - 1) * width] = at(this.#weight, ((u - 1) * count + v - 1) * width) + base;
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

  /** One number of how far the dual variables of an edge exceed its weight. */
  #delta(edge: number, digit: number): number {
    const [u, v, width] = [at(this.#from, edge), at(this.#to, edge), this.#width];
    const weight = at(this.#weight, ((u - 1) * this.#count + v - 1) * width + digit);
    return at(this.#dual, u * width + digit) + at(this.#dual, v * width + digit) - 2 * weight;
  }

  #hasSlack(edge: number): boolean {
    for (let digit = 0; digit < this.#width; digit++) {
      const delta = this.#delta(edge, digit);
      if (delta !== 0) return delta > 0;
    }
    return false;
  }

  #isTighter(edge: number, other: number): boolean {
    for (let digit = 0; digit < this.#width; digit++) {
      const difference = this.#delta(edge, digit) - this.#delta(other, digit);
      if (difference !== 0) return difference < 0;
    }
    return false;
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
    if (known === 0 || this.#isTighter(this.#edge(u, x), this.#edge(known, x))) this.#slack[x] = u;
  }

  #setSlack(x: number): void {
    this.#slack[x] = 0;
    for (let u = 1; u <= this.#count; u++) {
      const top = at(this.#top, u);
      if (at(this.#isEdge, this.#edge(u, x)) === 1 && top !== x && at(this.#label, top) === OUTER)
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
    this.#dual.fill(0, blossom * this.#width, (blossom + 1) * this.#width);
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
      this.#isEdge[this.#edge(blossom, x)] = 0;
      this.#isEdge[this.#edge(x, blossom)] = 0;
    }
    for (let x = 1; x <= this.#count; x++) this.#childWith[this.#edge(blossom, x)] = 0;
    for (const child of this.#childrenOf(blossom)) {
      for (let x = 1; x <= this.#last; x++) {
        const [own, other] = [this.#edge(blossom, x), this.#edge(child, x)];
        if (at(this.#isEdge, other) === 0 || (at(this.#isEdge, own) === 1 && !this.#isTighter(other, own))) continue;
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
    this.#isEdge[to] = at(this.#isEdge, from);
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
        if (at(this.#label, blossom) === INNER && this.#isSpent(blossom)) this.#expandBlossom(blossom);
    }
    return true;
  }

  /** Grows the trees along edges without slack. Returns whether the matching grew. */
  #search(): boolean {
    for (let u = this.#queue.shift(); u !== undefined; u = this.#queue.shift()) {
      if (at(this.#label, at(this.#top, u)) === INNER) continue;
      for (let v = 1; v <= this.#count; v++) {
        const edge = this.#edge(u, v);
        if (at(this.#isEdge, edge) === 0 || at(this.#top, u) === at(this.#top, v)) continue;
        if (this.#hasSlack(edge)) this.#updateSlack(u, at(this.#top, v));
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

  /** Whether the dual variable of a blossom is zero. */
  #isSpent(blossom: number): boolean {
    return this.#dual.subarray(blossom * this.#width, (blossom + 1) * this.#width).every((number) => number === 0);
  }

  #leastChange(): Float64Array {
    let least = new Float64Array(this.#width).fill(Number.POSITIVE_INFINITY);
    const note = (scale: number, numberAt: (digit: number) => number): void => {
      const change = Float64Array.from({ length: this.#width }, (_, digit) => numberAt(digit) / scale);
      if (compare(change, least) < 0) least = change;
    };
    for (const blossom of this.#blossoms())
      if (at(this.#label, blossom) === INNER) note(2, (digit) => at(this.#dual, blossom * this.#width + digit));
    for (let x = 1; x <= this.#last; x++) {
      const slack = at(this.#slack, x);
      if (at(this.#top, x) !== x || slack === 0 || at(this.#label, x) === INNER) continue;
      const edge = this.#edge(slack, x);
      note(at(this.#label, x) === FREE ? 1 : 2, (digit) => this.#delta(edge, digit));
    }
    return least;
  }

  #adjust(change: Float64Array): void {
    const add = (x: number, times: number): void => {
      for (const [digit, number] of change.entries()) {
        const place = x * this.#width + digit;
        this.#dual[place] = at(this.#dual, place) + times * number;
      }
    };
    for (let u = 1; u <= this.#count; u++) add(u, SIGN[at(this.#label, at(this.#top, u)) + 1] ?? 0);
    for (const blossom of this.#blossoms()) add(blossom, -2 * (SIGN[at(this.#label, blossom) + 1] ?? 0));
    this.#queue = [];
  }

  /** Uses the edges that lost their slack. Returns whether the matching grew. */
  #useSlack(): boolean {
    for (let x = 1; x <= this.#last; x++) {
      const slack = at(this.#slack, x);
      if (at(this.#top, x) !== x || slack === 0 || at(this.#top, slack) === x) continue;
      const edge = this.#edge(slack, x);
      if (!this.#hasSlack(edge) && this.#onTight(edge)) return true;
    }
    return false;
  }
}
