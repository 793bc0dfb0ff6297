import { failure, type Result, success } from '@tablier/core';
import { type Change, withChange } from './change.ts';
import type { ClientMessage, ClientCommand } from './client-messages.ts';
import { CLOSE_CODES, type ProtocolError } from './errors.ts';
import { DEAD_AFTER, LONGEST_WAIT, MAX_CHAT_LINES, PING_AFTER } from './limits.ts';
import { formatClientMessage, parseServerMessage } from './parse.ts';
import { Retries } from './retry.ts';
import {
  type Away,
  type ChatLine,
  type ChatRoom,
  type MyTable,
  type ServerMessage,
  type TableSummary,
  tableView,
  type TableView,
} from './server-messages.ts';
import { PROTOCOL_VERSION } from './version.ts';

/** What carries the texts: a WebSocket, with whatever opens it again. */
export interface Line {
  send(text: string): void;
  /** Ends the line; `lineClosed` is to be called in the end. */
  close(): void;
}

export interface ClientParts {
  /** Milliseconds of any clock that does not jump. */
  readonly now: () => number;
  /** A new text of 1 to 64 letters, digits, `-` and `_` each time, also after a reload: a UUID fits. */
  readonly newId: () => string;
  /** From 0 to below 1, another one each time: keeps clients apart that lost their lines at the same moment. 0, where left out. */
  readonly random?: () => number;
  /** Is told of every message once it has been taken in, of a change as of the view that it made, and of `offline`. */
  readonly onChange: (change: ServerMessage | { readonly kind: 'offline' }) => void;
}

/** All that a client knows of a table. */
export interface WatchedTable {
  /** The newest view; `null` until one came. */
  readonly view: TableView | null;
  readonly chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>;
  readonly spectators: number;
  readonly here: readonly boolean[];
  readonly away: readonly (Away | null)[];
  /** Why there is nothing to be seen. */
  readonly error: ProtocolError | null;
}

export type Answer = Result<{ readonly table: string; readonly version: number }, ProtocolError>;

/** What to do when a line was closed: `reload` the page, stay away (`stop`), or open another after `afterMs`. */
export type NextStep =
  { readonly kind: 'reload' | 'stop' | 'banned' } | { readonly kind: 'reconnect'; readonly afterMs: number };

interface Pending {
  readonly command: ClientCommand;
  readonly answer: (answer: Answer) => void;
}

const NOTHING: WatchedTable = {
  view: null,
  chat: { players: [], spectators: [] },
  spectators: 0,
  here: [],
  away: [],
  error: null,
};
const FIRST_WAIT = 250;
/** A server that restarts is soon back: so often it is tried after `QUICK_WAIT` at the latest. */
const QUICK_TRIES = 10;
const QUICK_WAIT = 1000;

/**
 * The client's half of the protocol without a socket: greets, watches again after a broken line from where it was, sends
 * again what was not answered, keeps the latest views, and finds a dead line. Whoever uses it opens lines and calls `tick`
 * once a second.
 */
export class ClientCore {
  readonly tables = new Map<string, WatchedTable>();
  readonly lobby = new Map<string, TableSummary>();
  /** One's own tables, while they are followed. */
  readonly own = new Map<string, MyTable>();
  /** Who the server takes this client for; `null` for nobody, or before the first welcome. */
  you: { readonly name: string } | null = null;

