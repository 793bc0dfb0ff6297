import { failure, type Result, success } from '@tablier/core';
import { PATIENCE, type Patience, recordOf } from '@tablier/match';
import type { ProtocolError, TableTerms } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { BotPool } from '../bots/bot-pool.ts';
import { type Chance, idFrom } from '../chance.ts';
import type { Log } from '../log.ts';
import type { Person } from '../people/people.ts';
import { Chat } from './chat.ts';
import { Room, type RoomParts } from './room.ts';
import { TableLog } from './table-log.ts';
import type { TableHead, TableState } from './table-state.ts';
import { rematchId } from './table-view.ts';
import { checkTerms } from './terms.ts';

export interface RoomsParts {
  readonly store: Store;
  readonly chance: Chance;
  readonly bots: BotPool;
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

/** All tables at work on this server, loaded when they are first asked for. */
export class Rooms {
  readonly #parts: RoomsParts;
  readonly #tableLog: TableLog;
  readonly #roomParts: RoomParts;
  readonly #rooms = new Map<string, Promise<Room | null>>();
  /** When each was last asked for: whoever asked may not have begun to look yet. */
  readonly #askedAt = new Map<string, number>();
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
    this.#sweep = setInterval(() => void this.#forgetIdle(), SWEEP).unref();
  }

  /** The room of a table; `null` where there is none. */
  find(id: string): Promise<Room | null> {
    return this.#find(id, null);
  }

  /** The tables at which somebody sits, those that changed last first, at most `limit`. */
  async tablesOf(person: string, limit: number): Promise<readonly TableState[]> {
    const tables: TableState[] = [];
    for (const { id } of await this.#parts.store.matchesOf(person, limit)) {
      const state = (await this.#rooms.get(id))?.state ?? (await this.#tableLog.load(id))?.state;
      if (state !== undefined) tables.push(state);
    }
    return tables;
  }

  /** Opens a table, and the same one again for the same `key`. */
  async open(person: Person, key: string, terms: TableTerms): Promise<Result<string, ProtocolError>> {
    const head = checkTerms(terms, person);
    if (!head.ok) return head;
    const id = idFrom(`table ${key}`);
    const created = await this.#tableLog.create(id, head.value);
    return created.ok ? success(id) : failure({ name: created.error });
  }

  /** Takes up the matches that were being played, before anybody else is let in. `aliveAt`: when this server last worked. */
  async resume(aliveAt: number): Promise<void> {
    await this.#tableLog.relist();
    for (const { id } of await this.#parts.store.list('running', MOST_RUNNING)) await this.#find(id, aliveAt);
  }

  /** The log of a table has reached `seq`, written here or elsewhere. */
  async noticed(id: string, seq: number): Promise<void> {
    const room = await this.#rooms.get(id);
    if (room !== undefined && room !== null && room.state.seq < seq) await room.catchUp(seq);
  }

  /** Stops every timer; resolves when what was under way is done. */
  async close(): Promise<void> {
    clearInterval(this.#sweep);
    const rooms = await Promise.all(this.#rooms.values());
    for (const room of rooms) await room?.close();
  }

  #find(id: string, aliveAt: number | null): Promise<Room | null> {
    const known = this.#rooms.get(id);
    this.#askedAt.set(id, this.#parts.now());
    if (known !== undefined) return known;
    const loading = this.#load(id, aliveAt);
    this.#rooms.set(id, loading);
    // What is not there, or could not be read, is looked for again the next time.
    loading.then(
      (room) => room === null && this.#forget(id),
      () => this.#forget(id),
    );
    return loading;
  }

  #forget(id: string): void {
    this.#rooms.delete(id);
    this.#askedAt.delete(id);
  }

  async #load(id: string, aliveAt: number | null): Promise<Room | null> {
    const loaded = await this.#tableLog.load(id);
    if (loaded === null) return null;
    const { store } = this.#parts;
    const chats = { players: new Chat(store, id, 'players'), spectators: new Chat(store, id, 'spectators') };
    await Promise.all([chats.players.load(), chats.spectators.load()]);
    const room = new Room(loaded, chats, this.#roomParts);
    if (aliveAt !== null) await room.restart(aliveAt);
    await room.look();
    return room;
  }

  async #forgetIdle(): Promise<void> {
    for (const [id, loading] of this.#rooms) {
      const room = await loading.catch(() => null);
      const isWanted = this.#parts.now() - (this.#askedAt.get(id) ?? 0) < SWEEP;
      if (!room?.isIdle || isWanted || this.#rooms.get(id) !== loading) continue;
      this.#forget(id);
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
    const { head, chairs, id } = state;
    const [first, ...others] = chairs;
    if (first === undefined) return;
    const next = head.terms.seating === 'chosen' ? [...others, first] : chairs;
    const terms: TableHead = { ...head, chairs: next, rematchOf: id };
    const created = await this.#tableLog.create(rematchId(id), terms);
    if (!created.ok) throw new Error(created.error);
  }
}
