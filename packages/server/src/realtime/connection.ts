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
import type { Known } from '../accounts/people.ts';
import type { Traces } from '../accounts/traces.ts';
import type { Rooms } from '../tables/rooms.ts';
import { isUnavailable } from '../lib/unavailable.ts';
import { runCommand } from './commands.ts';
import type { Item, Feed } from '../matchmaking/feed.ts';
import { FeedSubscription, type FormatUpdate } from './feed-subscription.ts';
import type { Outgoing } from './outgoing.ts';
import { knownChat, type Outlet, Subscription } from './table-subscription.ts';

export interface ConnectionParts {
  readonly traces: Traces;
  readonly rooms: Rooms;
  readonly lobby: Lobby;
  readonly myTables: MyTables;
  readonly seeks: Seeks;
  readonly log: Log;
  readonly now: () => number;
  /** Messages on this line. */
  readonly messages: Rate;
  readonly commands: RateLimiter;
  readonly tables: RateLimiter;
  readonly chat: RateLimiter;
  readonly newTraces: RateLimiter;
  /** Bytes that may wait to be sent before views are left out. */
  readonly maxBuffered: number;
  readonly outgoing: Outgoing;
}

/** A line as it came in. */
export interface Opened {
  readonly ws: WebSocket;
  /** What it runs over. */
  readonly socket: Duplex;
  readonly known: Known | null;
  /** The network address of the client. */
  readonly address: string;
}

/** A line on which so many messages could not be read, or came too fast, is ended. */
const MOST_FAULTS = 30;
/** How often a line is looked after. Milliseconds. */
export const PULSE = 2500;
/**
 * A line from which nothing came between so many looks is dead: after 7.5 to 10 seconds. Looks are counted and no time is measured, as
 * each of them reads first what has come: a server that was kept from working takes nobody's silence for granted.
 */
const DEAD_SILENCES = 3;
/** Of a line that talks a sign of life is asked at every so many looks. */
const MEASURED_EVERY = 4;
/** Nothing but views waits longer on a line; who reads none of his answers either is let go. */
const HOPELESS = 8;

/** A feed that is told of on this line. */
interface Followed {
  /** Something may be new, or there is room on the line again. */
  notify(): void;
  leave(): void;
}
/** What a browser says that goes on purpose: a line closed in order, the page left, no word of why. */
const GOODBYES: readonly number[] = [1000, 1001, 1005];

/** One line, from its greeting to its end. */
export class Connection implements Outlet {
  /** How long there and back takes, in milliseconds: a mean in which the last measurement counts for a tenth. */
  lag = 0;
  readonly address: string;
  #known: Known | null;
  readonly #ws: WebSocket;
  readonly #socket: Duplex;
  readonly #messages: Bucket;
  readonly #parts: ConnectionParts;
  readonly #tables = new Map<string, Subscription>();
  #lobby: Followed | null = null;
  #own: Followed | null = null;
  /** Rises with every beginning and end of following, so that what was awaited meanwhile is not taken for the present one. */
  #ownTurn = 0;
  #isGreeted = false;
  /** Whether anything came since the line was last looked after. */
  #isHeard = true;
  /** How often it was looked after, and how often in a row nothing had come. */
  #looks = 0;
  #silences = 0;
  #faults = 0;
  #pingedAt: number | null = null;
  #isRoomAwaited = false;

