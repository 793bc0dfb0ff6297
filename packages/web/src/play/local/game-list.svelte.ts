import { isStorageAllowed, itemKeys, readItem, removeItem, writeItem } from '../../lib/local-storage.ts';
import { isLocalId } from '../../lib/routes.ts';
import { type GameEntry, type GameSummary, parseEntry } from './game-entry.ts';
import type { SavedGame } from './saved-game.ts';
import * as m from '../../paraglide/messages.js';

/** The storage key of the one game that earlier versions stored. */
export const OLD_GAME = 'tablier.game';
const UNREADABLE = 'tablier.game.aside';

/** The key of an unreadable game, counted from 1. Each game has its own key, so that none replaces another. */
const unreadableKey = (number: number): string => (number === 1 ? UNREADABLE : `${UNREADABLE}.${number}`);

function countUnreadable(): number {
  let count = 0;
  while (readItem(unreadableKey(count + 1)) !== null) count++;
  return count;
}

/** Moves the text of an unreadable game to a key of its own, where it stays until the user deletes it. */
export function quarantine(key: string): void {
  const text = readItem(key);
  if (text !== null && writeItem(unreadableKey(countUnreadable() + 1), text)) removeItem(key);
}

export const readUnreadable = (): string | null => readItem(unreadableKey(Math.max(1, countUnreadable())));

export function deleteUnreadable(): void {
  const count = countUnreadable();
  if (count > 0) removeItem(unreadableKey(count));
}

/** The most unfinished games; another one is refused, because none is ever dropped. */
export const MAX_RUNNING = 20;
/** The most finished games; the oldest are dropped. */
export const MAX_FINISHED = 50;

export interface StoredGame extends SavedGame, GameSummary {}

/** A stored game that could not be read. It is kept, and the user can download it. */
export interface UnreadableGame {
  /** `null` if it can be read again, but there was no room for it. */
  readonly error: { readonly name: string; readonly detail?: string } | null;
  readonly text: string;
}

/** Each game has a key of its own, so that two tabs with two games do not overwrite each other. */
const PREFIX = 'tablier.games.';
const keyOf = (id: string): string => PREFIX + id;

/** The local games of this browser, which `LocalPlay` replays. One that the browser refuses to store is kept until the page is closed. */
class GameList {
  entries: readonly GameEntry[] = $state.raw([]);
  /** Set by `LocalPlay`, which can find the reason. */
  unreadable: UnreadableGame | null = $state.raw(null);
  unsaved: ReadonlySet<string> = $state.raw(new Set());
  readonly #memory = new Map<string, string>();
  /** Deleted in this tab: a bot that is still thinking must not bring a game back. */
  readonly #deleted = new Set<string>();

  constructor() {
    this.#read();
    window.addEventListener('storage', ({ key }) => this.#follow(key));
  }

  /** Whether `LocalPlay` has something to do before anything is played: a game of an earlier version, or an unreadable one. */
  get needsReading(): boolean {
    return readItem(OLD_GAME) !== null || countUnreadable() > 0;
  }

  get running(): readonly GameEntry[] {
    return this.entries.filter(({ end }) => end === null);
  }

  get finished(): readonly GameEntry[] {
    return this.entries.filter(({ end }) => end !== null);
  }

  get latest(): GameEntry | null {
    return this.entries[0] ?? null;
  }

  /** Why games are not stored: the browser stores nothing, or its storage is full. */
  get reason(): 'forbidden' | 'full' {
    return isStorageAllowed() ? 'full' : 'forbidden';
  }

  find(id: string): GameEntry | null {
    return this.entries.find((entry) => entry.id === id) ?? null;
  }

  text(id: string): string | null {
    return this.#memory.get(id) ?? readItem(keyOf(id));
  }

  isStored(id: string): boolean {
    return !this.unsaved.has(id);
  }

  /** Stores a game. Finished games are dropped, the oldest first, if there are too many or the storage is full. */
  write(id: string, game: StoredGame): void {
    if (!this.#deleted.has(id)) this.#put(id, JSON.stringify(game));
  }

  delete(id: string): string | null {
    const text = this.text(id);
    this.#deleted.add(id);
    this.#forget([id]);
    return text;
  }

  restore(id: string, text: string): void {
    this.#deleted.delete(id);
    this.#put(id, text);
  }

  quarantine(id: string): void {
    quarantine(keyOf(id));
    this.#show(this.entries.filter((entry) => entry.id !== id));
  }

  #put(id: string, text: string): void {
    const entry = parseEntry(id, text);
    if (entry === null) return;
    const isStored = writeItem(keyOf(id), text) || this.#writeWithRoom(id, text);
    if (isStored) this.#memory.delete(id);
    else this.#memory.set(id, text);
    this.#show([entry, ...this.entries.filter((each) => each.id !== id)]);
    // Not this one, even if the clock of the device was ahead while the others were played.
    const others = this.finished.filter((each) => each.id !== id);
    this.#forget(others.slice(MAX_FINISHED - (entry.end === null ? 0 : 1)).map((each) => each.id));
  }

  /** Drops finished games until the text fits; if it never does, they all stay. */
  #writeWithRoom(id: string, text: string): boolean {
    const dropped: { readonly id: string; readonly text: string }[] = [];
    for (const old of this.finished.toReversed()) {
      const stored = old.id === id ? null : readItem(keyOf(old.id));
      if (stored === null) continue;
      removeItem(keyOf(old.id));
      dropped.push({ id: old.id, text: stored });
      if (!writeItem(keyOf(id), text)) continue;
      this.#forget(dropped.map((each) => each.id));
      return true;
    }
    for (const each of dropped) writeItem(keyOf(each.id), each.text);
    return false;
  }

  #forget(ids: readonly string[]): void {
    if (ids.length === 0) return;
    for (const id of ids) {
      removeItem(keyOf(id));
      this.#memory.delete(id);
    }
    this.#show(this.entries.filter(({ id }) => !ids.includes(id)));
  }

  #read(): void {
    const stored = itemKeys(PREFIX).map((key) => ({ key, id: key.slice(PREFIX.length) }));
    const read = stored.map(({ key, id }) => ({
      key,
      entry: isLocalId(id) ? parseEntry(id, readItem(key) ?? '') : null,
    }));
    for (const { key, entry } of read) if (entry === null) quarantine(key);
    this.#show(read.flatMap(({ entry }) => entry ?? []));
  }

  /** Another tab has changed a game, or deleted it. `null`: it has deleted everything. */
  #follow(key: string | null): void {
    if (key !== null && !key.startsWith(PREFIX)) return;
    const isMeant = (id: string): boolean => (key === null || keyOf(id) === key) && !this.#memory.has(id);
    const id = key?.slice(PREFIX.length) ?? '';
    const text = key === null ? null : readItem(key);
    const entry = text === null || !isLocalId(id) ? null : parseEntry(id, text);
    this.#show([
      ...this.entries.filter((each) => !isMeant(each.id)),
      ...(entry === null || !isMeant(id) ? [] : [entry]),
    ]);
  }

  #show(entries: readonly GameEntry[]): void {
    this.entries = [...entries].sort((left, right) => right.changed - left.changed);
    this.unsaved = new Set(this.#memory.keys());
  }
}

export const gameList = new GameList();

export const startErrorText = (name: string): string =>
  name === 'too-many-games' ? m.setup_too_many({ count: MAX_RUNNING }) : m.setup_refused();
