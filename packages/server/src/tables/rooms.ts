import { EventEmitter } from 'node:events';
import { type ServerContext, isTableId } from '../lib/context.ts';
import { BoundedMap } from '../lib/caches.ts';
import { type AbsencePolicy, DEFAULT_ABSENCE_POLICY } from '@tablier/match';
import { type EventText, STREAM_STATUSES, type StreamStatus } from '@tablier/store';
import type { BotPool } from '../bots/bot-pool.ts';
import type { ServerNode } from '../cluster/node.ts';
import type { Contacts, HiddenAuthors } from '../contacts/contacts.ts';
import { eachOf, inBackground, InProgress } from '../lib/tasks.ts';
import { TableFault, tableHeadOf, TableLog } from './logs/table-log.ts';
import { SWEEP, TableUpkeep } from './table-upkeep.ts';
import { Chat, chatOf } from './logs/chat.ts';
import { DEFAULT_HOLDING_LIMITS, type HoldingLimits, Holdings, TableOpener } from './opening/table-opener.ts';
import { preparedOf } from './logs/prepared-moves.ts';
import { Room } from './room.ts';
import type { TableHead, TableState } from './state/table-state.ts';

interface RoomsDeps
  extends
    Pick<ServerContext, 'store' | 'log' | 'now' | 'chance' | 'paces'>,
    Partial<Pick<ServerContext, 'metrics' | 'limiter'>>,
    TableSettings {
  readonly bots: BotPool;
  readonly node: ServerNode;
  readonly contacts: Contacts;
  readonly hiddenAuthors: HiddenAuthors;
}

export interface TableSettings {
  /** How long the server waits for an absent player. Default: `DEFAULT_ABSENCE_POLICY`. */
  readonly absencePolicy?: AbsencePolicy;
  /** How many tables one person and one address may hold. Default: `DEFAULT_HOLDING_LIMITS`. */
  readonly holdings?: Partial<HoldingLimits>;
}

export interface RoomDeps extends Omit<RoomsDeps, 'contacts' | 'absencePolicy' | 'holdings'> {
  readonly absencePolicy: AbsencePolicy;
  readonly tableLog: TableLog;
  readonly archiving: InProgress;
  readonly onChange: (room: Room) => void;
  /** Called when the log of this room can no longer be read, after which the room is closed. */
  readonly onFault: (room: Room, fault: TableFault) => void;
}

const MAX_IRRELEVANT = 10_000;
/** Tables among which one that is not in memory is sought by its code. */
const MAX_SOUGHT = 1000;
/** How long a reader waits for matches that are being archived. Milliseconds. */
const LONGEST_ARCHIVING = 1000;
const STANDING: readonly StreamStatus[] = ['open', 'running', 'over'];

interface Entry {
  readonly loading: Promise<Room | null>;
  room: Room | null;
  /** When it was last requested: the client that requested it may not have subscribed yet. `null` if only `visit` did. */
  requestedAt: number | null;
}

/** All tables in memory on this node. A table is loaded when it is first needed. */
export class Rooms {
  /** `changed`: after each change of a table is durable and the sender has been answered. */
  readonly events = new EventEmitter<{ changed: [room: Room]; unloaded: [table: string] }>();
  readonly opener: TableOpener;
  readonly upkeep: TableUpkeep;
  readonly #deps: RoomsDeps;
  readonly #tableLog: TableLog;
  readonly #roomParts: RoomDeps;
  readonly #archiving = new InProgress();
  readonly #rooms = new Map<string, Entry>();
  readonly #irrelevant = new BoundedMap<string, true>(MAX_IRRELEVANT);
  readonly #faulty: ReturnType<typeof createFaultyTables>;
  readonly #agenda = new Map<string, number>();

