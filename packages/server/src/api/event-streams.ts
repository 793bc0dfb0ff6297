import { Readable } from 'node:stream';
import { type ChatRoom, MAX_WATCHED, type ProtocolError } from '@tablier/protocol';
import { type MyTables, ownTablesMessage } from '../matchmaking/my-tables.ts';
import { feedSubscription } from '../matchmaking/feed.ts';
import type { Log } from '../lib/log.ts';
import { MAX_BUFFERED, MAX_BUFFERS } from '../realtime/connection.ts';
import type { Room } from '../tables/room.ts';
import type { PersonPresence } from '../matchmaking/create-matchmaking.ts';
import type { Rooms } from '../tables/rooms.ts';
import { knownChat, type Outlet, Subscription } from '../tables/watching/subscribers.ts';
import { phaseOf, seatOf } from '../tables/state/table-state.ts';
import type { ServerContext } from '../lib/context.ts';
import { Held } from '../lib/rate-limits.ts';
import type { Tokens } from '../accounts/tokens.ts';

export interface EventStreamDeps {
  readonly rooms: Pick<Rooms, 'find'>;
  readonly myTables: Pick<MyTables, 'follow' | 'leave'>;
  readonly log: Log;
  /** Bytes that may wait to be sent before views are skipped. */
  readonly maxBuffered: number;
}

export interface EventStreamOptions {
  /** The person whose seats it shows, and who counts as present; `null` for a spectator. */
  readonly person: string | null;
  /** The token that opened it, and its owner, who may be a spectator; `null` for none. */
  readonly token: string | null;
  readonly owner: string | null;
  readonly address: string;
  readonly bookmark: Bookmark;
}

