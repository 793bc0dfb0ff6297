import { failure, type Result, success } from '@tablier/core';
import type { Departure } from '@tablier/match';
import {
  type ClientCommand,
  type ClientMessage,
  MAX_LINE,
  MAX_WATCHED,
  ratingPaceOf,
  parseLine,
  type ProtocolError,
  type Request,
  type ServerMessage,
} from '@tablier/protocol';
import type { RatingKind } from '@tablier/store';
import type { Identity, Person } from '../accounts/people.ts';
import type { PersonalDataIndex } from '../accounts/personal-data-index.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Feed, Item } from '../matchmaking/feed.ts';
import type { Lobby } from '../matchmaking/lobby.ts';
import type { MyTables } from '../matchmaking/my-tables.ts';
import type { Seeks } from '../matchmaking/seeks.ts';
import { ratingKindOf } from '../tables/rated-match.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { knownChat, type Outlet, Subscription } from '../tables/subscribers.ts';
import { invitedTo, phaseOf, seatOf } from '../tables/table-state.ts';
import { FeedSubscription, type FormatUpdate } from './feed-subscription.ts';

export interface RequestDeps {
  readonly personalDataIndex: PersonalDataIndex;
  readonly rooms: Rooms;
  readonly lobby: Lobby;
  readonly myTables: MyTables;
  readonly seeks: Seeks;
  readonly now: () => number;
  /** Called when a command was answered, with the seconds since it arrived. */
  readonly onCommand?: (command: ClientCommand, result: 'done' | 'refused', seconds: number) => void;
  /** The person with the rating to show at a rated table. */
  readonly withRating: (person: Person, kind: RatingKind) => Promise<Person>;
  readonly commands: RateLimiter;
  readonly tables: RateLimiter;
  readonly chat: RateLimiter;
  /** Limits the tables at which one person leaves new traces. */
  readonly newTraces: RateLimiter;
}

/** The connection on which requests come and are answered. */
interface Requester extends Outlet {
  readonly known: Identity | null;
  /** Round-trip time in milliseconds. */
  readonly lag: number;
  readonly address: string;
  readonly isOpen: boolean;
  answer(message: ServerMessage): void;
  /** Refuses a command by its id, a subscription by its table, and anything else by a general error. */
  refuse(request: Request | null, error: ProtocolError): void;
  /** Logs an exception once: the request and the stack. */
  logFailure(error: unknown, kind: ClientMessage['kind'], request: Request | null): void;
}

/** A message that a client may send once it is greeted, and that the connection does not answer itself. */
type ClientRequest = Exclude<ClientMessage, { kind: 'hello' | 'ping' }>;

/** A feed that a connection follows. */
interface Followed {
  /** Called when something may be new, or when the connection can take more data. */
  notify(): void;
  leave(): void;
}
/** What one greeted client asks for: tables to watch, feeds to follow, commands to run. */
export class ClientRequests {
  readonly #connection: Requester;
  readonly #deps: RequestDeps;
  readonly #tables = new Map<string, Subscription>();
  #lobby: Followed | null = null;
  #own: Followed | null = null;
  /** Incremented each time the client starts or stops following, so that an outdated result is discarded. */
  #ownTurn = 0;

  constructor(connection: Requester, deps: RequestDeps) {
    this.#connection = connection;
    this.#deps = deps;
  }

