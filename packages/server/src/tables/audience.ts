import type { ChatRoom } from '@tablier/protocol';
import { formatServerMessage, ROOMS } from '@tablier/protocol';
import type { Room } from './room.ts';
import { type Occupant, phaseOf } from './table-state.ts';
import { ShownViews } from './shown-views.ts';

/** Somebody who looks at a table over one line. */
export interface Watcher {
  /** `null` for who is nobody known. */
  readonly person: string | null;
  /** Something may be new: what it is, is looked up when there is room on the line. */
  notify(): void;
}

/** Coming and going is told this often at most. Milliseconds. */
const PRESENCE_PACE = 250;

/** Who looks at one table, and what each of them is shown. Messages are made once for everybody who sees the same. */
export class Audience {
  readonly #room: Room;
  readonly #onPeople: () => void;
  readonly #watchers = new Set<Watcher>();
  /** By person: over how many lines he looks. */
  readonly #people = new Map<string, number>();
  readonly #views = new ShownViews();
  /** What was told of who is there; the same as long as nobody comes, goes or changes places. */
  #presence: { readonly chairs: readonly Occupant[]; readonly text: string } | null = null;
  #pace: NodeJS.Timeout | undefined;

  constructor(room: Room, onPeople: () => void) {
    this.#room = room;
    this.#onPeople = onPeople;
  }

  get size(): number {
    return this.#watchers.size;
  }

  add(watcher: Watcher): void {
    if (this.#watchers.has(watcher)) return;
    this.#watchers.add(watcher);
    this.#count(watcher.person, 1);
  }

  remove(watcher: Watcher): void {
    if (this.#watchers.delete(watcher)) this.#count(watcher.person, -1);
  }

  #count(person: string | null, change: number): void {
    const lines = (this.#people.get(person ?? '') ?? 0) + change;
    if (person !== null && lines > 0) this.#people.set(person, lines);
    else if (person !== null) this.#people.delete(person);
    this.#peopleChanged();
  }

  close(): void {
    clearTimeout(this.#pace);
  }

  tell(): void {
    for (const watcher of this.#watchers) watcher.notify();
  }

  /** By chair or seat: whether whoever sits there looks at the table. */
  here(): boolean[] {
    return this.#room.state.chairs.map((chair) => this.#linesOf(chair) > 0);
  }

  #linesOf(chair: Occupant): number {
    return chair.kind === 'person' ? (this.#people.get(chair.person) ?? 0) : 0;
  }

  /** The message that shows the table to a seat, or with `null` to spectators, after `version` was sent; -1 for nothing. */
  viewFor(you: number | null, version: number): string {
    return this.#views.messageFor(this.#room.shown, you, version);
  }

  /** The message that says who is there. */
  presence(): string {
    const { id: table, shown } = this.#room;
    const { chairs } = shown;
    if (this.#presence?.chairs === chairs) return this.#presence.text;
    const spectators = chairs.reduce((others, chair) => others - this.#linesOf(chair), this.#watchers.size);
    const text = formatServerMessage({ kind: 'presence', table, spectators, here: this.here() });
    this.#presence = { chairs, text };
    return text;
  }

  /** The rooms of chat that somebody at this seat may read now: one's own, and after the match both. */
  roomsFor(you: number | null): readonly ChatRoom[] {
    const phase = phaseOf(this.#room.shown);
    if (phase === 'over' || phase === 'closed') return ROOMS;
    return [you === null ? 'spectators' : 'players'];
  }

  #peopleChanged(): void {
    this.#presence = null;
    this.#pace ??= setTimeout(() => {
      this.#pace = undefined;
      this.#presence = null;
      this.tell();
      this.#onPeople();
    }, PRESENCE_PACE);
  }
}
