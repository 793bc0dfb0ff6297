import type { Departure } from '@tablier/match';
import { type ChatRoom, formatChanged, formatServerMessage, ROOMS, type TableView } from '@tablier/protocol';
import type { HiddenAuthors } from '../../contacts/contacts.ts';
import {
  BATCH_SIZE,
  BatchedBroadcast,
  type PresenceOptions,
  type PresentTable,
  TablePresence,
} from './table-presence.ts';
import type { Chat } from '../logs/chat.ts';
import { invitedTo, phaseOf, seatOf, seatsOf, type TableState } from '../state/table-state.ts';
import { playableView, tableView } from '../views/table-view.ts';

interface Subscriber {
  /** `null` for an anonymous connection. */
  readonly person: string | null;
  readonly address?: string | undefined;
  /** Called when something may be new. The subscriber looks it up when its connection can take more data. */
  notify(): void;
}

export interface SubscribersOptions extends Omit<PresenceOptions, 'onChange'> {
  readonly hiddenAuthors: HiddenAuthors;
  readonly onPeople: () => void;
  readonly onSubscriber: () => void;
}

/** A message is built once for all viewers who see the same. */
export class Subscribers {
  readonly presence: TablePresence;
  readonly views = new ViewCache();
  readonly hiddenAuthors: HiddenAuthors;
  readonly #room: PresentTable;
  readonly #onSubscriber: () => void;
  readonly #subscribers = new Set<Subscriber>();
  readonly #leftFrom = new Map<string, string>();
  readonly #broadcast = new BatchedBroadcast<Subscriber>(this.#subscribers, (subscriber) => subscriber.notify());

  constructor(room: PresentTable, { onPeople, onSubscriber, hiddenAuthors, ...options }: SubscribersOptions) {
    this.#room = room;
    this.hiddenAuthors = hiddenAuthors;
    this.#onSubscriber = onSubscriber;
    const onChange = (): void => {
      this.notifyAll();
      onPeople();
    };
    this.presence = new TablePresence(room, { ...options, onChange });
  }

  get size(): number {
    return this.#subscribers.size;
  }

