import { failure, type Result, success } from '@tablier/core';
import { DEFAULT_ABSENCE_POLICY, type AbsencePolicy, recordOf } from '@tablier/match';
import type { Invite, ProtocolError, TableTerms } from '@tablier/protocol';
import { STREAM_STATUSES, type StreamStatus, type StandingStream, type Store } from '@tablier/store';
import type { BotPool } from '../bots/bot-pool.ts';
import { type Chance, idFrom, isTableId, sha256 } from '../lib/chance.ts';
import type { Log } from '../lib/log.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { Person } from '../accounts/people.ts';
import { Coalescer } from '../lib/coalesce.ts';
import { Signal } from '../lib/signal.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import { Agenda } from './agenda.ts';
import { Chat, chatOf } from './chat.ts';
import { EARLIEST_EXPIRY, expiryByHead } from './expiry.ts';
import { DEFAULT_HOLDING_LIMITS, type HoldingLimits, Holdings } from './holdings.ts';
import { Room, type RoomParts } from './room.ts';
import { type CommandId, commandHash, isSameCommand } from './command-hash.ts';
import { TableFault } from '../lib/table-fault.ts';
import { tableHeadOf, TableLog } from './table-log.ts';
import { DELETED, isInLobby, seatOf, type TableHead, type TableState } from './table-state.ts';
import { rematchId } from './table-view.ts';
import { checkTerms, type Guests } from './table-terms.ts';

export interface RoomsParts {
  readonly store: Store;
  readonly chance: Chance;
  readonly bots: BotPool;
  readonly node: ServerNode;
  readonly log: Log;
  readonly now: () => number;
  readonly presencePace: number;
  /** How long the server waits for an absent player. Default: `DEFAULT_ABSENCE_POLICY`. */
  readonly absencePolicy?: AbsencePolicy;
  /** How many tables one person and one address may hold. Default: `DEFAULT_HOLDING_LIMITS`. */
  readonly holdings?: Partial<HoldingLimits>;
}

/** How often idle rooms are unloaded. Milliseconds. */
const SWEEP = 30_000;
/** How often expired tables are looked for. Milliseconds. */
const EXPIRY_PACE = 3_600_000;
/** Heads of tables per query. */
const PAGE = 200;
/** Untimed open tables that are loaded at the start so that the lobby can show them. */
const MOST_SHOWN = 40;
/** Faults of tables that are remembered, so that their logs are not read again each time. */
const MOST_FAULTS = 1000;
/** The time after which a faulty table is read again. Milliseconds. */
const FAULT_EXPIRY = 60_000;
const MOST_IRRELEVANT = 10_000;
/** The suggested wait before a table with bots can be opened while the bot queue is full. Milliseconds. */
const BOTS_RETRY = 10_000;

/** Statuses of tables that are listed for a person. Closed tables and waiting seeks are not. */
const STANDING: readonly StreamStatus[] = ['open', 'running', 'over'];

interface Entry {
  readonly loading: Promise<Room | null>;
  /** Set once it is loaded. */
  room: Room | null;
  /** When it was last requested. A client that asked may not have subscribed yet. */
  askedAt: number;
}

