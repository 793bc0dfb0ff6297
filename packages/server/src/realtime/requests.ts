import type { Connection } from './connection.ts';
import type { Departure } from '@tablier/match';
import { type ClientMessage, MAX_WATCHED, type Request } from '@tablier/protocol';
import { type Feed, feedSubscription, type FormatUpdate, type Item } from '../matchmaking/feed.ts';
import { type Lobby, lobbyMessage } from '../matchmaking/lobby.ts';
import { ownTurn } from '../lib/tasks.ts';
import { type MyTables, ownTablesMessage } from '../matchmaking/my-tables.ts';
import { knownChat, Subscription } from '../tables/watching/subscribers.ts';
import { afterCommand, type CommandDeps, runCommand } from './run-command.ts';

export interface RequestDeps extends CommandDeps {
  readonly lobby: Lobby;
  readonly myTables: MyTables;
}

type ClientRequest = Exclude<ClientMessage, { kind: 'hello' | 'ping' }>;

interface Followed {
  notify(): void;
  leave(): void;
}
export class ClientRequests {
  readonly #connection: Connection;
  readonly #deps: RequestDeps;
  readonly #tables = new Map<string, Subscription>();
  #lobby: Followed | null = null;
  #own: Followed | null = null;
  /** Incremented each time the client starts or stops following, so that an outdated result is discarded. */
  #ownTurn = 0;

  constructor(connection: Connection, deps: RequestDeps) {
    this.#connection = connection;
    this.#deps = deps;
  }

  async handle(message: ClientRequest): Promise<void> {
    await ownTurn(this.#connection.address);
    // Only a command has an effect beyond its connection.
    if (!this.#connection.isOpen && message.kind !== 'do') return;
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

  /** Whether others wait for this player, so that a lost connection must be noticed soon. */
  get isAwaited(): boolean {
    for (const subscription of this.#tables.values()) if (subscription.isAwaited) return true;
    return false;
  }

  /** Sends what is new, because the connection can take data again. */
  notifyAll(): void {
    for (const subscription of this.#tables.values()) subscription.notify();
    this.#lobby?.notify();
    this.#own?.notify();
  }

  close(how: Departure): void {
    for (const subscription of this.#tables.values()) subscription.room.subscribers.remove(subscription, how);
    this.#tables.clear();
    this.#leaveLobby();
    this.#leaveOwn();
  }

  async #watch(message: ClientMessage & { readonly kind: 'watch' }): Promise<void> {
    const { table, from = -1, players, spectators, whole = false, moves = false, spectate = false } = message;
    if (this.#watchesEnough(table)) return this.#connection.refuse(message, { name: 'too-many-subscriptions' });
    const found = await this.#deps.findTable(table, this.#connection.address);
    if (!found.ok) return this.#connection.refuse(message, found.error);
    const room = found.value;
    // A client that comes from another node may know a newer version. Catching up does not block others at this table.
    if (from > room.state.seq) await room.catchUp(from);
    if (!this.#connection.isOpen) return;
    // Other subscriptions may have been added meanwhile.
    if (this.#watchesEnough(table)) return this.#connection.refuse(message, { name: 'too-many-subscriptions' });
    this.#unwatch(table);
    const shown = { isWhole: whole, playsMoves: moves, isSpectator: spectate };
    const known = { from, chat: knownChat(players, spectators), ...shown };
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
    this.#lobby ??= this.#follow(this.#deps.lobby.feed, lobbyMessage);
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
    this.#own = this.#follow(feed, ownTablesMessage);
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
    const notify = feedSubscription(feed, this.#connection, format);
    const leave = feed.listen(notify);
    notify();
    return { notify, leave };
  }

  async #do(message: ClientMessage & { readonly kind: 'do' }): Promise<void> {
    const { id, command } = message;
    const { known, lag, address } = this.#connection;
    if (known === null) return this.#connection.refuse(message, { name: 'no-session' });
    const request = { id, command, person: known.person, lag, address };
    const result = await runCommand(request, this.#deps);
    if (!result.ok) return this.#connection.refuse(message, result.error);
    const { table, version } = result.value;
    const isAnswered = command.kind === 'act' && this.#tables.get(table)?.answer(id, version) === true;
    if (!isAnswered) this.#connection.answer({ kind: 'done', id, table, version });
    try {
      await afterCommand(request, this.#deps);
    } catch (error) {
      this.#connection.logFailure(error, 'do', message);
    }
  }
}
