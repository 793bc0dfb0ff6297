import type { Absence, Departure, Patience } from '@tablier/match';
import { type Away, type ChatRoom, formatServerMessage, ROOMS } from '@tablier/protocol';
import type { Here, ServerNode } from '../cluster/node.ts';
import { type Attendance, attendanceAfter } from './attendance.ts';
import { BatchedBroadcast, PORTION } from './batched-broadcast.ts';
import type { Room } from './room.ts';
import { type Reader, ViewCache } from './view-cache.ts';
import { type Occupant, phaseOf } from './table-state.ts';

/** A player who has just sat down is not shown as away for this long, until they watch the table. Milliseconds. */
export const ARRIVAL = 5000;

/** Somebody who looks at a table over one line. */
export interface Subscriber {
  /** `null` for who is nobody known. */
  readonly person: string | null;
  /** The network address of the connection, where it is known. */
  readonly address?: string | undefined;
  /** Something may be new: what it is, is looked up when there is room on the line. */
  notify(): void;
}

/** What an audience needs beside its table. */
export interface SubscribersParts {
  readonly now: () => number;
  readonly patience: Patience;
  /** Coming and going is told this often at most. Milliseconds. */
  readonly pace: number;
  readonly node: ServerNode;
  /** Somebody came or went. */
  readonly onPeople: () => void;
  /** Another connection looks at the table; said at once. */
  readonly onSubscriber: () => void;
}

/** Who is there, as long as these are the chairs and nobody comes or goes. */
interface Sighted {
  readonly chairs: readonly Occupant[];
  /** Who looks over the lines of this node. */
  readonly own: Here;
  /** By chair or seat. */
  readonly here: readonly boolean[];
  /** By chair or seat. */
  readonly absences: readonly (Absence | null)[];
  readonly spectators: number;
}

/** Who looks at one table, and what each of them is shown. Messages are made once for everybody who sees the same. */
export class Subscribers {
  readonly #room: Room;
  readonly #parts: SubscribersParts;
  readonly #subscribers = new Set<Subscriber>();
  /** By person: over how many lines he looks. */
  readonly #people = new Map<string, number>();
  readonly #everybody = new BatchedBroadcast<Subscriber>(this.#subscribers, (subscriber) => subscriber.notify());
  readonly #views = new ViewCache();
  #attendance: Attendance = new Map();
  /** Who of those that sit here has watched the table since. */
  #arrived: ReadonlySet<string> = new Set();
  #sighting: Sighted | null = null;
  /** What the other nodes were told. */
  #shared: Here | null = null;
  /** What was told of who is there; the same as long as nobody comes, goes or changes places. */
  #presence: { readonly chairs: readonly Occupant[]; readonly text: string } | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer goes off. */
  #due = 0;
  /** Set while somebody is expected to watch for the first time. */
  #arrivalTimer: NodeJS.Timeout | undefined;

  constructor(room: Room, parts: SubscribersParts) {
    this.#room = room;
    this.#parts = parts;
    this.#look();
  }

  get size(): number {
    return this.#subscribers.size;
  }