/** All tables in memory on this node. A table is loaded when it is first needed. */
export class Rooms {
  /** Emits a table after each of its changes is durable and the sender has been answered. */
  readonly changed = new Signal<Room>();
  /** Emits the id of a table when it leaves memory. */
  readonly unloaded = new Signal<string>();
  readonly #parts: RoomsParts;
  readonly #tableLog: TableLog;
  readonly #roomParts: RoomParts;
  readonly #rooms = new Map<string, Entry>();
  readonly #attending = new Coalescer(() => this.#attend());
  /** Logs whose notices need no action here. */
  readonly #irrelevant = new Set<string>();
  /** Unreadable tables, and when that was found. */
  readonly #faults = new Map<string, { readonly fault: TableFault; readonly at: number }>();
  readonly #holdings: Holdings;
  /** Unloaded tables at which something is due later. */
  readonly #agenda = new Agenda();
  readonly #sweep: NodeJS.Timeout;
  #expiredAt: number;
  #isClosed = false;

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    this.#tableLog = new TableLog(parts.store, parts.now);
    this.#roomParts = {
      ...parts,
      onChange: (room) => this.changed.emit(room),
      absencePolicy: parts.absencePolicy ?? DEFAULT_ABSENCE_POLICY,
      tableLog: this.#tableLog,
      keep: (state) => this.#keep(state),
      openRematch: (state) => this.#openRematch(state),
      onFault: (room, fault) => this.#dropFaulty(room, fault),
    };
    this.#holdings = new Holdings(parts.store, { ...DEFAULT_HOLDING_LIMITS, ...parts.holdings }, parts.now);
    this.#expiredAt = parts.now();
    this.#sweep = setInterval(() => this.#maintain(), SWEEP).unref();
  }

  /** Tables in memory. */
  get count(): number {
    return this.#rooms.size;
  }

  /** The room of a table; `null` if there is none, or if it cannot be read (`faultOf`). */
  find(id: string): Promise<Room | null> {
    const known = this.#rooms.get(id);
    const askedAt = this.#parts.now();
    if (this.#isFaulty(id)) return Promise.resolve(null);
    if (known !== undefined) {
      known.askedAt = askedAt;
      return known.loading;
    }
    const entry: Entry = { loading: this.#load(id), room: null, askedAt };
    this.#rooms.set(id, entry);
    void this.#whenLoaded(id, entry);
    return entry.loading;
  }

  /** Why a table has no room: it does not exist, or its log cannot be read. */
  faultOf(id: string): ProtocolError {
    return this.knownFault(id) ?? { name: 'unknown-table' };
  }

  /** Why a table cannot be read; `null` if it was not tried or can be read. */
  knownFault(id: string): TableFault['fault'] | null {
    return this.#faults.get(id)?.fault.fault ?? null;
  }

  #isFaulty(id: string): boolean {
    const known = this.#faults.get(id);
    return known !== undefined && this.#parts.now() - known.at < FAULT_EXPIRY;
  }

  /**
   * Remembers that a table cannot be read, and logs it once. The log contains a hash of the id, because the id may be a
   * secret.
   */
  #rememberFault(id: string, fault: TableFault): void {
    if (!this.#faults.has(id)) {
      const { stack, cause } = fault;
      const reason = cause instanceof Error ? cause.stack : stack;
      this.#parts.log.error(
        { tableHash: sha256(id).slice(0, 16), fault: fault.fault.name, detail: fault.fault.detail, stack: reason },
        'table unreadable: not shown; other tables are not affected',
      );
    }
    this.#faults.delete(id);
    this.#faults.set(id, { fault, at: this.#parts.now() });
    for (const oldest of this.#faults.keys()) {
      if (this.#faults.size <= MOST_FAULTS) break;
      this.#faults.delete(oldest);
    }
  }

  /** A room reports that its log can no longer be read. */
  #dropFaulty(room: Room, fault: TableFault): void {
    this.#rememberFault(room.id, fault);
    this.#rooms.delete(room.id);
    room.close().catch((error: unknown) => this.#failed(error));
  }

  /** A table that does not exist or could not be read is tried again next time. */
  async #whenLoaded(id: string, entry: Entry): Promise<void> {
    entry.room = await entry.loading.catch(() => null);
    if (entry.room === null) this.#rooms.delete(id);
  }

  /** The room of a table if it is in memory. */
  async loaded(id: string): Promise<Room | null> {
    return (await this.#rooms.get(id)?.loading) ?? null;
  }

  /** The listed status of a table, without reading its log; `null` if there is none. */
  async statusOf(id: string): Promise<StreamStatus | null> {
    const [listed] = await this.#parts.store.standing({ statuses: STREAM_STATUSES, ids: [id], limit: 1 });
    return listed?.status ?? null;
  }

  /** The state of a table, in memory or not; `null` if there is none. */
  async stateOf(id: string): Promise<TableState | null> {
    const room = await this.loaded(id);
    if (room !== null) return room.state;
    if (this.#isFaulty(id)) return null;
    return (await this.#readable(id, () => this.#tableLog.load(id)))?.state ?? null;
  }

  /** The result of `read`; `null`, with the fault remembered, if the table cannot be read. */
  async #readable<T>(id: string, read: () => Promise<T | null>): Promise<T | null> {
    try {
      const table = await read();
      this.#faults.delete(id);
      return table;
    } catch (error) {
      if (!(error instanceof TableFault)) throw error;
      this.#rememberFault(id, error);
      return null;
    }
  }

  /** The tables at which a person sits or is invited, most recently changed first, at most `limit`. */
  async tablesOf(person: string, limit: number): Promise<readonly TableState[]> {
    const tables: TableState[] = [];
    for (const { id } of await this.#parts.store.streamsOf(person, limit, STANDING)) {
      const state = await this.stateOf(id);
      if (state !== null) tables.push(state);
    }
    return tables;
  }

  /**
   * Opens a table. The same terms under the same `key` return the same table. `address`: the network address of the
   * client, if known.
   */
  async open(
    person: Person,
    key: string,
    terms: TableTerms,
    address: string | null = null,
  ): Promise<Result<string, ProtocolError>> {
    const head = checkTerms(terms, person, await this.#guestsOf(person, terms));
    if (!head.ok) return head;
    const command = { key, hash: commandHash({ kind: 'open', terms }) };
    const id = idFrom(`table ${key}`);
    if ((await this.#parts.store.head(id)) !== undefined) return this.#openedBefore(id, command);
    const withBots = head.value.chairs.some(({ kind }) => kind === 'bot');
    if (withBots && this.#parts.bots.isFull) return failure({ name: 'too-many', retryMs: BOTS_RETRY });
    const opener = { person: person.id, address };
    return this.#holdings.opened(opener, { id, head: head.value }, async () => {
      const created = await this.#tableLog.create(id, { ...head.value, commandHash: command.hash });
      if (!created.ok) return failure({ name: created.error });
      return created.value === 'created' ? success(id) : this.#openedBefore(id, command);
    });
  }

  async #openedBefore(id: string, command: CommandId): Promise<Result<string, ProtocolError>> {
    const opened = { hash: await this.#tableLog.openedBy(id) };
    return isSameCommand(opened, command) ? success(id) : failure({ name: 'id-used' });
  }

  /** Creates a table under an id. An existing one is left as it is. */
  async create(id: string, head: TableHead): Promise<Result<string, ProtocolError>> {
    const created = await this.#tableLog.create(id, head);
    return created.ok ? success(id) : failure({ name: created.error });
  }

  /** Whether a table is in memory. */
  has(id: string): boolean {
    return this.#rooms.has(id);
  }

  /** The people that the invitations of these terms mean: only people that `person` has played with. */
  async #guestsOf(person: Person, { chairs }: TableTerms): Promise<Guests> {
    const guests = new Map<string, Person>();
    const name = ({ table, seat }: Invite): string => `${table} ${seat}`;
    for (const chair of chairs) {
      if (typeof chair === 'string' || !('invite' in chair)) continue;
      const { invite } = chair;
      const played = await this.stateOf(invite.table);
      if (played === null || played.match === null || seatOf(played, person.id) < 0) continue;
      const met = played.chairs[invite.seat];
      if (met?.kind === 'person' && met.person !== DELETED)
        guests.set(name(invite), { id: met.person, name: met.name });
    }
    return (invite) => guests.get(name(invite)) ?? null;
  }

  /** Prepares the tables for clients. Running matches are loaded by `attend`, or when a client asks for them. */
  resume(): Promise<void> {
    return this.#tableLog.relist();
  }

  /**
   * To be called when clients are let in: loads matches with running clocks, and ends tables that expired meanwhile.
   */
  async opened(): Promise<void> {
    await this.attend();
    await this.#expire();
  }

  /**
   * Runs scheduled actions on all owned tables: at the start, when ownership changes and after an outage. Clients are
   * served meanwhile.
   */
  attend(): Promise<void> {
    return this.#attending.run();
  }

  async #attend(): Promise<void> {
    await Promise.all([...this.#rooms.values()].map(async ({ loading }) => (await loading)?.advance()));
    let shown = 0;
    for await (const { id, head: stored } of this.#standing(['running'], this.#parts.now() + EXPIRY_PACE)) {
      if (!this.#parts.node.owns(id) || this.#rooms.has(id)) continue;
      const head = tableHeadOf(stored);
      if (head === null) continue;
      const isTimed = head.terms.clock.system !== 'none';
      const isShown = !isTimed && head.terms.visibility !== 'link' && shown < MOST_SHOWN;
      if (isShown) shown++;
      if (isTimed || isShown) await this.find(id);
    }
  }

  /**
   * The tables with these statuses that last changed before a time, most recent first, because their clocks are likely
   * to run out soonest.
   */
  async *#standing(statuses: readonly StreamStatus[], touchedBefore: number): AsyncGenerator<StandingStream> {
    let before = { touchedAt: touchedBefore, id: '' };
    for (;;) {
      const page = await this.#parts.store.standing({ statuses, before, limit: PAGE });
      for (const table of page) {
        if (this.#isClosed) return;
        yield table;
        before = table;
      }
      if (page.length < PAGE) return;
    }
  }

  /** Ends expired tables. */
  async #expire(): Promise<void> {
    const now = this.#parts.now();
    for await (const { id, status, head: stored, touchedAt } of this.#standing(
      ['open', 'running'],
      now - EARLIEST_EXPIRY,
    )) {
      if (!this.#parts.node.owns(id) || this.#agenda.has(id)) continue;
      const head = tableHeadOf(stored);
      if (head !== null && now - touchedAt >= expiryByHead(status, head)) await (await this.find(id))?.expire();
    }
  }

  /** Whether the log of a table is known here, or being written from here, up to `seq`. */
  haveReached(log: string, seq: number): boolean {
    return this.#rooms.get(log)?.room?.hasReached(seq) ?? false;
  }

  /** The log of a table or of its chat has reached `seq`, written by any node. */
  async onNotice(log: string, seq: number): Promise<void> {
    const chat = chatOf(log);
    if (chat !== null) return (await this.loaded(chat.table))?.chatReached(chat.room, seq);
    if (!this.#rooms.has(log)) return this.#onRemoteActivity(log);
    const room = await this.loaded(log);
    if (room !== null && room.state.seq < seq) await room.catchUp(seq);
  }

  /** Presence at a table changed on other nodes. `left`: chairs or seats whose players left on purpose. */
  async peopleChanged(id: string, left: readonly number[]): Promise<void> {
    if (!this.#rooms.has(id)) return this.#onRemoteActivity(id);
    (await this.loaded(id))?.subscribers.peopleChangedElsewhere(left);
  }

  /** A table in use on another node may belong to this node. */
  async #onRemoteActivity(id: string): Promise<void> {
    if (!isTableId(id) || !this.#parts.node.owns(id) || this.#irrelevant.has(id)) return;
    const room = await this.find(id);
    if (room?.mayNeedOwner) return;
    this.#irrelevant.add(id);
    for (const oldest of this.#irrelevant) {
      if (this.#irrelevant.size <= MOST_IRRELEVANT) break;
      this.#irrelevant.delete(oldest);
    }
  }

  /** Stops every timer; resolves when work in progress is done. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearInterval(this.#sweep);
    const rooms = await Promise.all([...this.#rooms.values()].map(({ loading }) => loading.catch(() => null)));
    for (const room of rooms) await room?.close();
  }

  #load(id: string): Promise<Room | null> {
    return this.#readable(id, () => this.#loadRoom(id));
  }

  async #loadRoom(id: string): Promise<Room | null> {
    const loaded = await this.#tableLog.load(id);
    if (loaded === null) return null;
    this.#agenda.drop(id);
    const { store } = this.#parts;
    const chats = { players: new Chat(store, id, 'players'), spectators: new Chat(store, id, 'spectators') };
    await Promise.all([chats.players.load(), chats.spectators.load()]);
    const room = new Room(loaded, chats, this.#roomParts);
    await room.advance();
    return room;
  }

  /** With several nodes, tables that failed to load when ownership changed are loaded now. */
  #maintain(): void {
    const failed = (error: unknown): void => this.#failed(error);
    const now = this.#parts.now();
    this.#forgetIdle().catch(failed);
    for (const id of this.#agenda.takeUntil(now + 2 * SWEEP)) this.find(id).catch(failed);
    if (this.#parts.store.nodes !== null) this.attend().catch(failed);
    if (now - this.#expiredAt < EXPIRY_PACE) return;
    this.#expiredAt = now;
    this.#expire().catch(failed);
  }

  #failed(error: unknown): void {
    this.#parts.log.error({ err: error }, 'table maintenance failed');
  }

  async #forgetIdle(): Promise<void> {
    for (const [id, entry] of this.#rooms) {
      const room = await entry.loading.catch(() => null);
      const isWanted = this.#parts.now() - entry.askedAt < SWEEP;
      if (!room?.isIdle || isWanted || this.#rooms.get(id) !== entry) continue;
      this.#rooms.delete(id);
      this.unloaded.emit(id);
      if (room.dueAt !== null && this.#parts.node.owns(id)) this.#agenda.add(id, room.dueAt);
      await room.close();
    }
  }

  /** Archives the record, listed if the lobby showed the table. An aborted match is not archived. */
  async #keep(state: TableState): Promise<void> {
    const { match } = state;
    if (match === null || match.end?.by === 'abort') return;
    await this.#parts.store.keep(recordOf(match), { isListed: isInLobby(state) });
  }

  /** The same people and terms. If seats were chosen, the players rotate by one. */
  async #openRematch(state: TableState): Promise<void> {
    const { chairs, id } = state;
    // The table of a rematch is not a seek, even if the first one was.
    const { pace: _, commandHash: __, ...head } = state.head;
    const [first, ...others] = chairs;
    if (first === undefined) return;
    const next = head.terms.seating === 'chosen' ? [...others, first] : chairs;
    const terms: TableHead = { ...head, chairs: next, rematchOf: id };
    const created = await this.#tableLog.create(rematchId(id), terms);
    if (!created.ok) throw new UnavailableError('rematch table not created');
  }
}
