import { failure, type Result, success } from '@tablier/core';
import { PATIENCE, type Patience, recordOf } from '@tablier/match';
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
  /** How long absence is borne; that of everyday where left out. */
  readonly patience?: Patience;
  /** How many tables one person and one address can hold; those of everyday where left out. */
  readonly holdings?: Partial<HoldingLimits>;
}

/** Rooms that nobody looks at are forgotten this often. Milliseconds. */
const SWEEP = 30_000;
/** Tables that have expired are looked for this often. Milliseconds. */
const EXPIRY_PACE = 3_600_000;
/** Heads of tables that are read at a time. */
const PAGE = 200;
/** Open tables without a clock that are loaded at a start so that the lobby can show them. */
const MOST_SHOWN = 40;
/** Tables whose fault is remembered, so that their logs are not read again each time. */
const MOST_FAULTS = 1000;
/** After so long a faulty table is read again. Milliseconds. */
const FAULT_EXPIRY = 60_000;
const MOST_NEEDLESS = 10_000;
/** After so long a table with bots may be opened where too many thoughts wait. Milliseconds. */
const BOTS_RETRY = 10_000;

/** Tables that somebody is shown as his: neither what was called off, nor a seek as long as it seeks. */
const STANDING: readonly StreamStatus[] = ['open', 'running', 'over'];

interface Entry {
  readonly loading: Promise<Room | null>;
  /** Once it is loaded. */
  room: Room | null;
  /** When it was last asked for: whoever asked may not have begun to look yet. */
  askedAt: number;
}

