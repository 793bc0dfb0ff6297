import { failure, type FindGame, type Result, success } from '@tablier/core';
import {
  type Change,
  type ChatLine,
  type ClientCommand,
  type ClientMessage,
  CLOSE_CODES,
  DEAD_AFTER,
  formatClientMessage,
  MAX_CHAT_LINES,
  type MyTable,
  parseServerMessage,
  PING_AFTER,
  PROTOCOL_VERSION,
  RESTING_PING_AFTER,
  type ProtocolError,
  type ServerMessage,
  type TableSummary,
  tableView,
  type TableView,
  withChange,
} from '@tablier/protocol';
import { type Moved, playedMove, UNKNOWN_TABLE, type WatchedTable } from './watched-table.ts';
import { ServerClock } from './server-clock.ts';
import { reconnectDelay, Retries } from './retries.ts';

/** An open WebSocket of a browser or of Node, as the core uses it. */
export interface OpenSocket {
  send(text: string): void;
  addEventListener(type: 'message', listener: (message: { readonly data: unknown }) => void): void;
}

export interface ClientOptions {
  /** A monotonic clock. Milliseconds. */
  readonly now: () => number;
  /** Returns a new text of 1 to 64 letters, digits, `-` and `_` on each call, also after a reload. A UUID fits. */
  readonly newId: () => string;
  /** Returns a number from 0 to below 1. It spreads the reconnects of clients that lost their connections together. Default: always 0. */
  readonly random?: () => number;
  /**
   * Called for every message after the core has applied it, and with `offline` when the connection closes. A `changed` message is
   * reported as the `table` message with the view that it led to.
   */
  readonly onChange: (change: ServerMessage | { readonly kind: 'offline' }) => void;
}

export type Answer = Result<{ readonly table: string; readonly version: number }, ProtocolError>;

/**
 * What to do when a connection was closed. `reload`: this client is too old. `stop`: the session has ended. `banned`: the operator has
 * banned this user. `reconnect`: open another connection after `afterMs`.
 */
export type NextStep =
  | { readonly kind: 'reload' | 'stop' | 'banned' }
  | { readonly kind: 'reconnect'; readonly afterMs: number };

type Delta = ServerMessage & { readonly kind: 'changed' | 'moved' };

export interface WatchOptions {
  readonly isSpectator?: boolean;
  readonly rules?: FindGame;
}

type TableListener = (table: WatchedTable) => void;

/**
 * The client side of the protocol. It greets the server, resumes subscriptions and sends unanswered commands again after a reconnect,
 * keeps the newest views and detects a dead connection. An adapter opens sockets and calls `tick` at least once a second.
 */
export class ClientCore {
  readonly tables = new Map<string, WatchedTable>();
  readonly lobby = new Map<string, TableSummary>();
  /** The number of people who are connected to the server; `null` outside the lobby. */
  people: number | null = null;
  /** The user's own tables, while they are followed. */
  readonly own = new Map<string, MyTable>();
  /** The user, as the server knows them; `null` for an anonymous client and before the first welcome. */
  you: { readonly name: string } | null = null;

  readonly #options: ClientOptions;
  readonly #clock: ServerClock;
  readonly #listeners = new Map<string, Set<TableListener>>();
  readonly #pending = new Map<string, { readonly command: ClientCommand; readonly answer: (answer: Answer) => void }>();
  /** Commands that timed out without a definite answer, with their ids. */
  readonly #unconfirmed = new WeakMap<ClientCommand, string>();
  /** The tables of which only what a spectator sees is asked for. */
  readonly #spectated = new Set<string>();
  /** Of the tables whose moves are played here: the rules, of which some may not be loaded yet, and the deal, once the server has sent it. */
  readonly #played = new Map<string, { readonly rules: FindGame; readonly deal?: unknown }>();
  /** The tables whose newest view has arrived over this connection. */
  readonly #current = new Set<string>();
  readonly #commandRetries: Retries<string>;
  readonly #watchRetries: Retries<string>;
  #socket: OpenSocket | null = null;
  /** Gives up `#socket`. */
  #drop: () => void = () => undefined;
  #greeted = false;
  #inLobby = false;
  #followsOwn = false;
  #lastMessageAt = 0;
  #pings = 0;
  #attempts = 0;

  constructor(options: ClientOptions) {
    this.#options = options;
    this.#clock = new ServerClock(options.now);
    const { random = () => 0 } = options;
    this.#commandRetries = new Retries(random);
    this.#watchRetries = new Retries(random);
  }

  /** Whether the server has accepted the current connection. */
  get online(): boolean {
    return this.#greeted;
  }

