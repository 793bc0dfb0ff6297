import type { Departure } from '@tablier/match';
import {
  CLOSE_CODES,
  type ClientMessage,
  formatServerMessage,
  isSpoken,
  MAX_WATCHED,
  parseClientMessage,
  parseRequest,
  type ProtocolError,
  rangeText,
  type Request,
  type ServerMessage,
} from '@tablier/protocol';

import type { Duplex } from 'node:stream';
import type { WebSocket } from 'ws';
import { Bucket, type RateLimiter, type Rate } from '../lib/rate-limits.ts';
import type { Lobby } from '../matchmaking/lobby.ts';
import type { MyTables } from '../matchmaking/my-tables.ts';
import type { Seeks } from '../matchmaking/seeks.ts';
import type { Log } from '../lib/log.ts';
import type { Identity } from '../accounts/people.ts';
import type { PersonalDataIndex } from '../accounts/personal-data-index.ts';
import type { Rooms } from '../tables/rooms.ts';
import { isUnavailable } from '../lib/unavailable.ts';
import { afterCommand, runCommand } from './commands.ts';
import type { Item, Feed } from '../matchmaking/feed.ts';
import { FeedSubscription, type FormatUpdate } from './feed-subscription.ts';
import type { Outgoing } from './outgoing.ts';
import { knownChat, type Outlet, Subscription } from '../tables/subscribers.ts';

export interface ConnectionParts {
  readonly personalDataIndex: PersonalDataIndex;
  readonly rooms: Rooms;
  readonly lobby: Lobby;
  readonly myTables: MyTables;
  readonly seeks: Seeks;
  readonly log: Log;
  readonly now: () => number;
  /** Limits the messages of one connection. */
  readonly messages: Rate;
  readonly commands: RateLimiter;
  readonly tables: RateLimiter;
  readonly chat: RateLimiter;
  readonly newTraces: RateLimiter;
  /** Bytes that may wait in the send buffer before views are skipped. */
  readonly maxBuffered: number;
  readonly outgoing: Outgoing;
}

/** A connection that was just opened. */
export interface Opened {
  readonly ws: WebSocket;
  /** The TCP or TLS stream below it. */
  readonly socket: Duplex;
  readonly known: Identity | null;
  /** The network address of the client. */
  readonly address: string;
}

/** A connection with this many unreadable or too frequent messages is closed. */
const MOST_FAULTS = 30;
/** How often a connection is checked. Milliseconds. */
export const PULSE = 2500;
/**
 * A connection is dead after this many checks without any data: after 7.5 to 10 seconds. Checks are counted instead of
 * measuring time, because each check first reads what has arrived. So a server that was blocked does not take its
 * clients for dead.
 */
const DEAD_CHECKS = 3;
/** Even an active connection is pinged at every nth check, to measure its round-trip time. */
const MEASURED_EVERY = 4;
/**
 * Multiple of `maxBuffered` at which a connection is closed. Only views wait for a free buffer; a client this far
 * behind does not read its answers either.
 */
const MOST_BUFFERS = 8;

/** A feed that this connection follows. */
interface Followed {
  /** Called when something may be new, or when the connection can take more data. */
  notify(): void;
  leave(): void;
}
/** Close codes of a browser that leaves on purpose: normal closure, page left, no code. */
const DELIBERATE_CODES: readonly number[] = [1000, 1001, 1005];

/** One WebSocket connection, from `hello` to close. */
export class Connection implements Outlet {
  /** Round-trip time in milliseconds: a moving average in which the latest measurement counts for a tenth. */
  lag = 0;
  readonly address: string;
  #known: Identity | null;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #messages: Bucket;
  readonly #parts: ConnectionParts;
  readonly #tables = new Map<string, Subscription>();
  #lobby: Followed | null = null;
  #own: Followed | null = null;
  /** Incremented each time the client starts or stops following, so that an outdated result is discarded. */
  #ownTurn = 0;
  #isGreeted = false;
  /** Whether any data came since the last check. */
  #isActive = true;
  /** Number of checks, and of consecutive checks without data. */
  #checks = 0;
  #silentChecks = 0;
  #faults = 0;
  #pingedAt: number | null = null;
  #isDrainAwaited = false;

