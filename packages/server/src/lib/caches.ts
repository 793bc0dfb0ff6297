/** A map of at most `most` entries: the oldest is dropped for a new one. An entry that is set again becomes the newest. */
export class BoundedMap<K, V> extends Map<K, V> {
  readonly #most: number;
  readonly #onDrop: (key: K) => void;

  constructor(most: number, onDrop: (key: K) => void = () => undefined) {
    super();
    this.#most = most;
    this.#onDrop = onDrop;
  }

  override set(key: K, value: V): this {
    this.delete(key);
    super.set(key, value);
    for (const oldest of this.keys()) {
      if (this.size <= this.#most) break;
      this.delete(oldest);
      this.#onDrop(oldest);
    }
    return this;
  }
}

/** The value of a key, made if there is none. */
export function known<K, V>(
  values: { get(key: K): V | undefined; set(key: K, value: V): unknown },
  key: K,
  make: () => V,
): V {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}

interface FreshOptions {
  readonly freshMs: number;
  readonly most: number;
  readonly now: () => number;
}

/** Values by key, each computed again after some time at the earliest. Memory is bounded: the oldest values are dropped first. */
export class FreshCache<T> {
  readonly #kept: BoundedMap<string, { readonly at: number; readonly value: Promise<T> }>;
  readonly #options: FreshOptions;

  constructor(options: FreshOptions) {
    this.#options = options;
    this.#kept = new BoundedMap(options.most);
  }

  get(key: string, compute: () => Promise<T>): Promise<T> {
    const { freshMs } = this.#options;
    const [now, known] = [this.#options.now(), this.#kept.get(key)];
    if (known !== undefined && now - known.at < freshMs && now >= known.at) return known.value;
    const kept = { at: now, value: compute() };
    this.#kept.set(key, kept);
    kept.value.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    return kept.value;
  }
}

/** A number for each key, at least 0. Keys with 0 take no memory. */
export class Counts {
  readonly #counts = new Map<string, number>();

  of(key: string): number {
    return this.#counts.get(key) ?? 0;
  }

  /** Returns the new number. */
  add(key: string, change: number): number {
    const count = this.of(key) + change;
    if (count > 0) this.#counts.set(key, count);
    else this.#counts.delete(key);
    return count;
  }

  clear(): void {
    this.#counts.clear();
  }
}