  constructor({ ws, socket, known, address }: Opened, parts: ConnectionParts) {
    this.#ws = ws;
    this.#socket = socket;
    this.#messages = new Bucket(parts.messages, parts.now);
    this.#known = known;
    this.address = address;
    this.#parts = parts;
    // `nodebuffer` is how `ws` hands over a message, unless it is told otherwise.
    ws.on('message', (data: Buffer, isBinary) => this.#received(isBinary ? null : data.toString()));
    ws.on('pong', () => this.#measured());
  }

  get known(): Known | null {
    return this.#known;
  }

  get person(): string | null {
    return this.known?.person.id ?? null;
  }

  get isGreeted(): boolean {
    return this.#isGreeted;
  }

  hasRoom(): boolean {
    if (this.#socket.writableLength <= this.#parts.maxBuffered) return true;
    this.#awaitRoom();
    return false;
  }

  send(text: string): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    if (this.#socket.writableLength > HOPELESS * this.#parts.maxBuffered)
      return this.end(CLOSE_CODES.tooSlow, 'too-slow');
    this.#parts.outgoing.send(this.#socket, text);
  }

  answer(message: ServerMessage): void {
    this.send(formatServerMessage(message));
  }

  /**
   * To be called every `PULSE`. Ends a line that is dead; a sign of life is asked for where none came by itself, and now and then of
   * every line, to measure how long that takes.
   */
  look(): void {
    this.#silences = this.#isHeard ? 0 : this.#silences + 1;
    this.#isHeard = false;
    if (this.#silences >= DEAD_SILENCES) return this.cut();
    if (this.#silences > 0 || this.#looks % MEASURED_EVERY === 0) this.#ping();
    this.#looks++;
  }

  #ping(): void {
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#pingedAt ??= performance.now();
    this.#ws.ping();
  }

  /** Ends the line in good manners. */
  end(code: number, reason: string): void {
    this.#ws.close(code, reason);
  }

  /** Ends the line without waiting for the other side. */
  cut(): void {
    this.#ws.terminate();
  }

  /** Whoever is at the other end goes by this name from now on. */
  renamed(name: string, guest: boolean): void {
    if (this.#known !== null) this.#known = { ...this.#known, person: { ...this.#known.person, name, guest } };
  }

  /** The line is gone; `code` is that of the WebSocket's close event. */
  closed(code: number): void {
    const how = GOODBYES.includes(code) ? 'left' : 'broken';
    for (const subscription of this.#tables.values()) subscription.room.subscribers.remove(subscription, how);
    this.#tables.clear();
    this.#leaveLobby();
    this.#leaveOwn();
  }

  #measured(): void {
    this.#isHeard = true;
    if (this.#pingedAt === null) return;
    const took = performance.now() - this.#pingedAt;
    this.#pingedAt = null;
    this.lag = this.lag === 0 ? took : this.lag * 0.9 + took * 0.1;
  }

  /**
   * Sends what was left out once what waits now is written. The event `drain` would not do: a stream emits it only after its buffer
   * reached the high-water mark of Node, which may be more than `maxBuffered`.
   */
  #awaitRoom(): void {
    if (this.#isRoomAwaited || this.#ws.readyState !== this.#ws.OPEN) return;
    this.#isRoomAwaited = true;
    this.#socket.write('', (error) => {
      this.#isRoomAwaited = false;
      if (!error) this.#notifyAll();
    });
  }

  #notifyAll(): void {
    for (const subscription of this.#tables.values()) subscription.notify();
    this.#lobby?.notify();
    this.#own?.notify();
  }

  #received(text: string | null): void {
    // What still comes on a line that was ended has no effect: nobody could be told of it.
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    this.#isHeard = true;
    const retryMs = this.#messages.take();
    if (retryMs > 0) return this.#fault({ name: 'too-many', retryMs }, text === null ? null : parseRequest(text));
    if (text === null) return this.#fault({ name: 'bad-message', detail: 'binary' }, null);
    const parsed = parseClientMessage(text);
    if (!parsed.ok) return this.#fault(parsed.error, parseRequest(text));
    const request = requestOf(parsed.value);
    this.#take(parsed.value).catch((error: unknown) => {
      this.#logFailure(error, parsed.value.kind, request);
      this.#refuse(request, { name: isUnavailable(error) ? 'unavailable' : 'internal' });
    });
  }

  /** The one line of the log about an exception: what was asked for, and the stack. */
  #logFailure(error: unknown, kind: ClientMessage['kind'], request: Request | null): void {
    const about = request === null ? {} : request.kind === 'do' ? { command: request.id } : { table: request.table };
    const text = isUnavailable(error) ? 'message not handled: unavailable' : 'message handler failed';
    this.#parts.log.error({ err: error, kind, ...about }, text);
  }

  /** Says what was wrong with a message; after too many of them the connection is ended. */
  #fault(error: ProtocolError, request: Request | null): void {
    this.#refuse(request, error);
    if (!this.#isGreeted) return this.end(CLOSE_CODES.badHello, error.name);
    if (++this.#faults < MOST_FAULTS) return;
    const tooFast = error.name === 'too-many';
    this.end(tooFast ? CLOSE_CODES.tooMany : CLOSE_CODES.tooManyErrors, tooFast ? 'too-many' : 'too-many-errors');
  }

  async #take(message: ClientMessage): Promise<void> {
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
    // Who comes from another node may know more than this one has been told. Nobody else waits for what is under way at the table.
    if (from > room.state.seq) await room.catchUp(from);
    if (this.#ws.readyState !== this.#ws.OPEN) return;
    // Others may have been found in the meantime.
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

  /** What is new at a table could not be shown: the subscription ends, and the client does not ask again by itself. */
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

  /** Nobody known has no tables: he is told so. */
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
    let isAnswered = false;
    try {
      await runCommand({ id, command, person, lag: this.lag, address: this.address }, this.#parts, (result) => {
        isAnswered = true;
        if (result.ok) this.answer({ kind: 'done', id, ...result.value });
        else this.#refuse(message, result.error);
      });
    } catch (error) {
      if (!isAnswered) throw error;
      this.#logFailure(error, 'do', message);
    }
  }

  /** Refuses a command by its id, a subscription by its table, anything else by a general error. */
  #refuse(request: Request | null, error: ProtocolError): void {
    if (request === null) this.answer({ kind: 'error', error });
    else if (request.kind === 'do') this.answer({ kind: 'refused', id: request.id, error });
    else this.answer({ kind: 'not-watching', table: request.table, error });
  }
}

const requestOf = (message: ClientMessage): Request | null =>
  message.kind === 'do' || message.kind === 'watch' ? message : null;