  readonly #parts: ClientParts;
  readonly #pending = new Map<string, Pending>();
  /** Commands given up on while nobody knew whether they were done, with their ids. */
  readonly #unconfirmed = new WeakMap<ClientCommand, string>();
  readonly #commandRetries: Retries<string>;
  readonly #watchRetries: Retries<string>;
  #line: Line | null = null;
  #greeted = false;
  #inLobby = false;
  #followsOwn = false;
  #heardAt = 0;
  #pings = 0;
  #pingedAt: number | null = null;
  #attempts = 0;
  #clockOffset = 0;
  #bestRoundTrip = Number.POSITIVE_INFINITY;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    const random = parts.random ?? (() => 0);
    this.#commandRetries = new Retries(random);
    this.#watchRetries = new Retries(random);
  }

  /** Whether the server answers. */
  get online(): boolean {
    return this.#greeted;
  }

  /** The server's clock, as near as the line allows. */
  serverNow(): number {
    return this.#parts.now() + this.#clockOffset;
  }

  watch(table: string): void {
    if (this.tables.has(table)) return;
    this.tables.set(table, NOTHING);
    if (this.#greeted) this.#sendWatch(table);
  }

  /** Tries to watch again a table whose `error` says that it cannot be seen. */
  watchAgain(table: string): void {
    if (!this.#update(table, { error: null })) return;
    this.#watchRetries.settled(table);
    if (this.#greeted) this.#sendWatch(table);
  }

  unwatch(table: string): void {
    this.#watchRetries.settled(table);
    if (this.tables.delete(table) && this.#greeted) this.#send({ kind: 'unwatch', table });
  }

  enterLobby(): void {
    this.#inLobby = true;
    if (this.#greeted) this.#send({ kind: 'enter-lobby' });
  }

  leaveLobby(): void {
    this.#inLobby = false;
    this.lobby.clear();
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
   * Does something for good. It is sent again until it is answered, over as many connections as that takes, and done once. Where it stays
   * `unavailable` the answer says so after `MOST_TRIES`; the same object, done again, then goes under the same id, so it is still done
   * at most once.
   */
  do(command: ClientCommand): Promise<Answer> {
    const id = this.#unconfirmed.get(command) ?? this.#parts.newId();
    this.#unconfirmed.delete(command);
    return new Promise((answer) => {
      this.#pending.set(id, { command, answer });
      if (this.#greeted) this.#send({ kind: 'do', id, command });
    });
  }

  lineOpened(line: Line): void {
    this.#line = line;
    this.#greeted = false;
    this.#heardAt = this.#parts.now();
    this.#pingedAt = this.#parts.now();
    this.#send({ kind: 'hello', version: PROTOCOL_VERSION });
  }

  /** `code` is that of the WebSocket's close event. */
  lineClosed(code: number): NextStep {
    this.#line = null;
    this.#greeted = false;
    this.#parts.onChange({ kind: 'offline' });
    if (code === CLOSE_CODES.otherVersion) return { kind: 'reload' };
    if (code === CLOSE_CODES.sessionEnded) return { kind: 'stop' };
    if (code === CLOSE_CODES.banned) return { kind: 'banned' };
    return { kind: 'reconnect', afterMs: this.#wait() };
  }

  /** Up to half of it is left to chance. */
  #wait(): number {
    const longest = this.#attempts < QUICK_TRIES ? QUICK_WAIT : LONGEST_WAIT;
    const wait = Math.min(longest, FIRST_WAIT * 2 ** this.#attempts);
    this.#attempts++;
    return Math.round(wait * (1 - (this.#parts.random?.() ?? 0) / 2));
  }

  /** Looks for signs of life and for what is to be sent again. */
  tick(): void {
    const now = this.#parts.now();
    if (this.#line === null) return;
    if (now - this.#heardAt >= DEAD_AFTER) return this.#line.close();
    if (!this.#greeted) return;
    for (const id of this.#commandRetries.due(now)) this.#sendCommand(id);
    for (const table of this.#watchRetries.due(now)) this.#sendWatch(table);
    if (now - this.#heardAt < PING_AFTER || this.#pingedAt !== null) return;
    this.#pingedAt = now;
    this.#send({ kind: 'ping', n: ++this.#pings });
  }

  /** Takes in what the server sent. What is no message of this protocol is told as an error and changes nothing. */
  lineReceived(text: string): void {
    this.#heardAt = this.#parts.now();
    const parsed = parseServerMessage(text);
    const message: ServerMessage = parsed.ok ? parsed.value : { kind: 'error', error: parsed.error };
    if (message.kind === 'changed') return this.#changed(message);
    if (this.#takeIn(message)) this.#parts.onChange(message);
  }

  /** Makes the newest view of the one before; where that is not at hand, or nothing sensible comes of it, asks for the whole. */
  #changed({ table, from, change }: ServerMessage & { readonly kind: 'changed' }): void {
    const known = this.tables.get(table);
    if (known === undefined || (known.view !== null && known.view.version > from)) return;
    const view = known.view?.version === from ? viewWith(known.view, change) : null;
    if (view === null) this.#send(watchMessage(table, { ...known, view: null }));
    else if (this.#viewed(view)) this.#parts.onChange({ kind: 'table', table: view });
  }

  #send(message: ClientMessage): void {
    this.#line?.send(formatClientMessage(message));
  }

  #sendWatch(table: string): void {
    this.#send(watchMessage(table, this.tables.get(table) ?? NOTHING));
  }

  #sendCommand(id: string): void {
    const pending = this.#pending.get(id);
    if (pending !== undefined) this.#send({ kind: 'do', id, command: pending.command });
  }

  /** Whether anything changed. */
  #takeIn(message: Exclude<ServerMessage, { kind: 'changed' }>): boolean {
    switch (message.kind) {
      case 'welcome':
        return this.#welcomed(message);
      case 'pong':
        return this.#measured(message.now);
      case 'table':
        return this.#viewed(message.table);
      case 'said':
        return this.#heard(message);
      case 'presence':
        return this.#presenceTold(message);
      case 'not-watching':
        return this.#notWatching(message);
      case 'lobby':
        return this.#lobbyChanged(message);
      case 'own':
        return this.#ownChanged(message);
      case 'done':
        return this.#answered(message.id, success({ table: message.table, version: message.version }));
      case 'refused':
        return this.#refused(message.id, message.error);
      case 'current':
        this.#watchRetries.settled(message.table);
        return true;
      case 'error':
        return true;
    }
  }

  #welcomed({ you, now }: ServerMessage & { readonly kind: 'welcome' }): boolean {
    this.#greeted = true;
    this.#attempts = 0;
    this.you = you;
    this.#measured(now);
    for (const table of this.tables.keys()) this.#sendWatch(table);
    if (this.#inLobby) this.#send({ kind: 'enter-lobby' });
    if (this.#followsOwn) this.#send({ kind: 'follow-own' });
    for (const id of this.#pending.keys()) this.#sendCommand(id);
    this.#commandRetries.sentAll();
    this.#watchRetries.sentAll();
    return true;
  }

  /** The quickest answer tells best what the server's clock shows. */
  #measured(serverNow: number): boolean {
    const now = this.#parts.now();
    const roundTrip = now - (this.#pingedAt ?? now);
    this.#pingedAt = null;
    if (roundTrip <= this.#bestRoundTrip) {
      this.#bestRoundTrip = roundTrip;
      this.#clockOffset = serverNow + roundTrip / 2 - now;
    }
    return true;
  }

  /** Views may overtake one another on two lines: an older one is nothing new. */
  #viewed(view: TableView): boolean {
    this.#watchRetries.settled(view.id);
    const known = this.tables.get(view.id)?.view;
    if (known && known.version > view.version) return false;
    return this.#update(view.id, { view, error: null });
  }

  /** Only what may pass by itself is tried again: a fault of the server would be the same the next time. */
  #notWatching({ table, error }: ServerMessage & { readonly kind: 'not-watching' }): boolean {
    if (!this.tables.has(table)) return false;
    const mayPass = error.name === 'unavailable' || error.name === 'too-many';
    if (mayPass && this.#watchRetries.failed(table, this.#parts.now(), error.retryMs)) return false;
    this.#watchRetries.settled(table);
    return this.#update(table, { error });
  }

  #heard({ table, room, lines }: ServerMessage & { readonly kind: 'said' }): boolean {
    const known = this.tables.get(table);
    if (known === undefined) return false;
    const last = known.chat[room].at(-1)?.n ?? 0;
    const fresh = lines.filter(({ n }) => n > last);
    return this.#update(table, {
      chat: { ...known.chat, [room]: [...known.chat[room], ...fresh].slice(-MAX_CHAT_LINES) },
    });
  }

  #presenceTold({ table, spectators, here, away }: ServerMessage & { readonly kind: 'presence' }): boolean {
    return this.#update(table, { spectators, here, away });
  }

  #update(table: string, change: Partial<WatchedTable>): boolean {
    const known = this.tables.get(table);
    if (known !== undefined) this.tables.set(table, { ...known, ...change });
    return known !== undefined;
  }

  #lobbyChanged({ whole, changed, gone }: ServerMessage & { readonly kind: 'lobby' }): boolean {
    if (!this.#inLobby) return false;
    if (whole) this.lobby.clear();
    for (const id of gone) this.lobby.delete(id);
    for (const summary of changed) this.lobby.set(summary.id, summary);
    return true;
  }

  #ownChanged({ whole, changed, gone }: ServerMessage & { readonly kind: 'own' }): boolean {
    if (!this.#followsOwn) return false;
    if (whole) this.own.clear();
    for (const id of gone) this.own.delete(id);
    for (const table of changed) this.own.set(table.id, table);
    return true;
  }

  #refused(id: string, error: ProtocolError): boolean {
    const pending = this.#pending.get(id);
    if (pending === undefined || error.name !== 'unavailable') return this.#answered(id, failure(error));
    if (this.#commandRetries.failed(id, this.#parts.now())) return false;
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

/** What asks for all that is not known yet. */
function watchMessage(table: string, { view, chat }: WatchedTable): ClientMessage {
  const last = (lines: readonly ChatLine[]): number => lines.at(-1)?.n ?? 0;
  const from = view === null ? {} : { from: view.version };
  return { kind: 'watch', table, ...from, players: last(chat.players), spectators: last(chat.spectators) };
}

/** `null` where no view of this table comes of it. */
function viewWith(before: TableView, change: Change): TableView | null {
  const parsed = tableView.safeParse(withChange(before, change));
  return parsed.success && parsed.data.id === before.id && parsed.data.version > before.version ? parsed.data : null;
}
