import type { ChatRoom } from '@tablier/protocol';
import { formatServerMessage, ROOMS } from '@tablier/protocol';
import type { Room } from './room.ts';
import { phaseOf } from './table-state.ts';
import { tableView } from './table-view.ts';

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
  readonly #views = new Map<string, string>();
  #viewsOf = -1;
  #presence: { readonly seq: number; readonly text: string } | null = null;
  #pace: NodeJS.Timeout | undefined;

  constructor(room: Room, onPeople: () => void) {
    this.#room = room;
    this.#onPeople = onPeople;
  }

  get size(): number {
    return this.#watchers.size;
  }

  add(watcher: Watcher): void {
    this.#watchers.add(watcher);
    this.#peopleChanged();
  }

  remove(watcher: Watcher): void {
    if (this.#watchers.delete(watcher)) this.#peopleChanged();
  }

  close(): void {
    clearTimeout(this.#pace);
  }

  tell(): void {
    for (const watcher of this.#watchers) watcher.notify();
  }

  /** By chair or seat: whether whoever sits there looks at the table. */
  here(): boolean[] {
    const people = new Set([...this.#watchers].map(({ person }) => person));
    return this.#room.state.chairs.map((chair) => chair.kind === 'person' && people.has(chair.person));
  }

  /** The message with the table as it is shown to a seat, or with `null` to spectators; `invited` is the chair kept for the reader. */
  viewFor(you: number | null, invited: number | null = null): string {
    const { state } = this.#room;
    if (this.#viewsOf !== state.seq) this.#views.clear();
    this.#viewsOf = state.seq;
    const key = `${you} ${invited}`;
    const known = this.#views.get(key);
    if (known !== undefined) return known;
    const made = formatServerMessage({ kind: 'table', table: tableView(state, you, invited) });
    this.#views.set(key, made);
    return made;
  }

  /** The message that says who is there. */
  presence(): string {
    const { id: table, state } = this.#room;
    if (this.#presence?.seq === state.seq) return this.#presence.text;
    const spectators = [...this.#watchers].filter(({ person }) => this.#room.seatOf(person) === null).length;
    const text = formatServerMessage({ kind: 'presence', table, spectators, here: this.here() });
    this.#presence = { seq: state.seq, text };
    return text;
  }

  /** The rooms of chat that somebody at this seat may read now: one's own, and after the match both. */
  roomsFor(you: number | null): readonly ChatRoom[] {
    const phase = phaseOf(this.#room.state);
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
