import type { Absence, Departure, AbsencePolicy } from '@tablier/match';
import { type Away, type ChatRoom, formatServerMessage, ROOMS } from '@tablier/protocol';
import type { Here, ServerNode } from '../cluster/node.ts';
import { type Attendance, attendanceAfter } from './attendance.ts';
import { BatchedBroadcast, BATCH_SIZE } from './batched-broadcast.ts';
import type { Room } from './room.ts';
import { invitedTo, type Occupant, phaseOf, seatOf } from './table-state.ts';
import { type Reader, ViewCache } from './view-cache.ts';

/** A player who has just sat down is not shown as absent for this long, until they watch the table. Milliseconds. */
export const ARRIVAL = 5000;

/** One connection that watches a table. */
export interface Subscriber {
  /** `null` for an anonymous connection. */
  readonly person: string | null;
  /** The network address of the connection, if known. */
  readonly address?: string | undefined;
  /** Called when something may be new. The subscriber looks it up when its connection can take more data. */
  notify(): void;
}

/** What `Subscribers` needs besides its table. */
export interface SubscribersParts {
  readonly now: () => number;
  readonly absencePolicy: AbsencePolicy;
  /** The shortest interval between two presence messages. Milliseconds. */
  readonly pace: number;
  readonly node: ServerNode;
  /** Called when presence has changed, after it was sent. */
  readonly onPeople: () => void;
  /** Called at once when another connection watches the table. */
  readonly onSubscriber: () => void;
}

/** Who is present. Valid as long as the chairs and the subscribers do not change. */
interface Presence {
  readonly chairs: readonly Occupant[];
  /** Who watches through this node. */
  readonly own: Here;
  /** By chair or seat. */
  readonly here: readonly boolean[];
  /** By chair or seat. */
  readonly absences: readonly (Absence | null)[];
  readonly spectators: number;
}

/**
 * The connections that watch one table, and what each of them is shown. A message is built once for all viewers who see
 * the same.
 */
export class Subscribers {
  readonly #room: Room;
  readonly #parts: SubscribersParts;
  readonly #subscribers = new Set<Subscriber>();
  /** Number of connections by person. */
  readonly #people = new Map<string, number>();
  readonly #broadcast = new BatchedBroadcast<Subscriber>(this.#subscribers, (subscriber) => subscriber.notify());
  readonly #views = new ViewCache();
  #attendance: Attendance = new Map();
  /** The seated people who have watched the table since they sat down. */
  #arrived: ReadonlySet<string> = new Set();
  #observed: Presence | null = null;
  /** What the other nodes were last sent. */
  #shared: Here | null = null;
  /** The last presence message; valid as long as presence and seating do not change. */
  #presence: { readonly chairs: readonly Occupant[]; readonly text: string } | null = null;
  #timer: NodeJS.Timeout | undefined;
  /** When the timer fires. Milliseconds since 1970. */
  #due = 0;
  /** Set while a seated player is expected to watch for the first time. */
  #arrivalTimer: NodeJS.Timeout | undefined;