/** All tables at work on this server, loaded when they are first asked for. */
export class Rooms {
  /** Emits a table after each change of it is durable and its sender has been answered. */
  readonly changed = new Signal<Room>();
  readonly #parts: RoomsParts;
  readonly #tableLog: TableLog;
  readonly #roomParts: RoomParts;
  readonly #rooms = new Map<string, Entry>();
  readonly #attending = new Coalescer(() => this.#attend());
  /** Logs that were noticed and hold nothing that would have to be looked after. */
  readonly #needless = new Set<string>();
  /** Tables that cannot be read, and when that was found. */
  readonly #faults = new Map<string, { readonly fault: TableFault; readonly at: number }>();
  readonly #holdings: Holdings;
  /** Tables that were forgotten although something is due there later. */
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
      patience: parts.patience ?? PATIENCE,
      tableLog: this.#tableLog,
      keep: (state) => this.#keep(state),
      openRematch: (state) => this.#openRematch(state),
      onFault: (room, fault) => this.#dropped(room, fault),
    };
    this.#holdings = new Holdings(parts.store, { ...DEFAULT_HOLDING_LIMITS, ...parts.holdings }, parts.now);
    this.#expiredAt = parts.now();
    this.#sweep = setInterval(() => this.#tidyUp(), SWEEP).unref();
  }

  /** Tables in memory. */
  get count(): number {
    return this.#rooms.size;
  }

  /** The room of a table; `null` where there is none, or none that can be read (`faultOf`). */
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
    void this.#arrived(id, entry);
    return entry.loading;
  }

  /** Why there is no room of a table: it is unknown, or it is there and cannot be read. */
  faultOf(id: string): ProtocolError {
    return this.knownFault(id) ?? { name: 'unknown-table' };
  }

  /** Why a table cannot be read; `null` where that was not tried, or went well. */
  knownFault(id: string): TableFault['fault'] | null {
    return this.#faults.get(id)?.fault.fault ?? null;
  }

  #isFaulty(id: string): boolean {
    const known = this.#faults.get(id);
    return known !== undefined && this.#parts.now() - known.at < FAULT_EXPIRY;
  }

  /** Remembers that a table cannot be read; said in the log once. Nobody reads the id of a table in the log: it may be a secret. */
  #noteFault(id: string, fault: TableFault): void {
    if (!this.#faults.has(id)) {
      const { stack, cause } = fault;
      const reason = cause instanceof Error ? cause.stack : stack;
      this.#parts.log.error(
        { tableHash: sha256(id).slice(0, 16), fault: fault.fault.name, detail: fault.fault.detail, stack: reason },
        'a table cannot be read; it is shown to nobody, and all others go on',
      );
    }
    this.#faults.delete(id);
    this.#faults.set(id, { fault, at: this.#parts.now() });
    for (const oldest of this.#faults.keys()) {
      if (this.#faults.size <= MOST_FAULTS) break;
      this.#faults.delete(oldest);
    }
  }

  /** A room found out that its log cannot be read any more. */
  #dropped(room: Room, fault: TableFault): void {
    this.#noteFault(room.id, fault);
    this.#rooms.delete(room.id);
    room.close().catch((error: unknown) => this.#failed(error));
  }

  /** What is not there, or could not be read, is looked for again the next time. */
  async #arrived(id: string, entry: Entry): Promise<void> {
    entry.room = await entry.loading.catch(() => null);
    if (entry.room === null) this.#rooms.delete(id);
  }

  /** The room of a table if it is at work here. */
  async loaded(id: string): Promise<Room | null> {
    return (await this.#rooms.get(id)?.loading) ?? null;
  }

  /** What a table is listed as, without reading its log; `null` where there is none. */
  async statusOf(id: string): Promise<StreamStatus | null> {
    const [listed] = await this.#parts.store.standing({ statuses: STREAM_STATUSES, ids: [id], limit: 1 });
    return listed?.status ?? null;
  }

  /** A table as it is, whether it is at work or not; `null` where there is none. */
  async stateOf(id: string): Promise<TableState | null> {
    const room = await this.loaded(id);
    if (room !== null) return room.state;
    if (this.#isFaulty(id)) return null;
    return (await this.#readable(id, () => this.#tableLog.load(id)))?.state ?? null;
  }

  /** What was read of a table; `null`, and noted, where it cannot be read. */
  async #readable<T>(id: string, read: () => Promise<T | null>): Promise<T | null> {
    try {
      const table = await read();
      this.#faults.delete(id);
      return table;
    } catch (error) {
      if (!(error instanceof TableFault)) throw error;
      this.#noteFault(id, error);
      return null;
    }
  }

  /** The tables at which somebody sits or is invited, those that changed last first, at most `limit`. */
  async tablesOf(person: string, limit: number): Promise<readonly TableState[]> {
    const tables: TableState[] = [];
    for (const { id } of await this.#parts.store.streamsOf(person, limit, STANDING)) {
      const state = await this.stateOf(id);
      if (state !== null) tables.push(state);
    }
    return tables;
  }

  /**
   * Opens a table, and the same one again for the same terms under the same `key`. `address`: where the person is, as far as it
   * is known.
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

  /** Begins a table under an id; one that is there already is left as it is. */
  async create(id: string, head: TableHead): Promise<Result<string, ProtocolError>> {
    const created = await this.#tableLog.create(id, head);
    return created.ok ? success(id) : failure({ name: created.error });
  }

  /** Whether a table is at work here. */
  has(id: string): boolean {
    return this.#rooms.has(id);
  }

  /** Whom the invitations of these terms mean: only those whom `person` has played with. */
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

  /** Makes ready for people. The matches that were being played are taken up by `attend`, or when somebody looks at them. */
  resume(): Promise<void> {
    return this.#tableLog.relist();
  }

  /** To be called when people are let in: takes up the matches whose clocks run, and ends what has expired meanwhile. */
  async opened(): Promise<void> {
    await this.attend();
    await this.#expire();
  }

  /** Looks after clocks: at the start, when other tables may be kept here, and after an outage. Takes its time, while people are served. */
  attend(): Promise<void> {
    return this.#attending.run();
  }

  async #attend(): Promise<void> {
    await Promise.all([...this.#rooms.values()].map(async ({ loading }) => (await loading)?.look()));
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

  /** The tables of some statuses that were touched before a time, the one touched last first: there a clock is likely to fall soon. */
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

  /** Ends what nobody has come back to. */
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

  /** Whether it is known here, or being written from here, that the log of a table has reached `seq`. */
  haveNoted(log: string, seq: number): boolean {
    return this.#rooms.get(log)?.room?.hasNoted(seq) ?? false;
  }

  /** The log of a table, or of its chat, has reached `seq`, written here or elsewhere. */
  async noticed(log: string, seq: number): Promise<void> {
    const chat = chatOf(log);
    if (chat !== null) return (await this.loaded(chat.table))?.heard(chat.room, seq);
    if (!this.#rooms.has(log)) return this.#noticedElsewhere(log);
    const room = await this.loaded(log);
    if (room !== null && room.state.seq < seq) await room.catchUp(seq);
  }

  /** Others look at a table over other nodes; those in the chairs or seats of `left` have gone on purpose. */
  async peopleChanged(id: string, left: readonly number[]): Promise<void> {
    if (!this.#rooms.has(id)) return this.#noticedElsewhere(id);
    (await this.loaded(id))?.subscribers.peopleChangedElsewhere(left);
  }

  /** A table that is played on another node may have to be looked after here. */
  async #noticedElsewhere(id: string): Promise<void> {
    if (!isTableId(id) || !this.#parts.node.owns(id) || this.#needless.has(id)) return;
    const room = await this.find(id);
    if (room?.mayNeedOwner) return;
    this.#needless.add(id);
    for (const oldest of this.#needless) {
      if (this.#needless.size <= MOST_NEEDLESS) break;
      this.#needless.delete(oldest);
    }
  }

  /** Stops every timer; resolves when what was under way is done. */
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
    await room.look();
    return room;
  }

  /** Where several nodes share the tables, what could not be taken up when it was this node's turn is taken up now. */
  #tidyUp(): void {
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
    this.#parts.log.error({ err: error }, 'tables could not be looked after');
  }

  async #forgetIdle(): Promise<void> {
    for (const [id, entry] of this.#rooms) {
      const room = await entry.loading.catch(() => null);
      const isWanted = this.#parts.now() - entry.askedAt < SWEEP;
      if (!room?.isIdle || isWanted || this.#rooms.get(id) !== entry) continue;
      this.#rooms.delete(id);
      if (room.dueAt !== null && this.#parts.node.owns(id)) this.#agenda.add(id, room.dueAt);
      await room.close();
    }
  }

  /** The record goes into the archive, and into its list where the lobby showed the table; a match that was aborted was none. */
  async #keep(state: TableState): Promise<void> {
    const { match } = state;
    if (match === null || match.end?.by === 'abort') return;
    await this.#parts.store.keep(recordOf(match), { isListed: isInLobby(state) });
  }

  /** The same people, the same terms; where seats were chosen, everybody moves on by one. */
  async #openRematch(state: TableState): Promise<void> {
    const { chairs, id } = state;
    // What was found by seeking is agreed now, and sought no more.
    const { pace: _, commandHash: __, ...head } = state.head;
    const [first, ...others] = chairs;
    if (first === undefined) return;
    const next = head.terms.seating === 'chosen' ? [...others, first] : chairs;
    const terms: TableHead = { ...head, chairs: next, rematchOf: id };
    const created = await this.#tableLog.create(rematchId(id), terms);
    if (!created.ok) throw new UnavailableError('the table of a rematch could not be opened');
  }
}
