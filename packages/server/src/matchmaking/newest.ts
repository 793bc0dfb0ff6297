/** An item with a time. */
interface Dated {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The newer one comes first; of two with the same time, the one with the smaller id. */
const isBefore = (left: Dated, right: Dated): boolean =>
  left.at > right.at || (left.at === right.at && left.id < right.id);

/** The newest of many items, in order. Others are dropped. */
export class Newest {
  readonly #most: number;
  readonly #ordered: Dated[] = [];
  readonly #known = new Map<string, Dated>();

  constructor(most: number) {
    this.#most = most;
  }

  /** The ids, newest first. */
  get ids(): readonly string[] {
    return this.#ordered.map(({ id }) => id);
  }

  has(id: string): boolean {
    return this.#known.has(id);
  }

  /** Whether the item would be kept. */
  takes(item: Dated): boolean {
    const last = this.#ordered.at(-1);
    return this.#known.has(item.id) || last === undefined || this.#ordered.length < this.#most || isBefore(item, last);
  }

  /** Adds or moves an item; returns the id of the item that was dropped for it, or `null`. */
  put({ id, at }: Dated): string | null {
    if (this.#known.get(id)?.at === at) return null;
    this.remove(id);
    const item = { id, at };
    this.#known.set(id, item);
    this.#ordered.splice(this.#placeOf(item), 0, item);
    const left = this.#ordered.length > this.#most ? this.#ordered.pop() : undefined;
    if (left === undefined) return null;
    this.#known.delete(left.id);
    return left.id;
  }

  remove(id: string): void {
    const item = this.#known.get(id);
    if (item === undefined) return;
    this.#known.delete(id);
    this.#ordered.splice(this.#placeOf(item), 1);
  }

  /** The index of an item, or where it belongs: a binary search. */
  #placeOf(item: Dated): number {
    let [low, high] = [0, this.#ordered.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      const other = this.#ordered[middle];
      if (other !== undefined && isBefore(other, item)) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
