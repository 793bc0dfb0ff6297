import { failure, type Result, success } from '@tablier/core';
import { PATIENCE, type Patience, recordOf } from '@tablier/match';
import type { Invite, ProtocolError, TableTerms } from '@tablier/protocol';
import type { MatchStatus, Store } from '@tablier/store';
import type { BotPool } from '../bots/bot-pool.ts';
import { type Chance, idFrom, isTableId } from '../chance.ts';
import type { Log } from '../log.ts';
import type { ServerNode } from '../nodes/node.ts';
import type { Person } from '../people/people.ts';
import { Again } from '../again.ts';
import { Chat, chatOf } from './chat.ts';
import { Room, type RoomParts } from './room.ts';
import { TableLog } from './table-log.ts';
import { DELETED, seatOf, type TableHead, type TableState } from './table-state.ts';
import { rematchId } from './table-view.ts';
import { checkTerms, type Guests } from './terms.ts';

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
  readonly onChange: (room: Room) => void;
}

/** Rooms that nobody looks at are forgotten this often. Milliseconds. */
const SWEEP = 30_000;
/** Matches that are taken up again after a restart. */
const MOST_RUNNING = 100_000;
const MOST_NEEDLESS = 10_000;

/** Tables that somebody is shown as his: neither what was called off, nor a seek as long as it seeks. */
const STANDING: readonly MatchStatus[] = ['open', 'running', 'over'];

interface Entry {
  readonly loading: Promise<Room | null>;
  /** Once it is loaded. */
  room: Room | null;
  /** When it was last asked for: whoever asked may not have begun to look yet. */
  askedAt: number;
}

/** All tables at work on this server, loaded when they are first asked for. */
export class Rooms {
  readonly #parts: RoomsParts;
  readonly #tableLog: TableLog;
  readonly #roomParts: RoomParts;
  readonly #rooms = new Map<string, Entry>();
  readonly #attending = new Again(() => this.#attend());
  /** Logs that were noticed and hold nothing that would have to be looked after. */
  readonly #needless = new Set<string>();
  readonly #sweep: NodeJS.Timeout;

  constructor(parts: RoomsParts) {
    this.#parts = parts;
    this.#tableLog = new TableLog(parts.store, parts.now);
    this.#roomParts = {
      ...parts,
      patience: parts.patience ?? PATIENCE,
      tableLog: this.#tableLog,
      keep: (state) => this.#keep(state),
      openRematch: (state) => this.#openRematch(state),
    };
    this.#sweep = setInterval(() => this.#tidyUp(), SWEEP).unref();
  }

  /** The room of a table; `null` where there is none. */
  find(id: string): Promise<Room | null> {
    const known = this.#rooms.get(id);
    const askedAt = this.#parts.now();
    if (known !== undefined) {
      known.askedAt = askedAt;
      return known.loading;
    }
    const entry: Entry = { loading: this.#load(id), room: null, askedAt };
    this.#rooms.set(id, entry);
    void this.#arrived(id, entry);
    return entry.loading;
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

  /** A table as it is, whether it is at work or not; `null` where there is none. */
  async stateOf(id: string): Promise<TableState | null> {
    return ((await this.loaded(id)) ?? (await this.#tableLog.load(id)))?.state ?? null;
  }

  /** The tables at which somebody sits or is invited, those that changed last first, at most `limit`. */
  async tablesOf(person: string, limit: number): Promise<readonly TableState[]> {
    const tables: TableState[] = [];
    for (const { id } of await this.#parts.store.matchesOf(person, limit, STANDING)) {
      const state = await this.stateOf(id);
      if (state !== null) tables.push(state);
    }
    return tables;
  }

  /** Opens a table, and the same one again for the same `key`. */
  async open(person: Person, key: string, terms: TableTerms): Promise<Result<string, ProtocolError>> {
    const head = checkTerms(terms, person, await this.#guestsOf(person, terms));
    return head.ok ? this.create(idFrom(`table ${key}`), head.value) : head;
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

  /** Takes up the matches that were being played, before anybody is let in. */
  async resume(): Promise<void> {
    await this.#tableLog.relist();
    await this.attend();
  }

  /** Looks after clocks and bots: at the start, when other tables may be kept here, and after an outage. */
  attend(): Promise<void> {
    return this.#attending.run();
  }

  async #attend(): Promise<void> {
    await Promise.all([...this.#rooms.values()].map(async ({ loading }) => (await loading)?.look()));
    for (const { id } of await this.#parts.store.list('running', MOST_RUNNING)) {
      if (this.#parts.node.keeps(id) && !this.#rooms.has(id)) await this.find(id);
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

  /** Others look at a table over other nodes. */
  async peopleChanged(id: string): Promise<void> {
    (await this.loaded(id))?.audience.peopleChangedElsewhere();
  }

  /** A table that is played on another node may have to be looked after here. */
  async #noticedElsewhere(id: string): Promise<void> {
    if (!isTableId(id) || !this.#parts.node.keeps(id) || this.#needless.has(id)) return;
    const room = await this.find(id);
    if (room?.mayNeedKeeper) return;
    this.#needless.add(id);
    for (const oldest of this.#needless) {
      if (this.#needless.size <= MOST_NEEDLESS) break;
      this.#needless.delete(oldest);
    }
  }

  /** Stops every timer; resolves when what was under way is done. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const rooms = await Promise.all([...this.#rooms.values()].map(({ loading }) => loading));
    for (const room of rooms) await room?.close();
  }

  async #load(id: string): Promise<Room | null> {
    const loaded = await this.#tableLog.load(id);
    if (loaded === null) return null;
    const { store } = this.#parts;
    const chats = { players: new Chat(store, id, 'players'), spectators: new Chat(store, id, 'spectators') };
    await Promise.all([chats.players.load(), chats.spectators.load()]);
    const room = new Room(loaded, chats, this.#roomParts);
    await room.look();
    return room;
  }

  /** Where several nodes share the tables, what could not be taken up when it was this node's turn is taken up now. */
  #tidyUp(): void {
    const failed = (error: unknown): void =>
      this.#parts.log.error({ error: String(error) }, 'tables could not be looked after');
    this.#forgetIdle().catch(failed);
    if (this.#parts.store.nodes !== null) this.attend().catch(failed);
  }

  async #forgetIdle(): Promise<void> {
    for (const [id, entry] of this.#rooms) {
      const room = await entry.loading.catch(() => null);
      const isWanted = this.#parts.now() - entry.askedAt < SWEEP;
      if (!room?.isIdle || isWanted || this.#rooms.get(id) !== entry) continue;
      this.#rooms.delete(id);
      await room.close();
    }
  }

  /** The record goes into the archive; a match that was aborted was none. */
  async #keep({ match }: TableState): Promise<void> {
    if (match === null || match.end?.by === 'abort') return;
    await this.#parts.store.keep(recordOf(match));
  }

  /** The same people, the same terms; where seats were chosen, everybody moves on by one. */
  async #openRematch(state: TableState): Promise<void> {
    const { chairs, id } = state;
    // What was found by seeking is agreed now, and sought no more.
    const { pace: _, ...head } = state.head;
    const [first, ...others] = chairs;
    if (first === undefined) return;
    const next = head.terms.seating === 'chosen' ? [...others, first] : chairs;
    const terms: TableHead = { ...head, chairs: next, rematchOf: id };
    const created = await this.#tableLog.create(rematchId(id), terms);
    if (!created.ok) throw new Error(created.error);
  }
}