  constructor({ ws, socket, known, address }: Opened, parts: ConnectionParts) {
    this.#ws = ws;
    this.#socket = socket;
    this.#messages = new Bucket(parts.messages, parts.now);
    this.#known = known;
    this.address = address;
    this.#parts = parts;
    // `ws` delivers messages as `nodebuffer` by default.
    ws.on('message', (data: Buffer, isBinary) => this.#received(isBinary ? null : data.toString()));
    ws.on('pong', () => this.#measured());
  }

  get known(): Identity | null {
    return this.#known;
  }

  get person(): string | null {
    return this.known?.person.id ?? null;
  }

  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  canSend(): boolean {
    if (this.#socket.writableLength <= this.#parts.maxBuffered) return true;
    this.#awaitDrain();
    return false;
  }

  send(text: string): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#socket.writableLength > MOST_BUFFERS * this.#parts.maxBuffered)
      return this.end(CLOSE_CODES.tooSlow, 'too-slow');
    this.#parts.outgoing.send(this.#socket, text);
  }

  answer(message: ServerMessage): void {
    this.send(formatServerMessage(message));
  }

  /**
   * To be called every `PULSE`. Closes a dead connection. Pings a silent one, and every connection now and then to
   * measure its round-trip time.
   */
  check(): void {
    this.#silentChecks = this.#isActive ? 0 : this.#silentChecks + 1;
    this.#isActive = false;
    if (this.#silentChecks >= DEAD_CHECKS) return this.cut();
    if (this.#silentChecks > 0 || this.#checks % MEASURED_EVERY === 0) this.#ping();
    this.#checks++;
  }

  #ping(): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#pingedAt ??= performance.now();
    this.#ws.ping();
  }

  /** Closes the connection with a closing handshake. */
  end(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  /** Closes the connection without a handshake. */
  cut(): void {
    this.#ws.terminate();
  }

  /** The name or status of the account behind this connection changed. */
  renamed(name: string, guest: boolean): void {
    if (this.#known !== null) this.#known = { ...this.#known, person: { ...this.#known.person, name, guest } };
  }

  /** The connection is closed; `code` is the code of the WebSocket's close event. */
  closed(code: number): void {
    const how = DELIBERATE_CODES.includes(code) ? 'left' : 'broken';
    for (const subscription of this.#tables.values()) subscription.room.subscribers.remove(subscription, how);
    this.#tables.clear();
    this.#leaveLobby();
    this.#leaveOwn();
  }

  #measured(): void {
    this.#isActive = true;
    if (this.#pingedAt === null) return;
    const took = performance.now() - this.#pingedAt;
    this.#pingedAt = null;
    this.lag = this.lag === 0 ? took : this.lag * 0.9 + took * 0.1;
  }

  /**
   * Calls all subscriptions when the waiting data has been written. The event `drain` is not enough: a stream emits it
   * only after its buffer reached Node's high-water mark, which may be more than `maxBuffered`.
   */
  #awaitDrain(): void {
    if (this.#isDrainAwaited || this.#ws.readyState !== this.#ws.OPEN) return;
    this.#isDrainAwaited = true;
    this.#socket.write('', (error) => {
      this.#isDrainAwaited = false;
      if (!error) this.#notifyAll();
    });
  }

  #notifyAll(): void {
    for (const subscription of this.#tables.values()) subscription.notify();
    this.#lobby?.notify();
    this.#own?.notify();
  }

  #received(text: string | null): void {
    // Messages that arrive after the connection was closed have no effect, because they could not be answered.
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#isActive = true;
    const retryMs = this.#messages.take();
    if (retryMs > 0) return this.#fault({ name: 'too-many', retryMs }, text === null ? null : parseRequest(text));
    if (text === null) return this.#fault({ name: 'bad-message', detail: 'binary' }, null);
    const parsed = parseClientMessage(text);
    if (!parsed.ok) return this.#fault(parsed.error, parseRequest(text));
    const request = requestOf(parsed.value);
    this.#handle(parsed.value).catch((error: unknown) => {
      this.#logFailure(error, parsed.value.kind, request);
      this.#refuse(request, { name: isUnavailable(error) ? 'unavailable' : 'internal' });
    });
  }

  /** Logs an exception once: the request and the stack. */
  #logFailure(error: unknown, kind: ClientMessage['kind'], request: Request | null): void {
    const about = request === null ? {} : request.kind === 'do' ? { command: request.id } : { table: request.table };
    const text = isUnavailable(error) ? 'message not handled: unavailable' : 'message handler failed';
    this.#parts.log.error({ err: error, kind, ...about }, text);
  }

