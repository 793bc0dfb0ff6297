import { formatServerMessage, type ServerMessage } from '@tablier/protocol';
import type { Outlet } from '../tables/watching/subscribers.ts';

export interface Item {
  readonly id: string;
}

export interface FeedUpdate<T extends Item> {
  readonly changed: readonly T[];
  readonly gone: readonly string[];
}

interface Entry<T> {
  build: (() => T) | null;
  item: T | null;
  text: string;
  revision: number;
}

export interface FeedDeps {
  /** The shortest interval between two notifications. Milliseconds. */
  readonly pace: number;
  readonly choose?: (ids: readonly string[]) => readonly string[];
  /** Called when an item cannot be built. It is left out until it is put again. */
  readonly onFailure: (error: unknown) => void;
}

/** Followers ask for what is new to them, so nothing is queued. An item is built when it is sent: many changes may come before. */
export class Feed<T extends Item> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #listeners = new Set<() => void>();
  readonly #deps: FeedDeps;
  #revision = 0;
  #shown: { readonly revision: number; readonly items: readonly T[]; readonly ids: ReadonlySet<string> } | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: FeedDeps) {
    this.#deps = deps;
  }

  get revision(): number {
    return this.#revision;
  }

  get size(): number {
    return this.#entries.size;
  }

  get isFollowed(): boolean {
    return this.#listeners.size > 0;
  }

  has(id: string): boolean {
    return this.#entries.has(id);
  }

  ids(): string[] {
    return [...this.#entries.keys()];
  }

  /** Adds or changes an item. `build` is called at most once, when the item is sent or settled. */
  put(id: string, build: () => T): void {
    const entry = this.#entries.get(id);
    if (entry === undefined) this.#entries.set(id, { build, item: null, text: '', revision: this.#revision });
    else entry.build = build;
    this.#changed();
  }

  remove(id: string): void {
    if (this.#entries.delete(id)) this.#changed();
  }

  touch(): void {
    this.#changed();
  }

  /** Builds an item now, so that the feed does not keep the state it is built from in memory. */
  settle(id: string): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) this.#built(id, entry);
  }

  updateSince(revision: number, known: ReadonlySet<string>): FeedUpdate<T> {
    const { items: shown, ids } = this.#chosen();
    const isNew = ({ id }: T): boolean => !known.has(id) || (this.#entries.get(id)?.revision ?? 0) > revision;
    return { changed: shown.filter(isNew), gone: [...known].filter((id) => !ids.has(id)) };
  }

  #chosen(): { readonly items: readonly T[]; readonly ids: ReadonlySet<string> } {
    if (this.#shown?.revision === this.#revision) return this.#shown;
    const { choose = (all) => all } = this.#deps;
    const items = choose(this.ids()).flatMap((id) => {
      const entry = this.#entries.get(id);
      return (entry && this.#built(id, entry)) ?? [];
    });
    this.#shown = { revision: this.#revision, items, ids: new Set(items.map(({ id }) => id)) };
    return this.#shown;
  }

  #built(id: string, entry: Entry<T>): T | null {
    const { build } = entry;
    if (build === null) return entry.item;
    entry.build = null;
    try {
      const item = build();
      const text = JSON.stringify(item);
      if (text !== entry.text) Object.assign(entry, { item, text, revision: this.#revision });
    } catch (error) {
      this.#entries.delete(id);
      this.#deps.onFailure(error);
      return null;
    }
    return entry.item;
  }

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
    }, this.#deps.pace);
  }
}

export type FormatUpdate<T extends Item> = (
  update: FeedUpdate<T>,
  more: { readonly whole: boolean; readonly figure: number | null },
) => ServerMessage;

export type FeedFigure = () => number;

/** A feed on one connection: complete at first, then the changes since the last message. */
export class FeedSubscription<T extends Item> {
  readonly #feed: Feed<T>;
  readonly #outlet: Outlet;
  readonly #format: FormatUpdate<T>;
  readonly #known = new Set<string>();
  readonly #figure: FeedFigure | null;
  #revision = -1;
  #sentFigure: number | null = null;

  constructor(feed: Feed<T>, outlet: Outlet, format: FormatUpdate<T>, figure: FeedFigure | null = null) {
    this.#feed = feed;
    this.#outlet = outlet;
    this.#format = format;
    this.#figure = figure;
  }

  notify(): void {
    if (this.#revision === this.#feed.revision || !this.#outlet.canSend()) return;
    const update = this.#feed.updateSince(this.#revision, this.#known);
    const whole = this.#revision === -1;
    this.#revision = this.#feed.revision;
    const figure = this.#newFigure();
    if (!whole && figure === null && update.changed.length + update.gone.length === 0) return;
    for (const id of update.gone) this.#known.delete(id);
    for (const { id } of update.changed) this.#known.add(id);
    this.#outlet.send(formatServerMessage(this.#format(update, { whole, figure })));
  }

  #newFigure(): number | null {
    const figure = this.#figure?.() ?? null;
    if (figure === this.#sentFigure) return null;
    this.#sentFigure = figure;
    return figure;
  }
}