/** A client that could take no data for this many checks counts as gone. */
const STALLED_CHECKS = 4;
/** The client waits for this time before it resumes a stream. Milliseconds. */
const RETRY = 1000;
const NOTHING: Seen = { version: -1, chat: knownChat() };
const KIND = /^\{"kind":"([a-z-]+)"/;

/**
 * The views of one table or of all own tables, as server-sent events. The messages are those of a connection that watches with `whole`. The
 * id of an event says what its client has then, so a broken stream can be resumed without state on the server. Nothing is queued: a slow
 * client misses intermediate views.
 */
export class EventStream extends Readable {
  readonly person: string | null;
  readonly token: string | null;
  readonly owner: string | null;
  readonly #address: string;
  readonly #deps: EventStreamDeps;
  readonly #subscriptions = new Map<string, Subscription>();
  /** Own tables that ended: they are no longer watched once their last view is sent. */
  readonly #ending = new Set<string>();
  readonly #seen: Map<string, Seen>;
  #own: { readonly notify: () => void; readonly leave: () => void } | null = null;
  #stalled = 0;
  #isBlocked = false;
  #isRenewed = false;

  constructor({ person, token, owner, address, bookmark }: EventStreamOptions, deps: EventStreamDeps) {
    super();
    this.person = person;
    this.token = token;
    this.owner = owner;
    this.#address = address;
    this.#deps = deps;
    this.#seen = new Map(bookmark);
    this.push(`retry: ${RETRY}\n\n`);
    this.once('close', () => {
      if (!this.#isRenewed) this.#leave();
    });
  }

  watch(room: Room): void {
    if (this.destroyed || this.#subscriptions.has(room.id) || this.#subscriptions.size >= MAX_WATCHED) return;
    const { version, chat } = this.#seen.get(room.id) ?? NOTHING;
    const subscription = new Subscription(room, this.#outletOf(room), { from: version, chat, isWhole: true }, (error) =>
      this.#failed(error),
    );
    this.#subscriptions.set(room.id, subscription);
    room.subscribers.add(subscription);
    subscription.notify();
  }

  /** All tables of a person, and those of the bookmark that have ended. If that fails, the stream ends. */
  watchOwn(person: string): Promise<void> {
    return this.#watchOwn(person).catch((error: unknown) => {
      this.destroy();
      throw error;
    });
  }

  async #watchOwn(person: string): Promise<void> {
    const { myTables } = this.#deps;
    const feed = await myTables.follow(person);
    if (this.destroyed) return myTables.leave(person);
    const send = feedSubscription(feed, this.#outlet(), (update) => {
      // From now on the client knows of these tables: a stream that resumes here shows how each ended.
      for (const { id, you } of update.changed) if (you !== null && !this.#seen.has(id)) this.#seen.set(id, NOTHING);
      for (const id of update.gone) if (!this.#subscriptions.has(id)) this.#seen.delete(id);
      return ownTablesMessage(update);
    });
    const notify = (): void => {
      send();
      const seated = feed.updateSince(-1).changed.filter(({ you }) => you !== null);
      this.#watchOnly(new Set(seated.map(({ id }) => id)));
    };
    const stop = feed.listen(notify);
    const leave = (): void => {
      stop();
      myTables.leave(person);
    };
    this.#own = { notify, leave };
    await this.#watchEnded(person, new Set(feed.ids()));
    notify();
  }

  check(): void {
    this.#stalled = this.readableLength > this.#deps.maxBuffered ? this.#stalled + 1 : 0;
    if (this.#stalled >= STALLED_CHECKS) this.destroy();
    else if (!this.readableEnded && !this.#isRenewed) this.push(': alive\n\n');
  }

  /** Ends the stream, so that its client resumes it. Its person stays present for `lingerMs`, unnoticed by others. */
  renew(lingerMs: number): void {
    if (this.destroyed || this.readableEnded || this.#isRenewed) return;
    this.#isRenewed = true;
    setTimeout(() => this.#leave(), lingerMs).unref();
    this.push(null);
  }

  /** Ends the stream; with an error the client must not resume it. */
  end(error: ProtocolError | null): void {
    if (this.destroyed || this.readableEnded || this.#isRenewed) return this.#leave();
    if (error !== null) this.push(`event: error\ndata: ${JSON.stringify({ kind: 'error', error })}\n\n`);
    this.#leave();
    this.push(null);
  }

  override _read(): void {
    if (!this.#isBlocked) return;
    this.#isBlocked = false;
    setImmediate(() => this.#notifyAll());
  }

  #notifyAll(): void {
    for (const subscription of this.#subscriptions.values()) subscription.notify();
    for (const table of this.#ending) this.#finish(table);
    this.#own?.notify();
  }

  #canSend(): boolean {
    this.#isBlocked = this.readableLength > this.#deps.maxBuffered;
    return !this.#isBlocked && !this.destroyed;
  }

  #outlet(): Outlet {
    return {
      person: this.person,
      address: this.#address,
      canSend: () => this.#canSend(),
      send: (text) => this.#send(text),
    };
  }

  #outletOf(room: Room): Outlet {
    return { ...this.#outlet(), send: (text) => this.#sendOf(room, text) };
  }

  #sendOf({ id, shown }: Room, text: string): void {
    const seen = this.#seen.get(id) ?? NOTHING;
    if (text.startsWith('{"kind":"table"')) this.#seen.set(id, { ...seen, version: shown.seq });
    if (this.#ending.has(id)) setImmediate(() => this.#finish(id));
    if (text.startsWith('{"kind":"said"')) {
      const { room, lines } = JSON.parse(text) as { room: 'players' | 'spectators'; lines: readonly { n: number }[] };
      this.#seen.set(id, { ...seen, chat: { ...seen.chat, [room]: lines.at(-1)?.n ?? seen.chat[room] } });
    }
    this.#send(text);
  }

  #send(text: string): void {
    if (this.destroyed || this.readableEnded || this.#isRenewed) return;
    if (this.readableLength > MAX_BUFFERS * this.#deps.maxBuffered) this.destroy();
    this.push(`id: ${formatBookmark(this.#seen)}\nevent: ${KIND.exec(text)?.[1] ?? 'message'}\ndata: ${text}\n\n`);
  }

  /** Watches the tables that run or wait; the others end once their last view is sent. */
  #watchOnly(tables: ReadonlySet<string>): void {
    for (const table of tables) {
      if (!this.#subscriptions.has(table)) this.#watchLater(table);
    }
    for (const table of this.#subscriptions.keys()) if (!tables.has(table)) this.#finish(table);
  }

  #watchLater(table: string): void {
    const watched = this.#deps.rooms.find(table).then((room) => room && this.watch(room));
    watched.catch((error: unknown) => this.#failed(error));
  }

  async #watchEnded(person: string, standing: ReadonlySet<string>): Promise<void> {
    for (const table of [...this.#seen.keys()]) {
      if (standing.has(table)) continue;
      const room = await this.#deps.rooms.find(table);
      if (room !== null && seatOf(room.shown, person) >= 0) this.watch(room);
      else this.#seen.delete(table);
    }
  }

  #finish(table: string): void {
    const subscription = this.#subscriptions.get(table);
    this.#ending.add(table);
    subscription?.notify();
    if (subscription !== undefined && !(this.#canSend() && this.#isLast(subscription))) return;
    this.#ending.delete(table);
    this.#subscriptions.delete(table);
    this.#seen.delete(table);
    subscription?.room.subscribers.remove(subscription, 'left');
  }

  /** Whether the person gets no more views of a table. The shown state may lag behind the list of own tables. */
  #isLast({ room: { shown } }: Subscription): boolean {
    const phase = phaseOf(shown);
    return phase === 'over' || phase === 'closed' || seatOf(shown, this.person) < 0;
  }

  /** An update could not be built. The client may resume the stream. */
  #failed(error: unknown): void {
    this.#deps.log.error({ err: error }, 'event stream failed');
    this.destroy();
  }

  #leave(): void {
    for (const subscription of this.#subscriptions.values())
      subscription.room.subscribers.remove(subscription, 'broken');
    this.#subscriptions.clear();
    this.#own?.leave();
    this.#own = null;
  }
}

/** What a client has of a table: the version of its view, -1 for none, and the last lines of its chats. */
export interface Seen {
  readonly version: number;
  readonly chat: Readonly<Record<ChatRoom, number>>;
}

export type Bookmark = ReadonlyMap<string, Seen>;

const ENTRY = /^([\w-]{16,40}):(-1|\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;
/** The most tables of a bookmark: those that a stream watches, and as many that have ended in the meantime. */
const MOST = 64;

/** The id of an event: everything that its client has after it, so the server stores nothing. Tables without a view are left out first. */
export const formatBookmark = (bookmark: Bookmark): string =>
  [...bookmark]
    .toSorted(([, one], [, other]) => other.version - one.version)
    .slice(0, MOST)
    .map(([table, { version, chat }]) => `${table}:${version}.${chat.players}.${chat.spectators}`)
    .join(',');

/** Parses the `Last-Event-ID` of a client; `null` for anything that `formatBookmark` does not write. */
export function parseBookmark(text: string): Bookmark | null {
  if (text === '') return new Map();
  const entries = text.split(',');
  if (entries.length > MOST) return null;
  const bookmark = new Map<string, Seen>();
  for (const entry of entries) {
    const [, table, ...numbers] = ENTRY.exec(entry) ?? [];
    const [version = 0, players = 0, spectators = 0] = numbers.map(Number);
    if (table === undefined) return null;
    bookmark.set(table, { version, chat: { players, spectators } });
  }
  return bookmark;
}

interface EventStreamsDeps extends Omit<EventStreamDeps, 'log' | 'maxBuffered'> {
  readonly tokens: Pick<Tokens, 'isValid'>;
  readonly presence: Pick<PersonPresence, 'came' | 'went'>;
}

/** How often a stream gets a keep-alive line. Milliseconds. */
const PULSE = 15_000;

export class EventStreams {
  readonly #context: ServerContext;
  readonly #deps: EventStreamsDeps;
  readonly #streams = new Set<EventStream>();
  readonly #held: Held;
  readonly #ofPerson: Held;
  /** When each token with a stream last made a request. Milliseconds. */
  readonly #heardAt = new Map<string, number>();
  readonly #pulse: NodeJS.Timeout;

  constructor(context: ServerContext, deps: EventStreamsDeps) {
    this.#context = context;
    this.#deps = deps;
    this.#held = new Held(context.held.eventStreams);
    this.#ofPerson = new Held(context.held.socketsPerPerson);
    const pulse = Math.min(PULSE, context.held.streamSilenceMs / 4);
    this.#pulse = setInterval(() => this.#check(), pulse).unref();
    context.metrics.gauge('tablier_event_streams_open', 'Open event streams.', () => this.#streams.size);
  }

  open(options: EventStreamOptions): EventStream | null {
    const { held, onRefused, log } = this.#context;
    const release = this.#taken(options);
    if (release === null) {
      onRefused('eventStreams');
      return null;
    }
    const stream = new EventStream(options, { ...this.#deps, log, maxBuffered: MAX_BUFFERED });
    const deadline = setTimeout(() => stream.renew(held.streamLingerMs), held.eventStreamMs).unref();
    this.#streams.add(stream);
    if (options.person !== null) this.#deps.presence.came(options.person);
    if (stream.token !== null) this.#heardAt.set(stream.token, performance.now());
    stream.once('close', () => {
      clearTimeout(deadline);
      this.#streams.delete(stream);
      if (options.person !== null) this.#deps.presence.went(options.person);
      release();
    });
    // The close event that follows is enough.
    stream.on('error', () => undefined);
    return stream;
  }

  heard(token: string): void {
    if (this.#heardAt.has(token)) this.#heardAt.set(token, performance.now());
  }

  #taken({ token, person, address }: EventStreamOptions): (() => void) | null {
    const release = this.#held.take(token ?? address);
    const releasePerson = release === null || person === null ? () => undefined : this.#ofPerson.take(person);
    if (release === null || releasePerson === null) {
      release?.();
      return null;
    }
    return () => {
      release();
      releasePerson();
    };
  }

  async personChanged(person: string): Promise<void> {
    for (const stream of [...this.#streams].filter(({ owner }) => owner === person)) {
      if (stream.token !== null && !(await this.#deps.tokens.isValid(stream.token)))
        stream.end({ name: 'session-ended' });
    }
  }

  endBanned(person: string): void {
    for (const stream of this.#streams) if (stream.owner === person) stream.end({ name: 'banned' });
  }

  close(): void {
    clearInterval(this.#pulse);
    for (const stream of this.#streams) stream.end(null);
  }

  #check(): void {
    const { streamSilenceMs, streamLingerMs } = this.#context.held;
    const silentSince = performance.now() - streamSilenceMs;
    for (const stream of this.#streams) {
      stream.check();
      // No one acknowledges the lines to a client that has disappeared, which is noticed only after minutes. So it must show itself.
      const { person, token } = stream;
      const isSilent = person !== null && token !== null && (this.#heardAt.get(token) ?? 0) <= silentSince;
      if (isSilent) stream.renew(streamLingerMs);
    }
    const used = new Set([...this.#streams].map(({ token }) => token));
    for (const token of this.#heardAt.keys()) if (!used.has(token)) this.#heardAt.delete(token);
  }
}