  add(subscriber: Subscriber): void {
    if (this.#subscribers.has(subscriber)) return;
    this.#subscribers.add(subscriber);
    this.presence.came(subscriber.person);
    this.#onSubscriber();
  }

  remove(subscriber: Subscriber, how: Departure): void {
    if (!this.#subscribers.delete(subscriber)) return;
    const { person, address } = subscriber;
    if (person !== null && address !== undefined && this.#isSeated(person)) this.#leftFrom.set(person, address);
    this.presence.went(person, how);
  }

  close(): void {
    this.#subscribers.clear();
    this.presence.close();
  }

  /** The network address of a seated player who watches the table; `null` if none does through this node. */
  get address(): string | null {
    for (const { person, address } of this.#subscribers) if (this.#isSeated(person)) return address ?? null;
    return null;
  }

  addressOf(player: string): string | null {
    for (const { person, address } of this.#subscribers) if (person === player) return address ?? null;
    return this.#leftFrom.get(player) ?? null;
  }

  /** Notifies the seated players at once, then every subscriber. A subscriber who is up to date is sent nothing. */
  notifyAll(): void {
    this.presence.share();
    if (this.#subscribers.size > BATCH_SIZE) {
      for (const subscriber of this.#subscribers) if (this.#isSeated(subscriber.person)) subscriber.notify();
    }
    this.#broadcast.run();
  }

  #isSeated(person: string | null): boolean {
    return seatOf(this.#room.state, person) >= 0;
  }

  /** The chat rooms that a person in this seat may read now: their own, and both after the match. */
  roomsFor(you: number | null): readonly ChatRoom[] {
    const phase = phaseOf(this.#room.shown);
    if (phase === 'over' || phase === 'closed') return ROOMS;
    return [you === null ? 'spectators' : 'players'];
  }
}

export interface WatchedTable extends PresentTable {
  readonly chats: Readonly<Record<ChatRoom, Chat>>;
  readonly subscribers: Subscribers;
}

interface ClientState {
  readonly from: number;
  /** Whether it is sent whole views with the legal moves, never differences. Default: no. */
  readonly isWhole?: boolean;
  /** Whether it is sent only what a spectator sees, even with a seat. Default: no. */
  readonly isSpectator?: boolean;
  readonly chat: Readonly<Record<ChatRoom, number>>;
}

export interface Outlet {
  readonly person: string | null;
  readonly address?: string;
  /** Whether more data may be sent now. If not, `notify` is called once it may. */
  canSend(): boolean;
  send(text: string): void;
}

/** Remembers what was sent last and queues nothing: a slow reader misses intermediate views and never occupies memory. */
export class Subscription implements Subscriber {
  readonly room: WatchedTable;
  readonly #outlet: Outlet;
  #version: number;
  readonly #chat: Record<ChatRoom, number>;
  readonly #onFailure: (error: unknown) => void;
  readonly #isWhole: boolean;
  /** Whose seat is shown. */
  readonly person: string | null;
  #presence = '';

  /** `onFailure` is called if an update cannot be built: others must still be notified. */
  constructor(
    room: WatchedTable,
    outlet: Outlet,
    { from, chat, isWhole = false, isSpectator = false }: ClientState,
    onFailure: (error: unknown) => void,
  ) {
    this.room = room;
    this.#outlet = outlet;
    this.#onFailure = onFailure;
    this.#isWhole = isWhole;
    this.person = isSpectator ? null : outlet.person;
    // A client may know a version that this log never reached, for example after a restore. It gets the whole view.
    this.#version = from <= room.shown.seq ? from : -1;
    this.#chat = { ...chat };
    if (this.#version === room.shown.seq) {
      outlet.send(formatServerMessage({ kind: 'current', table: room.id, version: this.#version }));
    }
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
    // From the shown state: a person who has just sat down must see that first, before they are treated as seated.
    const seat = seatOf(room.shown, this.person);
    const you = seat < 0 ? null : seat;
    if (this.#version !== room.shown.seq) {
      // Each view may be of another of several seats, so there is no difference to send.
      if (seatsOf(room.shown, this.person).length > 1) this.#version = -1;
      const chair = invitedTo(room.shown, this.person);
      const reader = { you, invited: chair < 0 ? null : chair };
      const { views } = room.subscribers;
      const text = this.#isWhole
        ? views.wholeFor(room.shown, reader)
        : views.messageFor(room.shown, reader, this.#version);
      this.#outlet.send(text);
      this.#version = room.shown.seq;
    }
    // Presence always comes last, even if the list of hidden authors must be read first.
    if (room.subscribers.roomsFor(you).every((name) => this.#sendChat(name))) this.#sendPresence();
  }

  /** Returns whether everything was sent. If not, this subscription is notified again once the list of hidden authors is known. */
  #sendChat(room: ChatRoom): boolean {
    const lines = this.room.chats[room].since(this.#chat[room], this.room.shown.names);
    const last = lines.at(-1);
    if (last === undefined) return true;
    const hidden = this.room.subscribers.hiddenAuthors.of(this.person, () => this.notify());
    if (hidden === null) return false;
    this.#chat[room] = last.n;
    const shown = hidden.size === 0 ? lines : lines.filter((line) => !hidden.has(this.room.chats[room].authorOf(line)));
    if (shown.length > 0)
      this.#outlet.send(formatServerMessage({ kind: 'said', table: this.room.id, room, lines: [...shown] }));
    return true;
  }

  #sendPresence(): void {
    const presence = this.room.subscribers.presence.message();
    if (presence === this.#presence) return;
    this.#presence = presence;
    this.#outlet.send(presence);
  }
}

export const knownChat = (players = 0, spectators = 0): Record<ChatRoom, number> => ({ players, spectators });

type SharedViewer = number | null;

export interface Reader {
  readonly you: SharedViewer;
  readonly invited: number | null;
}

/**
 * The messages that show one table, built once for all viewers who see the same. A reader who has the previous version
 * is sent the difference of two of their own views, so it reveals nothing more than they do. In games without hidden
 * information all viewers share one difference.
 * A view is built when a reader is first sent it, and kept for the difference to the next one.
 */
export class ViewCache {
  #state: TableState | null = null;
  /** The previous state; `null` if the seating changed since then. */
  #before: TableState | null = null;
  readonly #changes = new Map<SharedViewer, string>();
  readonly #wholes = new Map<SharedViewer, string>();
  readonly #playables = new Map<SharedViewer, string>();
  /** By viewer: the view of the newest state, and of the one before. */
  #views = new Map<SharedViewer, TableView>();
  #viewsBefore = new Map<SharedViewer, TableView>();

  /** The message for a reader who was last sent `version` (-1 for nothing). */
  messageFor(state: TableState, { you, invited }: Reader, version: number): string {
    if (invited !== null) return wholeOf(state, you, invited);
    if (this.#state !== state) this.#turnTo(state);
    const before = this.#before;
    if (before === null || before.seq !== version) return known(this.#wholes, you, () => wholeOf(state, you, invited));
    const viewer = seesAll(state) ? null : you;
    return known(this.#changes, viewer, () => {
      const [view, viewBefore] = [viewOf(this.#views, state, viewer), viewOf(this.#viewsBefore, before, viewer)];
      return formatChanged(state.id, before.seq, viewBefore, view);
    });
  }

  wholeFor(state: TableState, { you, invited }: Reader): string {
    if (this.#state !== state) this.#turnTo(state);
    const build = (): string => formatServerMessage({ kind: 'table', table: playableView(state, you, invited) });
    return invited === null ? known(this.#playables, you, build) : build();
  }

  #turnTo(state: TableState): void {
    this.#before = this.#state?.chairs === state.chairs ? this.#state : null;
    this.#state = state;
    this.#viewsBefore = this.#before === null ? new Map<SharedViewer, TableView>() : this.#views;
    this.#views = new Map();
    this.#changes.clear();
    this.#wholes.clear();
    this.#playables.clear();
  }
}

const seesAll = ({ game, head }: TableState): boolean => !game.secrets.hides(head.terms.options);

const wholeOf = (state: TableState, you: SharedViewer, invited: number | null): string =>
  formatServerMessage({ kind: 'table', table: tableView(state, you, invited) });

const viewOf = (views: Map<SharedViewer, TableView>, state: TableState, viewer: SharedViewer): TableView =>
  known(views, viewer, () => tableView(state, viewer));

function known<K, V>(values: Map<K, V>, key: K, make: () => V): V {
  const value = values.get(key) ?? make();
  values.set(key, value);
  return value;
}