  /** Whether the view of a watched table is the server's newest, as far as this connection knows: not after a reconnect, before the answer. */
  isCurrent(table: string): boolean {
    return this.#greeted && this.#current.has(table);
  }

  /** An estimate of the server's clock, in milliseconds since 1970. */
  serverNow(): number {
    return this.#clock.now();
  }

  /** Calls `listener` with what is known about a table, now and after each change, until the returned function is called. */
  listen(table: string, listener: TableListener): () => void {
    const listeners = this.#listeners.get(table) ?? new Set();
    this.#listeners.set(table, listeners.add(listener));
    const known = this.tables.get(table);
    if (known !== undefined) listener(known);
    return () => {
      if (listeners.delete(listener) && listeners.size === 0) this.#listeners.delete(table);
    };
  }

  /**
   * `isSpectator`: the server sends only what a spectator sees, even if this user sits there. `rules`: where nothing is hidden, the
   * server sends moves, which are played here.
   */
  watch(table: string, { isSpectator = false, rules }: WatchOptions = {}): void {
    if (this.tables.has(table)) return;
    if (isSpectator) this.#spectated.add(table);
    if (rules !== undefined) this.#played.set(table, { rules });
    this.tables.set(table, UNKNOWN_TABLE);
    if (this.#greeted) this.#sendWatch(table);
  }

  /** Subscribes again to a table that has an `error`. */
  watchAgain(table: string): void {
    if (!this.#update(table, { error: null })) return;
    this.#watchRetries.settled(table);
    if (this.#greeted) this.#sendWatch(table);
  }

  unwatch(table: string): void {
    this.#watchRetries.settled(table);
    this.#current.delete(table);
    this.#spectated.delete(table);
    this.#played.delete(table);
    if (this.tables.delete(table) && this.#greeted) this.#send({ kind: 'unwatch', table });
  }

  enterLobby(): void {
    this.#inLobby = true;
    if (this.#greeted) this.#send({ kind: 'enter-lobby' });
  }

  leaveLobby(): void {
    this.#inLobby = false;
    this.lobby.clear();
    this.people = null;
    if (this.#greeted) this.#send({ kind: 'leave-lobby' });
  }

  followOwn(): void {
    this.#followsOwn = true;
    if (this.#greeted) this.#send({ kind: 'follow-own' });
  }

  leaveOwn(): void {
    this.#followsOwn = false;
    this.own.clear();
    if (this.#greeted) this.#send({ kind: 'leave-own' });
  }

  /**
   * Runs a command exactly once. The core sends it again, over as many connections as needed, until the server answers. If the server
   * stays `unavailable` for `MAX_TRIES`, the promise resolves with that error. Running the same object again then reuses the same id,
   * so the command still takes effect at most once.
   */
  do(command: ClientCommand): Promise<Answer> {
    const id = this.#unconfirmed.get(command) ?? this.#options.newId();
    this.#unconfirmed.delete(command);
    return new Promise((answer) => {
      this.#pending.set(id, { command, answer });
      if (this.#greeted) this.#send({ kind: 'do', id, command });
    });
  }

  /**
   * Greets the server and applies what it sends from now on. `drop` is called when the connection is dead. It gives the socket up; the
   * adapter calls `connectionClosed`, as for every closed socket.
   */
  connectionOpened(socket: OpenSocket, drop: () => void): void {
    this.#socket = socket;
    this.#drop = drop;
    this.#greeted = false;
    this.#lastMessageAt = this.#options.now();
    this.#clock.forget();
    this.#clock.requestSent();
    socket.addEventListener('message', ({ data }) => this.#socket === socket && this.#received(String(data)));
    this.#send({ kind: 'hello', version: PROTOCOL_VERSION });
  }

  /** `code`: the close code of the WebSocket. */
  connectionClosed(code: number): NextStep {
    this.#socket = null;
    this.#greeted = false;
    this.#current.clear();
    this.#options.onChange({ kind: 'offline' });
    if (code === CLOSE_CODES.otherVersion) return { kind: 'reload' };
    if (code === CLOSE_CODES.sessionEnded) return { kind: 'stop' };
    if (code === CLOSE_CODES.banned) return { kind: 'banned' };
    return { kind: 'reconnect', afterMs: reconnectDelay(this.#attempts++, this.#options.random?.() ?? 0) };
  }

  /** How long nothing has arrived over the connection. Milliseconds. */
  get silence(): number {
    return this.#options.now() - this.#lastMessageAt;
  }

  /** The next reconnect is the first again: the user is here and waits. */
  woke(): void {
    this.#attempts = 0;
  }

  /** How long nothing may arrive before a ping. Long while no one waits for this client. Milliseconds. */
  get pingAfter(): number {
    const isWaiting = !this.#greeted || this.#pending.size > 0 || [...this.tables.values()].some(isAwaited);
    return isWaiting ? PING_AFTER : RESTING_PING_AFTER;
  }

  /** Closes a dead connection, sends what is due again, and pings. A page that no one sees leaves the pings to the server while it can rest. */
  tick({ isHidden = false }: { readonly isHidden?: boolean } = {}): void {
    if (this.#socket === null) return;
    const { silence, pingAfter } = this;
    const mayRest = isHidden && pingAfter === RESTING_PING_AFTER;
    if (!mayRest && silence >= pingAfter + DEAD_AFTER - PING_AFTER) return this.#drop();
    if (!this.#greeted) return;
    const now = this.#options.now();
    for (const id of this.#commandRetries.due(now)) this.#sendCommand(id);
    for (const table of this.#watchRetries.due(now)) this.#sendWatch(table);
    if (!mayRest && silence >= pingAfter) this.#ping();
  }

  /** Estimates the server's clock again. Adapters call it when the device may have slept. */
  checkClock(): void {
    this.#clock.forget();
    if (this.#greeted) this.#ping();
  }

  #ping(): void {
    if (this.#clock.isWaiting) return;
    this.#clock.requestSent();
    this.#send({ kind: 'ping', n: ++this.#pings });
  }

  /** Applies a message from the server. An unreadable one is reported as an `error` message and changes nothing. */
  #received(text: string): void {
    this.#lastMessageAt = this.#options.now();
    const parsed = parseServerMessage(text);
    const message: ServerMessage = parsed.ok ? parsed.value : { kind: 'error', error: parsed.error };
    if (message.kind === 'changed') return this.#changed(message, (view) => viewWith(view, message.change));
    if (message.kind === 'moved') return this.#moved(message);
    if (this.#apply(message)) this.#options.onChange(message);
  }

  #moved(message: Moved): void {
    const { table, from, done } = message;
    if (done !== undefined) this.#answered(done, success({ table, version: from + 1 }));
    this.#changed(message, (view) => this.#viewAfter(view, message));
  }

  /** If the position is not that of the server, the rules differ: this table is shown by its views from now on. */
  #viewAfter(view: TableView, moved: Moved): TableView | null {
    const { rules, deal } = this.#played.get(view.id) ?? {};
    const game = rules?.(view.game, view.rules);
    if (deal === undefined || game === undefined) return null;
    const after = playedMove({ view, deal }, moved, game);
    if (after === null) this.#played.delete(view.id);
    return after;
  }

  /** Applies a delta to the view before it. Without that view, or if the result is invalid, requests the whole view. */
  #changed({ table, from }: Delta, apply: (view: TableView) => TableView | null): void {
    const known = this.tables.get(table);
    if (known === undefined || (known.view !== null && known.view.version > from)) return;
    const view = known.view?.version === from ? apply(known.view) : null;
    if (view === null) this.#send(this.#watchMessage(table, { ...known, view: null }));
    else if (this.#viewed(view)) this.#options.onChange({ kind: 'table', table: view });
  }

  #send(message: ClientMessage): void {
    this.#socket?.send(formatClientMessage(message));
  }

  #sendWatch(table: string): void {
    this.#send(this.#watchMessage(table, this.tables.get(table) ?? UNKNOWN_TABLE));
  }

  /** Subscribes to everything that is newer than what is known. */
  #watchMessage(table: string, { view, chat }: WatchedTable): ClientMessage {
    const last = (lines: readonly ChatLine[]): number => lines.at(-1)?.n ?? 0;
    const from = view === null ? {} : { from: view.version };
    const spectate = this.#spectated.has(table) ? { spectate: true } : {};
    const moves = this.#played.has(table) ? { moves: true } : {};
    const known = { players: last(chat.players), spectators: last(chat.spectators) };
    return { kind: 'watch', table, ...from, ...known, ...moves, ...spectate };
  }

  #sendCommand(id: string): void {
    const pending = this.#pending.get(id);
    if (pending !== undefined) this.#send({ kind: 'do', id, command: pending.command });
  }

  /** Returns whether anything changed. */
  #apply(message: Exclude<ServerMessage, Delta>): boolean {
    switch (message.kind) {
      case 'welcome':
        return this.#welcomed(message);
      case 'pong':
        this.#clock.answered(message.now);
        return true;
      case 'table':
        return this.#viewed(message.table, message.deal);
      case 'said':
        return this.#chatReceived(message);
      case 'presence': {
        const { spectators, here, away } = message;
        return this.#update(message.table, { spectators, here, away });
      }
      case 'not-watching':
        return this.#notWatching(message);
      case 'lobby':
        return this.#lobbyChanged(message);
      case 'own':
        return this.#followsOwn && applyTo(this.own, message);
      case 'done':
        return this.#answered(message.id, success({ table: message.table, version: message.version }));
      case 'refused':
        return this.#refused(message.id, message.error);
      case 'current':
        this.#answeredWatch(message.table);
        return true;
      case 'error':
        return true;
    }
  }

  #welcomed({ you, now }: ServerMessage & { readonly kind: 'welcome' }): boolean {
    this.#greeted = true;
    this.#attempts = 0;
    this.you = you;
    this.#clock.answered(now);
    for (const table of this.tables.keys()) this.#sendWatch(table);
    if (this.#inLobby) this.#send({ kind: 'enter-lobby' });
    if (this.#followsOwn) this.#send({ kind: 'follow-own' });
    for (const id of this.#pending.keys()) this.#sendCommand(id);
    this.#commandRetries.sentAll();
    this.#watchRetries.sentAll();
    return true;
  }

  /** An answer that comes after `unwatch` says nothing about a later `watch`. */
  #answeredWatch(table: string): void {
    this.#watchRetries.settled(table);
    if (this.tables.has(table)) this.#current.add(table);
  }

  /** Views sent over two connections may arrive out of order; an older one is ignored. */
  #viewed(view: TableView, deal?: unknown): boolean {
    this.#answeredWatch(view.id);
    const played = this.#played.get(view.id);
    if (played !== undefined && deal !== undefined) this.#played.set(view.id, { ...played, deal });
    const known = this.tables.get(view.id)?.view;
    if (known && known.version > view.version) return false;
    return this.#update(view.id, { view, error: null });
  }

  /** Only temporary errors are tried again; a bug in the server would repeat. */
  #notWatching({ table, error }: ServerMessage & { readonly kind: 'not-watching' }): boolean {
    if (!this.tables.has(table)) return false;
    const mayPass = ['unavailable', 'too-many'].includes(error.name);
    if (mayPass && this.#watchRetries.failed(table, this.#options.now(), error.retryMs)) return false;
    this.#watchRetries.settled(table);
    return this.#update(table, { error });
  }

  #chatReceived({ table, room, lines }: ServerMessage & { readonly kind: 'said' }): boolean {
    const known = this.tables.get(table);
    if (known === undefined) return false;
    const fresh = lines.filter(({ n }) => n > (known.chat[room].at(-1)?.n ?? 0));
    return this.#update(table, {
      chat: { ...known.chat, [room]: [...known.chat[room], ...fresh].slice(-MAX_CHAT_LINES) },
    });
  }

  #update(table: string, change: Partial<WatchedTable>): boolean {
    const known = this.tables.get(table);
    if (known === undefined) return false;
    const changed = { ...known, ...change };
    this.tables.set(table, changed);
    for (const listener of this.#listeners.get(table) ?? []) listener(changed);
    return true;
  }

  #lobbyChanged(message: ServerMessage & { readonly kind: 'lobby' }): boolean {
    if (!this.#inLobby) return false;
    this.people = message.online ?? this.people;
    return applyTo(this.lobby, message);
  }

  #refused(id: string, error: ProtocolError): boolean {
    const pending = this.#pending.get(id);
    if (pending === undefined || error.name !== 'unavailable') return this.#answered(id, failure(error));
    if (this.#commandRetries.failed(id, this.#options.now())) return false;
    this.#unconfirmed.set(pending.command, id);
    return this.#answered(id, failure(error));
  }

  #answered(id: string, answer: Answer): boolean {
    const pending = this.#pending.get(id);
    this.#pending.delete(id);
    this.#commandRetries.settled(id);
    pending?.answer(answer);
    return pending !== undefined;
  }
}

/** Applies the changes of a list, or replaces the whole list. */
function applyTo<Item extends { readonly id: string }>(
  list: Map<string, Item>,
  {
    whole,
    changed,
    gone,
  }: { readonly whole: boolean; readonly changed: readonly Item[]; readonly gone: readonly string[] },
): true {
  if (whole) list.clear();
  for (const id of gone) list.delete(id);
  for (const item of changed) list.set(item.id, item);
  return true;
}

/** Returns `null` if the result is not a newer view of the same table. */
function viewWith(before: TableView, change: Change): TableView | null {
  const parsed = tableView.safeParse(withChange(before, change));
  return parsed.success && parsed.data.id === before.id && parsed.data.version > before.version ? parsed.data : null;
}

/** Whether a lost connection must be noticed soon: the view has not arrived, or others wait for this player. */
const isAwaited = ({ view, error }: WatchedTable): boolean =>
  view === null ? error === null : view.you !== null && view.clock.system !== 'days' && isUnfinished(view);

const isUnfinished = ({ phase }: TableView): boolean => phase === 'waiting' || phase === 'playing';