  /** Reports an invalid message. After too many of them the connection is closed. */
  #fault(error: ProtocolError, request: Request | null): void {
    this.#refuse(request, error);
    if (!this.#isGreeted) return this.end(CLOSE_CODES.badHello, error.name);
    if (++this.#faults < MOST_FAULTS) return;
    const tooFast = error.name === 'too-many';
    this.end(tooFast ? CLOSE_CODES.tooMany : CLOSE_CODES.tooManyErrors, tooFast ? 'too-many' : 'too-many-errors');
  }

  async #handle(message: ClientMessage): Promise<void> {
    if (message.kind === 'hello') return this.#greet(message.version);
    if (!this.#isGreeted) return this.#fault({ name: 'hello-first' }, requestOf(message));
    switch (message.kind) {
      case 'ping':
        return this.answer({ kind: 'pong', n: message.n, now: this.#parts.now() });
      case 'watch':
        return this.#watch(message);
      case 'unwatch':
        return this.#unwatch(message.table);
      case 'enter-lobby':
        return this.#enterLobby();
      case 'leave-lobby':
        return this.#leaveLobby();
      case 'follow-own':
        return this.#followOwn();
      case 'leave-own':
        return this.#leaveOwn();
      case 'do':
        return this.#do(message);
    }
  }

  #greet(version: number): void {
    if (this.#isGreeted) return this.#fault({ name: 'already-greeted' }, null);
    if (!isSpoken(version)) {
      this.answer({ kind: 'error', error: { name: 'other-version', detail: rangeText() } });
      return this.end(CLOSE_CODES.otherVersion, 'other-version');
    }
    this.#isGreeted = true;
    const you = this.known === null ? null : { name: this.known.person.name };
    this.answer({ kind: 'welcome', version, you, now: this.#parts.now() });
  }

  async #watch(message: ClientMessage & { readonly kind: 'watch' }): Promise<void> {
    const { table, from = -1, players, spectators } = message;
    if (this.#watchesEnough(table)) return this.#refuse(message, { name: 'too-many-subscriptions' });
    const room = await this.#parts.rooms.find(table);
    if (room === null) return this.#refuse(message, this.#parts.rooms.faultOf(table));
    // A client that comes from another node may know a newer version. Catching up does not block others at this table.
    if (from > room.state.seq) await room.catchUp(from);
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    // Other subscriptions may have been added meanwhile.
    if (this.#watchesEnough(table)) return this.#refuse(message, { name: 'too-many-subscriptions' });
    this.#unwatch(table);
    const known = { from, chat: knownChat(players, spectators) };
    const subscription = new Subscription(room, this, known, (error) => this.#watchFailed(message, error));
    this.#tables.set(table, subscription);
    room.subscribers.add(subscription);
    subscription.notify();
  }

  #watchesEnough(table: string): boolean {
    return this.#tables.size >= MAX_WATCHED && !this.#tables.has(table);
  }

  /** An update could not be built: the subscription ends, and the client does not retry on its own. */
  #watchFailed(request: Request & { readonly kind: 'watch' }, error: unknown): void {
    this.#logFailure(error, 'watch', request);
    this.#unwatch(request.table, 'broken');
    this.#refuse(request, { name: 'internal' });
  }

  #unwatch(table: string, how: Departure = 'left'): void {
    const subscription = this.#tables.get(table);
    this.#tables.delete(table);
    subscription?.room.subscribers.remove(subscription, how);
  }

  #enterLobby(): void {
    this.#lobby ??= this.#follow(this.#parts.lobby.feed, ({ changed, gone }, whole) => ({
      kind: 'lobby',
      whole,
      changed: [...changed],
      gone: [...gone],
    }));
  }

  #leaveLobby(): void {
    this.#lobby?.leave();
    this.#lobby = null;
  }

  /** Anonymous clients get an empty list. */
  async #followOwn(): Promise<void> {
    const { person } = this;
    if (this.#own !== null) return;
    if (person === null) return this.answer({ kind: 'own', whole: true, changed: [], gone: [] });
    const turn = ++this.#ownTurn;
    const feed = await this.#parts.myTables.follow(person);
    if (turn !== this.#ownTurn) return this.#parts.myTables.leave(person);
    this.#own = this.#follow(feed, ({ changed, gone }, whole) => ({
      kind: 'own',
      whole,
      changed: [...changed],
      gone: [...gone],
    }));
  }

  #leaveOwn(): void {
    this.#ownTurn++;
    if (this.#own === null || this.person === null) return;
    this.#own.leave();
    this.#own = null;
    this.#parts.myTables.leave(this.person);
  }

  #follow<T extends Item>(feed: Feed<T>, format: FormatUpdate<T>): Followed {
    const subscription = new FeedSubscription(feed, this, format);
    const notify = (): void => subscription.notify();
    const leave = feed.listen(notify);
    notify();
    return { notify, leave };
  }

  async #do(message: ClientMessage & { readonly kind: 'do' }): Promise<void> {
    const { id, command } = message;
    if (this.known === null) return this.#refuse(message, { name: 'no-session' });
    const { person } = this.known;
    const request = { id, command, person, lag: this.lag, address: this.address };
    const result = await runCommand(request, this.#parts);
    if (!result.ok) return this.#refuse(message, result.error);
    this.answer({ kind: 'done', id, ...result.value });
    try {
      await afterCommand(request, this.#parts);
    } catch (error) {
      this.#logFailure(error, 'do', message);
    }
  }

  /** Refuses a command by its id, a subscription by its table, and anything else by a general error. */
  #refuse(request: Request | null, error: ProtocolError): void {
    if (request === null) this.answer({ kind: 'error', error });
    else if (request.kind === 'do') this.answer({ kind: 'refused', id: request.id, error });
    else this.answer({ kind: 'not-watching', table: request.table, error });
  }
}

const requestOf = (message: ClientMessage): Request | null =>
  message.kind === 'do' || message.kind === 'watch' ? message : null;
