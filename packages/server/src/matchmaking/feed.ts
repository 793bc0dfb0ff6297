import { formatServerMessage, type ServerMessage } from '@tablier/protocol';
import { known } from '../lib/caches.ts';
import { BatchedBroadcast } from '../tables/watching/table-presence.ts';
import type { Outlet } from '../tables/watching/subscribers.ts';

export interface Item {
  readonly id: string;
}

export interface FeedUpdate<T extends Item> {
  /** Whether it is everything, and not the difference to what was sent before. */
  readonly whole: boolean;
  readonly changed: T[];
  readonly gone: string[];
  /** `null` if it has not changed. */
  readonly figure: number | null;
}

/** What followers who are up to date have. */
interface Shown<T> {
  readonly items: readonly T[];
  readonly ids: ReadonlySet<string>;
  readonly figure: number | null;
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
  /** A number that is sent with the items. It is read once per revision. */
  readonly figure?: () => number;
  /** Called when an item cannot be built. It is left out until it is put again. */
  readonly onFailure: (error: unknown) => void;
}

/** Who was last sent an earlier one of so many revisions is sent everything. */
const KEPT_REVISIONS = 16;
/** So many followers do not slow a feed down; twice as many halve its pace. */
const UNHURRIED = 4000;

/** Followers ask for what is new to them, so nothing is queued. All who were last sent the same are sent one text. An item is built when it is sent: many changes may come before. */
export class Feed<T extends Item> {
  readonly #entries = new Map<string, Entry<T>>();
  readonly #listeners = new Set<() => void>();
  readonly #broadcast = new BatchedBroadcast<() => void>(this.#listeners, (listener) => listener());
  readonly #deps: FeedDeps;
  #revision = 0;
  /** By revision: what was sent. The last one may be that of today. */
  readonly #shown = new Map<number, Shown<T>>();
  /** By the revision that a follower was last sent: the update to the newest one, and its texts by format. */
  readonly #updates = new Map<
    number,
    { readonly update: FeedUpdate<T>; readonly texts: Map<FormatUpdate<T>, string> }
  >();
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

  /** What followers who were last sent `revision` (-1 for nothing) do not have. */
  updateSince(revision: number): FeedUpdate<T> {
    return this.#updateFrom(revision).update;
  }

  /** The message with it, written once for all of them; `null` if they have everything. */
  textSince(revision: number, format: FormatUpdate<T>): string | null {
    const { update, texts } = this.#updateFrom(revision);
    if (!update.whole && update.figure === null && update.changed.length + update.gone.length === 0) return null;
    return known(texts, format, () => formatServerMessage(format(update)));
  }

  #updateFrom(revision: number) {
    const { items, ids, figure } = this.#chosen();
    const ready = this.#updates.get(revision);
    if (ready !== undefined) return ready;
    const known = this.#shown.get(revision);
    const isNew = ({ id }: T): boolean => !known?.ids.has(id) || (this.#entries.get(id)?.revision ?? 0) > revision;
    const update = {
      whole: known === undefined,
      changed: items.filter(isNew),
      gone: [...(known?.ids ?? [])].filter((id) => !ids.has(id)),
      figure: figure === known?.figure ? null : figure,
    };
    const made = { update, texts: new Map<FormatUpdate<T>, string>() };
    this.#updates.set(revision, made);
    return made;
  }

  #chosen(): Shown<T> {
    const ready = this.#shown.get(this.#revision);
    if (ready !== undefined) return ready;
    const { choose = (all) => all, figure } = this.#deps;
    const items = choose(this.ids()).flatMap((id) => {
      const entry = this.#entries.get(id);
      return (entry && this.#built(id, entry)) ?? [];
    });
    const shown = { items, ids: new Set(items.map(({ id }) => id)), figure: figure?.() ?? null };
    this.#shown.set(this.#revision, shown);
    for (const old of this.#shown.keys()) if (this.#shown.size > KEPT_REVISIONS) this.#shown.delete(old);
    this.#updates.clear();
    return shown;
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
    this.#timer ??= setTimeout(
      () => {
        this.#timer = undefined;
        this.#broadcast.run();
      },
      this.#deps.pace * Math.max(1, this.#listeners.size / UNHURRIED),
    );
  }
}

/** The same function for all followers of a kind, who then share its messages. */
export type FormatUpdate<T extends Item> = (update: FeedUpdate<T>) => ServerMessage;

/** A feed on one connection: complete at first, then the changes since the last message. */
export function feedSubscription<T extends Item>(feed: Feed<T>, outlet: Outlet, format: FormatUpdate<T>): () => void {
  let sent = -1;
  return () => {
    if (sent === feed.revision || !outlet.canSend()) return;
    const text = feed.textSince(sent, format);
    sent = feed.revision;
    if (text !== null) outlet.send(text);
  };
}