  constructor(room: Room, parts: SubscribersParts) {
    this.#room = room;
    this.#parts = parts;
    this.#observe();
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

  /** Whether any connection watches the table, through this node or another one. */
  get isWatched(): boolean {
    if (this.#subscribers.size > 0) return true;
    const { seats, spectators } = this.#parts.node.onOtherNodes(this.#room.id);
    return seats.length > 0 || spectators > 0;
  }

  /** The network address of a seated player who watches the table; `null` if none does through this node. */
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
    const connections = (this.#people.get(person) ?? 0) + change;
    if (connections > 0) this.#people.set(person, connections);
    else this.#people.delete(person);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#arrivalTimer);
    this.#subscribers.clear();
    this.#people.clear();
    this.#observe();
    this.#share();
  }

  /** Notifies the seated players at once, then every subscriber. A subscriber who is up to date is sent nothing. */
  notifyAll(): void {
    this.#share();
    if (this.#subscribers.size > BATCH_SIZE) {
      for (const subscriber of this.#subscribers) if (this.#isSeated(subscriber.person)) subscriber.notify();
    }
    this.#broadcast.run();
  }

  #isSeated(person: string | null): boolean {
    return seatOf(this.#room.state, person) >= 0;
  }

  /** By chair or seat: whether the player watches the table, through any node. */
  here(): readonly boolean[] {
    return this.#current().here;
  }

  /** By chair or seat: the absence of the player; `null` for players who are present and for bots. */
  absences(): readonly (Absence | null)[] {
    return this.#current().absences;
  }

  /**
   * From when on an opponent may claim that this seat has left; `null` while it is present, and if only the clock
   * decides.
   */
  claimFrom(seat: number): number | null {
    return this.#away()[seat]?.claimFrom ?? null;
  }

  #away(): (Away | null)[] {
    const { clock } = this.#room.state.head.terms;
    return this.absences().map((absence) => {
      if (absence === null) return null;
      const absencePolicy = this.#parts.absencePolicy.claim(clock, absence.how);
      return { ...absence, claimFrom: absencePolicy === null ? null : absence.since + absencePolicy };
    });
  }

  /** The current presence, recomputed when people come, go, sit down, stand up or change places. */
  #current(): Presence {
    return this.#observed?.chairs === this.#room.state.chairs ? this.#observed : this.#observe();
  }

  /** Recomputes presence. `left`: people who have just left on purpose. */
  #observe(left: readonly (string | null)[] = []): Presence {
    const { chairs } = this.#room.state;
    const connections = chairs.map((chair) => this.#connectionsOf(chair));
    const seats = connections.flatMap((count, seat) => (count > 0 ? [seat] : []));
    const own = { seats, spectators: connections.reduce((others, count) => others - count, this.#subscribers.size) };
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
    this.#observed = { chairs, own, here, absences, spectators };
    return this.#observed;
  }

  #connectionsOf(chair: Occupant): number {
    return chair.kind === 'person' ? (this.#people.get(chair.person) ?? 0) : 0;
  }

  /** The message that shows the table to this reader, who was last sent `version`; -1 for nothing. */
  viewFor(reader: Reader, version: number): string {
    return this.#views.messageFor(this.#room.shown, reader, version);
  }

  /** The presence message. */
  presence(): string {
    const { id: table, shown } = this.#room;
    const { chairs } = shown;
    if (this.#presence?.chairs === chairs) return this.#presence.text;
    const { spectators, here } = this.#current();
    const away = this.#away().map((each, seat) => (this.#isArriving(chairs[seat], each) ? null : each));
    const text = formatServerMessage({ kind: 'presence', table, spectators, here: [...here], away });
    this.#presence = { chairs, text };
    return text;
  }

  /**
   * Whether a player has just sat down and may still be about to watch. Presence is sent again when that time is over.
   */
  #isArriving(chair: Occupant | undefined, absence: Away | null): boolean {
    if (absence === null || chair?.kind !== 'person' || this.#arrived.has(chair.person)) return false;
    const left = absence.since + ARRIVAL - this.#parts.now();
    if (left <= 0 || absence.how === 'left') return false;
    clearTimeout(this.#arrivalTimer);
    this.#arrivalTimer = setTimeout(() => this.#sendPresence(), left).unref();
    return true;
  }

  /** The chat rooms that a person in this seat may read now: their own, and both after the match. */
  roomsFor(you: number | null): readonly ChatRoom[] {
    const phase = phaseOf(this.#room.shown);
    if (phase === 'over' || phase === 'closed') return ROOMS;
    return [you === null ? 'spectators' : 'players'];
  }

  /** Presence changed on another node. `left`: chairs or seats whose players left on purpose. */
  peopleChangedElsewhere(left: readonly number[]): void {
    this.#presence = null;
    const { chairs } = this.#room.state;
    this.#peopleChanged(
      null,
      left.flatMap((seat) => (chairs[seat]?.kind === 'person' ? [chairs[seat].person] : [])),
    );
  }

  /**
   * The larger the audience, the less often the presence of its spectators is sent. The presence of players is never
   * delayed.
   */
  #peopleChanged(person: string | null, left: readonly (string | null)[] = []): void {
    this.#observe(left);
    const isSpectatorOfMany = this.#subscribers.size > BATCH_SIZE && !this.#isSeated(person);
    if (!isSpectatorOfMany) this.#presence = null;
    const wait = isSpectatorOfMany ? Math.max(this.#parts.pace, this.#subscribers.size) : this.#parts.pace;
    const due = this.#parts.now() + wait;
    if (this.#timer !== undefined && this.#due <= due) return;
    clearTimeout(this.#timer);
    this.#due = due;
    this.#timer = setTimeout(() => this.#sendPresence(), wait);
  }

  #sendPresence(): void {
    this.#timer = undefined;
    this.#presence = null;
    this.notifyAll();
    this.#parts.onPeople();
  }

  /** Sends the other nodes the presence on this node, if it changed. */
  #share(): void {
    const { own, absences } = this.#current();
    if (own === this.#shared) return;
    const before = this.#shared?.seats ?? [];
    const left = before.filter((seat) => !own.seats.includes(seat) && absences[seat]?.how === 'left');
    this.#shared = own;
    this.#parts.node.share(this.#room.id, own, left);
  }
}

/** What a client already had when it began to watch. */
export interface ClientState {
  readonly from: number;
  readonly chat: Readonly<Record<ChatRoom, number>>;
}

/** The sending side of a connection. */
export interface Outlet {
  readonly person: string | null;
  /** The network address of the client, if known. */
  readonly address?: string;
  /** Whether more data may be sent now. If not, `notify` is called once it may. */
  canSend(): boolean;
  send(text: string): void;
}

/**
 * One table on one connection. Nothing is queued: the subscription remembers what was sent last, and when the
 * connection can take data it sends the newest view and the new chat lines. So a slow reader misses intermediate views
 * and never occupies memory.
 */
export class Subscription implements Subscriber {
  readonly room: Room;
  readonly #outlet: Outlet;
  #version: number;
  readonly #chat: Record<ChatRoom, number>;
  readonly #onFailure: (error: unknown) => void;
  #presence = '';

  /**
   * `onFailure` is called instead of throwing if an update cannot be built, so that other subscribers are still
   * notified.
   */
  constructor(room: Room, outlet: Outlet, { from, chat }: ClientState, onFailure: (error: unknown) => void) {
    this.room = room;
    this.#outlet = outlet;
    this.#onFailure = onFailure;
    // A client may know a version that this log never reached, for example after a restore. It gets the whole view.
    this.#version = from <= room.shown.seq ? from : -1;
    this.#chat = { ...chat };
    if (this.#version === room.shown.seq) {
      outlet.send(formatServerMessage({ kind: 'current', table: room.id, version: this.#version }));
    }
  }

  get person(): string | null {
    return this.#outlet.person;
  }

  get address(): string | undefined {
    return this.#outlet.address;
  }

  notify(): void {
    if (!this.#outlet.canSend()) return;
    try {
      this.#sendUpdate();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  #sendUpdate(): void {
    const { room } = this;
    // From the shown state: a person who has just sat down must first see that before being treated as seated.
    const seat = seatOf(room.shown, this.person);
    const you = seat < 0 ? null : seat;
    if (this.#version !== room.shown.seq) {
      const chair = invitedTo(room.shown, this.person);
      const reader = { you, invited: chair < 0 ? null : chair };
      this.#outlet.send(room.subscribers.viewFor(reader, this.#version));
      this.#version = room.shown.seq;
    }
    for (const name of room.subscribers.roomsFor(you)) this.#sendChat(name);
    this.#sendPresence();
  }

  #sendChat(room: ChatRoom): void {
    const lines = this.room.chats[room].since(this.#chat[room], this.room.shown.names);
    const last = lines.at(-1);
    if (last === undefined) return;
    this.#chat[room] = last.n;
    this.#outlet.send(formatServerMessage({ kind: 'said', table: this.room.id, room, lines: [...lines] }));
  }

  #sendPresence(): void {
    const presence = this.room.subscribers.presence();
    if (presence === this.#presence) return;
    this.#presence = presence;
    this.#outlet.send(presence);
  }
}

/** The chat lines that a client says it has, as numbers. */
export const knownChat = (players = 0, spectators = 0): Record<ChatRoom, number> => ({ players, spectators });