  add(subscriber: Subscriber): void {
    if (this.#subscribers.has(subscriber)) return;
    this.#subscribers.add(subscriber);
    this.#count(subscriber.person, 1);
    this.#peopleChanged(subscriber.person);
    this.#parts.onSubscriber();
  }

  /** Whether anybody looks at the table, through this node or another one. */
  get isWatched(): boolean {
    if (this.#subscribers.size > 0) return true;
    const { seats, spectators } = this.#parts.node.onOtherNodes(this.#room.id);
    return seats.length > 0 || spectators > 0;
  }

  /** The network address from which somebody who sits at the table looks at it; `null` where nobody does through this node. */
  get address(): string | null {
    for (const { person, address } of this.#subscribers) if (this.#isSeated(person)) return address ?? null;
    return null;
  }

  remove(subscriber: Subscriber, how: Departure): void {
    if (!this.#subscribers.delete(subscriber)) return;
    this.#count(subscriber.person, -1);
    this.#peopleChanged(subscriber.person, how === 'left' ? [subscriber.person] : []);
  }

  #count(person: string | null, change: number): void {
    if (person === null) return;
    const lines = (this.#people.get(person) ?? 0) + change;
    if (lines > 0) this.#people.set(person, lines);
    else this.#people.delete(person);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#arrivalTimer);
    this.#subscribers.clear();
    this.#people.clear();
    this.#look();
    this.#share();
  }

  /** Tells those who sit at the table at once, then everybody; who knows it all already is sent nothing. */
  tell(): void {
    this.#share();
    if (this.#subscribers.size > PORTION) {
      for (const subscriber of this.#subscribers) if (this.#isSeated(subscriber.person)) subscriber.notify();
    }
    this.#everybody.run();
  }

  #isSeated(person: string | null): boolean {
    return person !== null && this.#room.seatOf(person) !== null;
  }

  /** By chair or seat: whether whoever sits there looks at the table, over whatever node. */
  here(): readonly boolean[] {
    return this.#seen().here;
  }

  /** By chair or seat: since when whoever sits there does not look at the table; `null` for who does, and for bots. */
  absences(): readonly (Absence | null)[] {
    return this.#seen().absences;
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

  /** Who is there: looked at anew when people came or went, and when they sat down, stood up or changed places. */
  #seen(): Sighted {
    return this.#sighting?.chairs === this.#room.state.chairs ? this.#sighting : this.#look();
  }

  /** Notes who is there. `left`: who has just gone on purpose. */
  #look(left: readonly (string | null)[] = []): Sighted {
    const { chairs } = this.#room.state;
    const lines = chairs.map((chair) => this.#linesOf(chair));
    const seats = lines.flatMap((count, seat) => (count > 0 ? [seat] : []));
    const own = { seats, spectators: lines.reduce((others, count) => others - count, this.#subscribers.size) };
    const elsewhere = this.#parts.node.onOtherNodes(this.#room.id);
    const isPerson = (seat: number): boolean => chairs[seat]?.kind === 'person';
    const here = chairs.map((_, seat) => isPerson(seat) && (seats.includes(seat) || elsewhere.seats.includes(seat)));
    const present = new Set(
      chairs.flatMap((chair, seat) => (chair.kind === 'person' && here[seat] ? [chair.person] : [])),
    );
    const seated = chairs.flatMap((chair) => (chair.kind === 'person' ? [chair.person] : []));
    this.#attendance = attendanceAfter(this.#attendance, {
      seated,
      present,
      left: new Set(left),
      now: this.#parts.now(),
    });
    this.#arrived = new Set(seated.filter((person) => this.#arrived.has(person) || present.has(person)));
    const absences = chairs.map((chair) =>
      chair.kind === 'person' ? (this.#attendance.get(chair.person) ?? null) : null,
    );
    const spectators = own.spectators + elsewhere.spectators;
    this.#sighting = { chairs, own, here, absences, spectators };
    return this.#sighting;
  }

  #linesOf(chair: Occupant): number {
    return chair.kind === 'person' ? (this.#people.get(chair.person) ?? 0) : 0;
  }

  /** The message that shows the table to this reader, after `version` was sent; -1 for nothing. */
  viewFor(reader: Reader, version: number): string {
    return this.#views.messageFor(this.#room.shown, reader, version);
  }

  /** The message that says who is there. */
  presence(): string {
    const { id: table, shown } = this.#room;
    const { chairs } = shown;
    if (this.#presence?.chairs === chairs) return this.#presence.text;
    const { spectators, here } = this.#seen();
    const away = this.#away().map((each, seat) => (this.#isArriving(chairs[seat], each) ? null : each));
    const text = formatServerMessage({ kind: 'presence', table, spectators, here: [...here], away });
    this.#presence = { chairs, text };
    return text;
  }

  /** Whether somebody has just sat down and may still be about to watch; it is looked at again when that time is over. */
  #isArriving(chair: Occupant | undefined, absence: Away | null): boolean {
    if (absence === null || chair?.kind !== 'person' || this.#arrived.has(chair.person)) return false;
    const left = absence.since + ARRIVAL - this.#parts.now();
    if (left <= 0 || absence.how === 'left') return false;
    clearTimeout(this.#arrivalTimer);
    this.#arrivalTimer = setTimeout(() => this.#tellOfPeople(), left).unref();
    return true;
  }

  /** The rooms of chat that somebody at this seat may read now: one's own, and after the match both. */
  roomsFor(you: number | null): readonly ChatRoom[] {
    const phase = phaseOf(this.#room.shown);
    if (phase === 'over' || phase === 'closed') return ROOMS;
    return [you === null ? 'spectators' : 'players'];
  }

  /** Somebody came or went on another node; those in the chairs or seats of `left` on purpose. */
  peopleChangedElsewhere(left: readonly number[]): void {
    this.#presence = null;
    const { chairs } = this.#room.state;
    this.#peopleChanged(
      null,
      left.flatMap((seat) => (chairs[seat]?.kind === 'person' ? [chairs[seat].person] : [])),
    );
  }

  /** The larger a crowd, the slower its coming and going is told; that of a player never is. */
  #peopleChanged(person: string | null, left: readonly (string | null)[] = []): void {
    this.#look(left);
    const isOfCrowd = this.#subscribers.size > PORTION && !this.#isSeated(person);
    if (!isOfCrowd) this.#presence = null;
    const wait = isOfCrowd ? Math.max(this.#parts.pace, this.#subscribers.size) : this.#parts.pace;
    const due = this.#parts.now() + wait;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#tellOfPeople(), wait);
  }

  #tellOfPeople(): void {
    this.#timer = undefined;
    this.#presence = null;
    this.tell();
    this.#parts.onPeople();
  }

  /** Tells the other nodes who is here, where that is new. */
  #share(): void {
    const { own, absences } = this.#seen();
    if (own === this.#shared) return;
    const before = this.#shared?.seats ?? [];
    const left = before.filter((seat) => !own.seats.includes(seat) && absences[seat]?.how === 'left');
    this.#shared = own;
    this.#parts.node.share(this.#room.id, own, left);
  }
}
