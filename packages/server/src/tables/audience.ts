import type { ChatRoom } from '@tablier/protocol';
import { formatServerMessage, ROOMS } from '@tablier/protocol';
import type { Here, ServerNode } from '../nodes/node.ts';
import type { Room } from './room.ts';
import { phaseOf, type TableState } from './table-state.ts';
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
  readonly #node: ServerNode;
  readonly #onPeople: () => void;
  readonly #watchers = new Set<Watcher>();
  readonly #views = new Map<number | null, string>();
  #viewsOf = -1;
  #presence: { readonly seq: number; readonly text: string } | null = null;
  #own: { readonly chairs: TableState['chairs']; readonly here: Here } | null = null;
  #pace: NodeJS.Timeout | undefined;

  constructor(room: Room, node: ServerNode, onPeople: () => void) {
    this.#room = room;
    this.#node = node;
    this.#onPeople = onPeople;
  }

  get size(): number {
    return this.#watchers.size;
  }

  add(watcher: Watcher): void {
    this.#watchers.add(watcher);
    this.#own = null;
    this.peopleChanged();
  }

  remove(watcher: Watcher): void {
    if (!this.#watchers.delete(watcher)) return;
    this.#own = null;
    this.peopleChanged();
  }

  close(): void {
    clearTimeout(this.#pace);
    this.#watchers.clear();
    this.#own = null;
    this.#share();
  }

  tell(): void {
    this.#share();
    for (const watcher of this.#watchers) watcher.notify();
  }

  /** By chair or seat: whether whoever sits there looks at the table, over whatever node. */
  here(): boolean[] {
    const seats = new Set([...this.#ownHere().seats, ...this.#node.elsewhere(this.#room.id).seats]);
    return this.#room.state.chairs.map((_, seat) => seats.has(seat));
  }

  /** The message with the table as it is shown to a seat, or with `null` to spectators. */
  viewFor(you: number | null): string {
    const { state } = this.#room;
    if (this.#viewsOf !== state.seq) this.#views.clear();
    this.#viewsOf = state.seq;
    const known = this.#views.get(you);
    if (known !== undefined) return known;
    const made = formatServerMessage({ kind: 'table', table: tableView(state, you) });
    this.#views.set(you, made);
    return made;
  }

  /** The message that says who is there. */
  presence(): string {
    const { id: table, state } = this.#room;
    if (this.#presence?.seq === state.seq) return this.#presence.text;
    const spectators = this.#ownHere().spectators + this.#node.elsewhere(table).spectators;
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

  /** Somebody came or went, on this node or another. */
  peopleChanged(): void {
    this.#presence = null;
    this.#pace ??= setTimeout(() => {
      this.#pace = undefined;
      this.#presence = null;
      this.tell();
      this.#onPeople();
    }, PRESENCE_PACE);
  }

  /** Who looks at the table over the lines of this node. */
  #ownHere(): Here {
    const { state } = this.#room;
    if (this.#own?.chairs === state.chairs) return this.#own.here;
    const people = new Set([...this.#watchers].map(({ person }) => person));
    const seats = state.chairs.flatMap((chair, seat) =>
      chair.kind === 'person' && people.has(chair.person) ? [seat] : [],
    );
    const spectators = [...this.#watchers].filter(({ person }) => this.#room.seatOf(person) === null).length;
    const here = { seats, spectators };
    this.#own = { chairs: state.chairs, here };
    return here;
  }

  #share(): void {
    this.#node.share(this.#room.id, this.#ownHere());
  }
}
