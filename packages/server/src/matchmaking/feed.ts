/** An item of a feed, found by its id and sent as it is. */
export interface Item {
  readonly id: string;
}

/** What a follower of a feed has not been sent yet. */
export interface FeedUpdate<T extends Item> {
  readonly changed: readonly T[];
  readonly gone: readonly string[];
}

interface Entry<T> {
  readonly item: T;
  readonly text: string;
  /** Rises with every change of the feed. */
  readonly revision: number;
}

/**
 * A live list of small items with many followers. Followers are notified at a limited pace and then ask for what is new
 * to them, so nothing is queued for anyone.
 */
export class Feed<T extends Item> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #listeners = new Set<() => void>();
  readonly #pace: number;
  readonly #choose: (items: readonly T[]) => readonly T[];
  #revision = 0;
  /** The items shown at this revision, chosen once for all followers. */
  #shown: { readonly revision: number; readonly items: readonly T[]; readonly ids: ReadonlySet<string> } | null = null;
  #timer: NodeJS.Timeout | undefined;

  /** `pace`: the shortest interval between two notifications, in milliseconds. `choose`: which items are shown. */
  constructor(pace: number, choose: (items: readonly T[]) => readonly T[]) {
    this.#pace = pace;
    this.#choose = choose;
  }

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether the feed has followers. */
  get isFollowed(): boolean {
    return this.#listeners.size > 0;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  get(id: string): T | undefined {
    return this.#entries.get(id)?.item;
  }

  items(): T[] {
    return [...this.#entries.values()].map(({ item }) => item);
  }

  put(item: T): void {
    const text = JSON.stringify(item);
    if (this.#entries.get(item.id)?.text === text) return;
    this.#changed();
    this.#entries.set(item.id, { item, text, revision: this.#revision });
  }

  remove(id: string): void {
    if (this.#entries.delete(id)) this.#changed();
  }

  /** What is new to a follower that was last sent `revision` and has the items `known`. */
  updateSince(revision: number, known: ReadonlySet<string>): FeedUpdate<T> {
    const { items: shown, ids } = this.#chosen();
    const isNew = ({ id }: T): boolean => !known.has(id) || (this.#entries.get(id)?.revision ?? 0) > revision;
    return { changed: shown.filter(isNew), gone: [...known].filter((id) => !ids.has(id)) };
  }

  #chosen(): { readonly items: readonly T[]; readonly ids: ReadonlySet<string> } {
    if (this.#shown?.revision === this.#revision) return this.#shown;
    const items = this.#choose(this.items());
    this.#shown = { revision: this.#revision, items, ids: new Set(items.map(({ id }) => id)) };
    return this.#shown;
  }

  /** Calls `listener` after changes; returns a function that stops it. */
  listen(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #changed(): void {
    this.#revision++;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      for (const listener of this.#listeners) listener();
    }, this.#pace);
  }
}