  async handle(message: ClientRequest): Promise<void> {
    switch (message.kind) {
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

  /** Sends what is new, because the connection can take data again. */
  notifyAll(): void {
    for (const subscription of this.#tables.values()) subscription.notify();
    this.#lobby?.notify();
    this.#own?.notify();
  }

  /** Ends all subscriptions, because the connection is closed. */
  close(how: Departure): void {
    for (const subscription of this.#tables.values()) subscription.room.subscribers.remove(subscription, how);
    this.#tables.clear();
    this.#leaveLobby();
    this.#leaveOwn();
  }

  async #watch(message: ClientMessage & { readonly kind: 'watch' }): Promise<void> {
    const { table, from = -1, players, spectators } = message;
    if (this.#watchesEnough(table)) return this.#connection.refuse(message, { name: 'too-many-subscriptions' });
    const room = await this.#deps.rooms.find(table);
    if (room === null) return this.#connection.refuse(message, this.#deps.rooms.faultOf(table));
    // A client that comes from another node may know a newer version. Catching up does not block others at this table.
    if (from > room.state.seq) await room.catchUp(from);
    if (!this.#connection.isOpen) return;
    // Other subscriptions may have been added meanwhile.
    if (this.#watchesEnough(table)) return this.#connection.refuse(message, { name: 'too-many-subscriptions' });
    this.#unwatch(table);
    const known = { from, chat: knownChat(players, spectators) };
    const subscription = new Subscription(room, this.#connection, known, (error) => this.#watchFailed(message, error));
    this.#tables.set(table, subscription);
    room.subscribers.add(subscription);
    subscription.notify();
  }

  #watchesEnough(table: string): boolean {
    return this.#tables.size >= MAX_WATCHED && !this.#tables.has(table);
  }

  /** An update could not be built: the subscription ends, and the client does not retry on its own. */
  #watchFailed(request: Request & { readonly kind: 'watch' }, error: unknown): void {
    this.#connection.logFailure(error, 'watch', request);
    this.#unwatch(request.table, 'broken');
    this.#connection.refuse(request, { name: 'internal' });
  }

  #unwatch(table: string, how: Departure = 'left'): void {
    const subscription = this.#tables.get(table);
    this.#tables.delete(table);
    subscription?.room.subscribers.remove(subscription, how);
  }

  #enterLobby(): void {
    this.#lobby ??= this.#follow(this.#deps.lobby.feed, ({ changed, gone }, whole) => ({
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
    const { person } = this.#connection;
    if (this.#own !== null) return;
    if (person === null) return this.#connection.answer({ kind: 'own', whole: true, changed: [], gone: [] });
    const turn = ++this.#ownTurn;
    const feed = await this.#deps.myTables.follow(person);
    if (turn !== this.#ownTurn) return this.#deps.myTables.leave(person);
    this.#own = this.#follow(feed, ({ changed, gone }, whole) => ({
      kind: 'own',
      whole,
      changed: [...changed],
      gone: [...gone],
    }));
  }

  #leaveOwn(): void {
    this.#ownTurn++;
    const { person } = this.#connection;
    if (this.#own === null || person === null) return;
    this.#own.leave();
    this.#own = null;
    this.#deps.myTables.leave(person);
  }

  #follow<T extends Item>(feed: Feed<T>, format: FormatUpdate<T>): Followed {
    const subscription = new FeedSubscription(feed, this.#connection, format);
    const notify = (): void => subscription.notify();
    const leave = feed.listen(notify);
    notify();
    return { notify, leave };
  }

  async #do(message: ClientMessage & { readonly kind: 'do' }): Promise<void> {
    const { id, command } = message;
    const arrivedAt = performance.now();
    const { known, lag, address } = this.#connection;
    if (known === null) return this.#connection.refuse(message, { name: 'no-session' });
    const request = { id, command, person: known.person, lag, address };
    const result = await runCommand(request, this.#deps);
    if (result.ok) this.#connection.answer({ kind: 'done', id, ...result.value });
    else this.#connection.refuse(message, result.error);
    this.#deps.onCommand?.(command, result.ok ? 'done' : 'refused', (performance.now() - arrivedAt) / 1000);
    if (!result.ok) return;
    try {
      await afterCommand(request, this.#deps);
    } catch (error) {
      this.#connection.logFailure(error, 'do', message);
    }
  }
}

/** A command with what the connection knows about it. */
interface CommandRequest {
  readonly id: string;
  readonly command: ClientCommand;
  readonly person: Person;
  readonly lag: number;
  /** The network address of the connection. */
  readonly address: string;
}

type Answer = Result<{ readonly table: string; readonly version: number }, ProtocolError>;

/**
 * Runs a command; resolves when it is durable or refused. A caller that answers at once does so before anyone else is
 * notified (`Room.do`). Rejects if the database does not answer, and for bugs.
 */
async function runCommand(request: CommandRequest, deps: RequestDeps): Promise<Answer> {
  const { id, command, person, lag } = request;
  const at = deps.now();
  const retryMs = waitFor(request, deps);
  if (retryMs > 0) return failure({ name: 'too-many', retryMs });
  // The client's id of a command, made unique among all people.
  const key = `${person.id}_${id}`;
  if (command.kind === 'open') {
    const { terms } = command;
    const kind = { game: terms.game, pace: ratingPaceOf(terms.clock) };
    const host = terms.rated === true ? await deps.withRating(person, kind) : person;
    const opened = await deps.rooms.opener.open(host, key, terms, request.address);
    return opened.ok ? success({ table: opened.value, version: 0 }) : opened;
  }
  if (command.kind === 'seek') {
    const { game, pace } = command;
    const sought = await deps.seeks.seek(await deps.withRating(person, { game, pace }), key, { game, pace });
    return sought.ok ? success({ table: sought.value, version: 0 }) : sought;
  }
  const room = await deps.rooms.find(command.table);
  if (room === null) return failure(deps.rooms.faultOf(command.table));
  const seat = seatOf(room.state, person.id);
  const text = command.kind === 'say' ? parseLine(command.text, MAX_LINE) : '';
  if (text === null) return failure({ name: 'bad-text' });
  const refused = leavesTrace(room, request) ? await noteTrace(deps, person, command.table) : null;
  if (refused !== null) return failure(refused);
  const result = await (command.kind === 'say'
    ? room.say(key, seat < 0 ? 'spectators' : 'players', { at, name: person.name, seat: seat < 0 ? null : seat, text })
    : room.do(key, command, { person: await atTable(room, request, deps), at, lag }));
  return result.ok ? success({ table: command.table, version: result.value }) : result;
}

/** The person as they sit down: at a rated table, with their rating. */
async function atTable({ state }: Room, { command, person }: CommandRequest, deps: RequestDeps): Promise<Person> {
  if (command.kind !== 'sit' || state.head.terms.rated !== true) return person;
  return deps.withRating(person, ratingKindOf(state.head));
}

/** To be called after an accepted command was answered. */
async function afterCommand({ command, person }: CommandRequest, { personalDataIndex }: RequestDeps): Promise<void> {
  // Another node may have known of a chair that was unknown here when the command came.
  if (command.kind === 'stand' || command.kind === 'decline') await personalDataIndex.note(person.id, command.table);
}

/**
 * Whether this command, if accepted, leaves the person's name at a table where they do not sit, which deletion must
 * find again. A refused command leaves nothing.
 */
function leavesTrace(room: Room, { command, person }: CommandRequest): boolean {
  switch (command.kind) {
    case 'decline':
      return invitedTo(room.state, person.id) >= 0;
    case 'stand':
      return seatOf(room.state, person.id) >= 0 && phaseOf(room.state) === 'waiting';
    case 'say':
      return seatOf(room.state, person.id) < 0;
    default:
      return false;
  }
}

/** Records a trace before it is left; an error if there are too many. */
async function noteTrace(deps: RequestDeps, person: Person, table: string): Promise<ProtocolError | null> {
  if (deps.personalDataIndex.has(person.id, table)) return null;
  const retryMs = deps.newTraces.take(person.id);
  if (retryMs > 0) return { name: 'too-many', retryMs };
  const noted = await deps.personalDataIndex.note(person.id, table);
  if (noted === 'gone') return { name: 'unavailable' };
  return noted === 'full' ? { name: 'too-many', detail: 'tables' } : null;
}

function waitFor({ command, person }: CommandRequest, { commands, tables, chat }: RequestDeps): number {
  const wait = commands.take(person.id);
  if (wait > 0) return wait;
  if (command.kind === 'open' || command.kind === 'seek') return tables.take(person.id);
  return command.kind === 'say' ? chat.take(person.id) : 0;
}