  constructor(deps: RoomsDeps) {
    this.#deps = deps;
    this.#tableLog = new TableLog(deps.store, deps.now);
    this.#faulty = createFaultyTables(deps);
    this.#roomParts = {
      ...deps,
      onChange: (room) => this.events.emit('changed', room),
      absencePolicy: deps.absencePolicy ?? DEFAULT_ABSENCE_POLICY,
      tableLog: this.#tableLog,
      archiving: this.#archiving,
      onFault: (room, fault) => this.#dropFaulty(room, fault),
    };
    const holdings = new Holdings(deps.store, { ...DEFAULT_HOLDING_LIMITS, ...deps.holdings }, deps.now);
    this.opener = new TableOpener({
      ...deps,
      tableLog: this.#tableLog,
      holdings,
      stateOf: (id) => this.stateOf(id),
    });
    this.upkeep = new TableUpkeep({ ...deps, rooms: this, agenda: this.#agenda });
  }

  get count(): number {
    return this.#rooms.size;
  }

  /** The room of a table; `null` if there is none, or if it cannot be read (`faultOf`). */
  find(id: string): Promise<Room | null> {
    const known = this.#rooms.get(id);
    if (this.#faulty.has(id)) return Promise.resolve(null);
    if (known === undefined) return this.#load(id).loading;
    known.requestedAt = this.#deps.now();
    return known.room === null ? this.#loadedOrCreated(id, known) : known.loading;
  }

  /** Does what is due at a table. Returns whether it was loaded for that alone: it is not kept until the next sweep. */
  async visit(id: string): Promise<boolean> {
    if (this.#rooms.has(id) || this.#faulty.has(id)) return false;
    const entry = this.#load(id, null);
    await entry.loading;
    return this.#unloadIfIdle(id, entry);
  }

  #load(id: string, requestedAt: number | null = this.#deps.now()): Entry {
    const loading = this.#faulty.read(id, () => this.#loadRoom(id));
    const entry: Entry = { loading, room: null, requestedAt };
    this.#rooms.set(id, entry);
    void this.#whenLoaded(id, entry);
    return entry;
  }

  #forget(id: string): void {
    this.#rooms.delete(id);
    this.#deps.store.unsubscribe(id);
  }

  /** The result of a load in progress. If it finds no table, one may have been created after the read, so it is read again. */
  async #loadedOrCreated(id: string, entry: Entry): Promise<Room | null> {
    const room = await entry.loading;
    if (room !== null || this.#faulty.has(id)) return room;
    if (this.#rooms.get(id) === entry) this.#forget(id);
    return (this.#rooms.get(id) ?? this.#load(id)).loading;
  }

  faultOf(id: string): TableFault['fault'] | { readonly name: 'unknown-table' } {
    return this.knownFault(id) ?? { name: 'unknown-table' };
  }

  /** Why a table cannot be read; `null` if it was not tried or can be read. */
  knownFault(id: string): TableFault['fault'] | null {
    return this.#faulty.faultOf(id);
  }

  #dropFaulty(room: Room, fault: TableFault): void {
    this.#faulty.add(room.id, fault);
    this.#forget(room.id);
    this.events.emit('unloaded', room.id);
    inBackground(room.close(), this.#deps.log, 'table maintenance failed');
  }

  /** A table that does not exist or could not be read is tried again next time. */
  async #whenLoaded(id: string, entry: Entry): Promise<void> {
    entry.room = await entry.loading.catch(() => null);
    if (entry.room === null && this.#rooms.get(id) === entry) this.#forget(id);
  }

  async loaded(id: string): Promise<Room | null> {
    return (await this.#rooms.get(id)?.loading) ?? null;
  }

  async statusOf(id: string): Promise<StreamStatus | null> {
    const [listed] = await this.#deps.store.standing({ statuses: STREAM_STATUSES, ids: [id], limit: 1 });
    return listed?.status ?? null;
  }

  async stateOf(id: string): Promise<TableState | null> {
    const room = await this.loaded(id);
    if (room !== null) return room.state;
    if (this.#faulty.has(id)) return null;
    return (await this.#faulty.read(id, () => this.#tableLog.load(id)))?.state ?? null;
  }

  /** The tables at which a person sits or is invited, newest listing first, at most `limit`. Each that is not in memory is read. */
  async tablesOf(person: string, limit: number, statuses = STANDING): Promise<readonly TableState[]> {
    const tables: TableState[] = [];
    for (const { id } of await this.#deps.store.streamsOf(person, limit, statuses)) {
      const state = await this.stateOf(id);
      if (state !== null) tables.push(state);
    }
    return tables;
  }

  /** The table to which the code of a shared screen leads; `null` for none. Those in memory come first, then the ones last in use. */
  async sofaTable(codeOf: (table: string) => string, code: string): Promise<string | null> {
    const isWanted = (id: string, head: TableHead | null | undefined): boolean =>
      head?.terms.sofa === true && codeOf(id) === code;
    for (const [id, { room }] of this.#rooms) if (isWanted(id, room?.state.head)) return id;
    const found = await this.#deps.store.standing({ statuses: ['open', 'running'], limit: MAX_SOUGHT });
    return found.find(({ id, head }) => codeOf(id) === code && isWanted(id, tableHeadOf(head)))?.id ?? null;
  }

  async gameOf(id: string): Promise<string | null> {
    return tableHeadOf((await this.#deps.store.head(id))?.head)?.terms.game ?? null;
  }

  has(id: string): boolean {
    return this.#rooms.has(id);
  }

  /** Prepares the tables for clients. Running matches are loaded by `attend`, or when a client requests them. */
  resume(): Promise<void> {
    return this.#tableLog.relist();
  }

  archived(): Promise<void> {
    return this.#archiving.settled(LONGEST_ARCHIVING);
  }

  async advanceAll(): Promise<void> {
    const advanced = [...this.#rooms.values()].map(async ({ loading }) => (await loading)?.advance());
    const failed = (await Promise.allSettled(advanced)).find((each) => each.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
  }

  haveReached(log: string, seq: number): boolean {
    return this.#rooms.get(log)?.room?.hasReached(seq) ?? false;
  }

  /** The log of a table or of its chat has reached `seq`, written by any node. */
  async onNotice(log: string, seq: number, event?: EventText): Promise<void> {
    const chat = chatOf(log);
    if (chat !== null) return (await this.loaded(chat.table))?.chatReached(chat.room, seq);
    const prepared = preparedOf(log);
    if (prepared !== null) return (await this.loaded(prepared.table))?.prepared.reached(prepared.seat, seq);
    if (!this.#rooms.has(log)) return this.#onRemoteActivity(log);
    const room = await this.loaded(log);
    if (room !== null && room.state.seq < seq) await room.catchUp(seq, event);
  }

  /** Presence at a table changed on other nodes. `left`: chairs or seats whose players left on purpose. */
  async peopleChanged(id: string, left: readonly number[]): Promise<void> {
    if (!this.#rooms.has(id)) return this.#onRemoteActivity(id);
    (await this.loaded(id))?.subscribers.presence.changedElsewhere(left);
  }

  /** A table in use on another node may belong to this node. */
  async #onRemoteActivity(id: string): Promise<void> {
    if (!isTableId(id) || !this.#deps.node.owns(id) || this.#irrelevant.has(id)) return;
    const head = tableHeadOf((await this.#deps.store.head(id))?.head);
    if (head !== null && mayNeedOwner(head)) await this.find(id);
    else this.#irrelevant.set(id, true);
  }

  async close(): Promise<void> {
    this.upkeep.close();
    const rooms = await Promise.all([...this.#rooms.values()].map(({ loading }) => loading.catch(() => null)));
    await eachOf(rooms, async (room) => room?.close());
  }

  async #loadRoom(id: string): Promise<Room | null> {
    // First, so that no event between the reading and the subscription is missed.
    await this.#deps.store.subscribe(id);
    const loaded = await this.#tableLog.load(id);
    if (loaded === null) return null;
    this.#agenda.delete(id);
    const chats = {
      players: new Chat(id, 'players', this.#deps),
      spectators: new Chat(id, 'spectators', this.#deps),
    };
    await Promise.all([chats.players.load(), chats.spectators.load()]);
    const room = new Room(loaded, chats, this.#roomParts);
    await room.advance();
    return room;
  }

  async unloadIdle(): Promise<void> {
    await eachOf(this.#rooms, ([id, entry]) => this.#unloadIfIdle(id, entry));
  }

  async #unloadIfIdle(id: string, entry: Entry): Promise<boolean> {
    const room = await entry.loading.catch(() => null);
    const isWanted = entry.requestedAt !== null && this.#deps.now() - entry.requestedAt < SWEEP;
    if (!room?.isIdle || isWanted || this.#rooms.get(id) !== entry) return false;
    this.#forget(id);
    this.events.emit('unloaded', id);
    if (room.dueAt !== null && this.#deps.node.owns(id)) this.#agenda.set(id, room.dueAt);
    await room.close();
    return true;
  }
}

/** Whether anything happens at a table without a reader. */
const mayNeedOwner = ({ terms, chairs }: TableHead): boolean =>
  terms.clock.system !== 'none' || chairs.some(({ kind }) => kind === 'bot');

/** Faults of tables that are remembered, so that their logs are not read again each time. */
const MAX_FAULTS = 1000;
/** The time after which a faulty table is read again. Milliseconds. */
const FAULT_EXPIRY = 60_000;

function createFaultyTables({ log, now }: Pick<ServerContext, 'log' | 'now'>) {
  /** By id: the fault, and when it was last found. */
  const faults = new BoundedMap<string, { readonly fault: TableFault; readonly at: number }>(MAX_FAULTS);
  const has = (id: string): boolean => now() - (faults.get(id)?.at ?? Number.NEGATIVE_INFINITY) < FAULT_EXPIRY;
  /** Logged once. */
  const add = (id: string, fault: TableFault): void => {
    const about = { table: id, fault: fault.fault.name, err: fault };
    if (!faults.has(id)) log.error(about, 'table unreadable: not shown; other tables are not affected');
    faults.set(id, { fault, at: now() });
  };
  return {
    has,
    add,
    faultOf: (id: string): TableFault['fault'] | null => faults.get(id)?.fault.fault ?? null,
    /** The result of `read`; `null`, with the fault remembered, if the table cannot be read. */
    async read<T>(id: string, read: () => Promise<T | null>): Promise<T | null> {
      try {
        const table = await read();
        faults.delete(id);
        return table;
      } catch (error) {
        if (!(error instanceof TableFault)) throw error;
        add(id, error);
        return null;
      }
    },
  };
}

export function createTables(
  context: ServerContext,
  deps: Pick<RoomsDeps, 'contacts' | 'hiddenAuthors' | 'node' | 'bots'>,
  { absencePolicy, holdings }: TableSettings,
): Rooms {
  const rooms = new Rooms({
    ...context,
    ...deps,
    ...(absencePolicy && { absencePolicy }),
    ...(holdings && { holdings }),
  });
  context.metrics.gauge('tablier_tables_in_memory', 'Tables kept in memory.', () => rooms.count);
  return rooms;
}
