import type { Absence, Departure, Patience } from '@tablier/match';
import { type Away, type ChatRoom, formatServerMessage, ROOMS } from '@tablier/protocol';
import type { Here, ServerNode } from '../nodes/node.ts';
import { type Attendance, attendanceAfter } from './attendance.ts';
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

/** What an audience needs beside its table. */
export interface AudienceParts {
  readonly now: () => number;
  readonly patience: Patience;
  /** Coming and going is told this often at most. Milliseconds. */
  readonly pace: number;
  readonly node: ServerNode;
  /** Somebody came or went. */
  readonly onPeople: () => void;
}

/** Who looks at one table, and what each of them is shown. Messages are made once for everybody who sees the same. */
export class Audience {
  readonly #room: Room;
  readonly #parts: AudienceParts;
  readonly #watchers = new Set<Watcher>();
  readonly #views = new Map<string, string>();
  #viewsOf = -1;
  #attendance: Attendance = new Map();
  #presence: { readonly seq: number; readonly text: string } | null = null;
  #timer: NodeJS.Timeout | undefined;
  #own: { readonly chairs: TableState['chairs']; readonly here: Here } | null = null;

  constructor(room: Room, parts: AudienceParts) {
    this.#room = room;
    this.#parts = parts;
    this.#look('broken');
  }

  get size(): number {
    return this.#watchers.size;
  }

  add(watcher: Watcher): void {
    this.#watchers.add(watcher);
    this.#own = null;
    this.#peopleChanged('broken');
  }

  remove(watcher: Watcher, how: Departure): void {
    if (!this.#watchers.delete(watcher)) return;
    this.#own = null;
    this.#peopleChanged(how);
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#watchers.clear();
    this.#own = null;
    this.#share();
  }

  tell(): void {
    this.#look('broken');
    this.#share();
    for (const watcher of this.#watchers) watcher.notify();
  }

  /** By chair or seat: whether whoever sits there looks at the table, over whatever node. */
  here(): boolean[] {
    const present = this.#present();
    return this.#room.state.chairs.map((chair) => chair.kind === 'person' && present.has(chair.person));
  }

  /** By chair or seat: since when whoever sits there does not look at the table; `null` for who does, and for bots. */
  absences(): (Absence | null)[] {
    return this.#room.state.chairs.map((chair) =>
      chair.kind === 'person' ? (this.#attendance.get(chair.person) ?? null) : null,
    );
  }

  /** Since when it may be claimed that this seat has gone; `null` while it is there, and where the clock alone decides. */
  claimFrom(seat: number): number | null {
    return this.#away()[seat]?.claimFrom ?? null;
  }

  #away(): (Away | null)[] {
    const { clock } = this.#room.state.head.terms;
    return this.absences().map((absence) => {
      if (absence === null) return null;
      const patience = this.#parts.patience.claim(clock, absence.how);
      return { ...absence, claimFrom: patience === null ? null : absence.since + patience };
    });
  }

  /** Those at the table who look at it, over whatever node. */
  #present(): Set<string | null> {
    const { chairs } = this.#room.state;
    const seats = [...this.#ownHere().seats, ...this.#parts.node.elsewhere(this.#room.id).seats];
    return new Set(seats.flatMap((seat) => (chairs[seat]?.kind === 'person' ? [chairs[seat].person] : [])));
  }

  /** Notes who is there. `how`: the way in which those went who were there until now. */
  #look(how: Departure): void {
    const seated = this.#room.state.chairs.flatMap((chair) => (chair.kind === 'person' ? [chair.person] : []));
    const sighting = { seated, present: this.#present(), how, now: this.#parts.now() };
    this.#attendance = attendanceAfter(this.#attendance, sighting);
  }

  /** The message with the table as it is shown to a seat, or with `null` to spectators; `invited` is the chair kept for the reader. */
  viewFor(you: number | null, invited: number | null = null): string {
    const { shown: state } = this.#room;
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
    const spectators = this.#ownHere().spectators + this.#parts.node.elsewhere(table).spectators;
    const text = formatServerMessage({ kind: 'presence', table, spectators, here: this.here(), away: this.#away() });
    this.#presence = { seq: state.seq, text };
    return text;
  }

  /** The rooms of chat that somebody at this seat may read now: one's own, and after the match both. */
  roomsFor(you: number | null): readonly ChatRoom[] {
    const phase = phaseOf(this.#room.shown);
    if (phase === 'over' || phase === 'closed') return ROOMS;
    return [you === null ? 'spectators' : 'players'];
  }

  /** Somebody came or went on another node. */
  peopleChangedElsewhere(): void {
    this.#peopleChanged('broken');
  }

  #peopleChanged(how: Departure): void {
    this.#look(how);
    this.#presence = null;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#presence = null;
      this.tell();
      this.#parts.onPeople();
    }, this.#parts.pace);
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
    this.#parts.node.share(this.#room.id, this.#ownHere());
  }
}
