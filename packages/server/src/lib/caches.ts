interface Kept<T> {
  readonly at: number;
  readonly value: Promise<T>;
}

/** Values by key, each computed again after some time at the earliest. Memory is bounded: the oldest values are dropped first. */
export class FreshCache<T> {
  readonly #kept = new Map<string, Kept<T>>();
  readonly #options: { readonly freshMs: number; readonly most: number; readonly now: () => number };

  constructor(options: { readonly freshMs: number; readonly most: number; readonly now: () => number }) {
    this.#options = options;
  }

  get(key: string, compute: () => Promise<T>): Promise<T> {
    const { freshMs, most } = this.#options;
    const [now, known] = [this.#options.now(), this.#kept.get(key)];
    if (known !== undefined && now - known.at < freshMs && now >= known.at) return known.value;
    const kept = { at: now, value: compute() };
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    kept.value.catch(() => {
      if (this.#kept.get(key) === kept) this.#kept.delete(key);
    });
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > most && !oldest.done) this.#kept.delete(oldest.value);
    return kept.value;
  }
}
