import { type Departure, faceOf } from '@tablier/match';
import { answering, type ChatRoom, formatChanged, formatServerMessage, ROOMS, type TableView } from '@tablier/protocol';
import { known } from '../../lib/caches.ts';
import type { HiddenAuthors } from '../../contacts/contacts.ts';
import {
  BATCH_SIZE,
  BatchedBroadcast,
  type PresenceOptions,
  type PresentTable,
  TablePresence,
} from './table-presence.ts';
import type { Chat } from '../logs/chat.ts';
import { phaseOf, readerOf, seatOf, seatsOf, type TableState } from '../state/table-state.ts';
import { isOpenTable, playableView, tableView } from '../views/table-view.ts';

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
  /** Whether it is sent moves, which it plays itself, where nothing is hidden. Default: no. */
  readonly playsMoves?: boolean;
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
  readonly #playsMoves: boolean;
  /** Whose seat is shown. */
  readonly person: string | null;
  #presence = '';

  /** `onFailure` is called if an update cannot be built: others must still be notified. */
  constructor(
    room: WatchedTable,
    outlet: Outlet,
    { from, chat, isWhole = false, playsMoves = false, isSpectator = false }: ClientState,
    onFailure: (error: unknown) => void,
  ) {
    this.room = room;
    this.#outlet = outlet;
    this.#onFailure = onFailure;
    this.#isWhole = isWhole;
    this.#playsMoves = playsMoves;
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

  /** As in the client: whether others wait for this player at a table without a clock of days. */
  get isAwaited(): boolean {
    const { shown } = this.room;
    const isUnfinished = ['waiting', 'playing'].includes(phaseOf(shown));
    return isUnfinished && shown.head.terms.clock.system !== 'days' && seatOf(shown, this.person) >= 0;
  }

  notify(): void {
    if (!this.#outlet.canSend()) return;
    try {
      this.#sendUpdate();
    } catch (error) {
      this.#onFailure(error);
    }
  }

  /**
   * Answers the command of this client that made the newest move with the move itself, before anyone else is notified. Returns whether it
   * could: otherwise the command is answered on its own, and the view follows.
   */
  answer(command: string, version: number): boolean {
    const { state } = this.room;
    if (!this.#playsMoves || state.seq !== version || !this.#outlet.canSend()) return false;
    const move = this.room.subscribers.views.moveFor(state, this.#version);
    if (move === null) return false;
    this.#outlet.send(answering(move, command));
    this.#version = version;
    return true;
  }

  #sendUpdate(): void {
    const { room } = this;
    // From the shown state: a person who has just sat down must see that first, before they are treated as seated.
    const reader = readerOf(room.shown, this.person);
    // A command may have been answered with a move that is not shown to others yet.
    if (this.#version < room.shown.seq) {
      // Each view may be of another of several seats, so there is no difference to send.
      if (seatsOf(room.shown, this.person).length > 1) this.#version = -1;
      this.#outlet.send(this.#textFor(reader));
      this.#version = room.shown.seq;
    }
    // Presence always comes last, even if the list of hidden authors must be read first.
    if (room.subscribers.roomsFor(reader.you).every((name) => this.#sendChat(name))) this.#sendPresence();
  }

  #textFor(reader: Reader): string {
    const { shown, subscribers } = this.room;
    const { views } = subscribers;
    if (this.#isWhole) return views.wholeFor(shown, reader);
    return this.#playsMoves && isOpenTable(shown)
      ? (views.moveFor(shown, this.#version) ?? views.openFor(shown, reader))
      : views.messageFor(shown, reader, this.#version);
  }

  /** Returns whether everything was sent. If not, this subscription is notified again once the list of hidden authors is known. */
  #sendChat(room: ChatRoom): boolean {
    const chat = this.room.chats[room];
    if (chat.last <= this.#chat[room]) return true;
    const lines = chat.since(this.#chat[room], this.room.shown.names);
    const hidden = this.room.subscribers.hiddenAuthors.of(this.person, () => this.notify());
    if (hidden === null) return false;
    this.#chat[room] = chat.last;
    const shown = hidden.size === 0 ? lines : lines.filter((line) => !hidden.has(chat.authorOf(line)));
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
export type Reader = Readonly<ReturnType<typeof readerOf>>;

/**
 * The messages that show one table, built once for all viewers who see the same. A reader who has the previous version is sent the difference
 * of two of their own views, so it reveals nothing more than they do. Without hidden information all share it. A view is built when a reader
 * is first sent it, and kept for the difference to the next one.
 */
export class ViewCache {
  #state: TableState | null = null;
  /** The previous state; `null` if the seating changed since then. */
  #before: TableState | null = null;
  /** The messages about the newest state, by kind and viewer. */
  readonly #texts = new Map<string, string>();
  /** By viewer: the view of the newest state, and of the one before. */
  #views = new Map<SharedViewer, TableView>();
  #viewsBefore = new Map<SharedViewer, TableView>();

  /** The message for a reader who was last sent `version` (-1 for nothing). */
  messageFor(state: TableState, reader: Reader, version: number): string {
    const before = this.#beforeOf(state);
    if (reader.invited !== null || before?.seq !== version)
      return this.#built('whole', reader, () => messageOf(tableView(state, reader.you, reader.invited)));
    const you = seesAll(state) ? null : reader.you;
    return this.#built('change', { you, invited: null }, () => {
      const [view, viewBefore] = [viewOf(this.#views, state, you), viewOf(this.#viewsBefore, before, you)];
      return formatChanged(state.id, version, viewBefore, view);
    });
  }

  /** The move that led to `state`, for readers who know the position of `version`; `null` if anything else did. */
  moveFor(state: TableState, version: number): string | null {
    const before = this.#beforeOf(state);
    if (before?.seq !== version || !isOpenTable(state)) return null;
    const text = this.#built('move', EVERYONE, () => moveBetween(before, state) ?? '');
    return text === '' ? null : text;
  }

  /** The view with the legal moves. */
  wholeFor(state: TableState, reader: Reader): string {
    this.#beforeOf(state);
    return this.#built('legal', reader, () => messageOf(playableView(state, reader.you, reader.invited)));
  }

  /** The view with which moves can be played. */
  openFor(state: TableState, reader: Reader): string {
    this.#beforeOf(state);
    const { match } = state;
    const isRunning = match !== null && match.end === null && isOpenTable(state);
    const deal = isRunning ? { deal: match.setup.deal } : {};
    return this.#built('open', reader, () => messageOf(tableView(state, reader.you, reader.invited), deal));
  }

  /** What is sent to an invited person is sent to no one else. */
  #built(kind: string, { you, invited }: Reader, build: () => string): string {
    return invited === null ? known(this.#texts, `${kind} ${you}`, build) : build();
  }

  #beforeOf(state: TableState): TableState | null {
    if (this.#state === state) return this.#before;
    this.#before = this.#state?.chairs === state.chairs ? this.#state : null;
    this.#state = state;
    this.#viewsBefore = this.#before === null ? new Map<SharedViewer, TableView>() : this.#views;
    this.#views = new Map();
    this.#texts.clear();
    return this.#before;
  }
}

const EVERYONE: Reader = { you: null, invited: null };

const seesAll = ({ game, head }: TableState): boolean => !game.secrets.hides(head.terms.options);

const messageOf = (table: TableView, more: { readonly deal?: unknown } = {}): string =>
  formatServerMessage({ kind: 'table', table, ...more });

const viewOf = (views: Map<SharedViewer, TableView>, state: TableState, viewer: SharedViewer): TableView =>
  known(views, viewer, () => tableView(state, viewer));

/** `null` unless one move was made, after which the match goes on. */
function moveBetween(before: TableState, after: TableState): string | null {
  const { match } = after;
  const made = match?.moves.at(-1);
  const digest = match?.position.digest?.();
  const isNext = after.seq === before.seq + 1 && match?.moves.length === (before.match?.moves.length ?? 0) + 1;
  if (!isNext || made === undefined || digest === undefined || match.end !== null) return null;
  const clock = match.clock === null ? null : faceOf(match.clock);
  const { id: table } = after;
  return formatServerMessage({ kind: 'moved', table, from: before.seq, move: made.shown.text, clock, digest });
}
