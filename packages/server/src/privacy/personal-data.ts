import {
  type StreamHead,
  type NewEvent,
  type Redaction,
  type Redactor,
  type StoredEvent,
  type Store,
  StoreUnavailable,
  STREAM_STATUSES,
  type StreamOfPerson,
} from '@tablier/store';
import { authorOf, CHAT_STREAM, chatLog } from '../tables/logs/chat.ts';
import { listTableIfReadable } from '../tables/logs/table-log.ts';
import { TABLE_STREAM } from '../tables/state/table-stream.ts';
import { type ChatRoom, ROOMS, type TableView } from '@tablier/protocol';
import type { Person } from '../accounts/people.ts';
import { pagesOf, Slices } from '../lib/tasks.ts';
import { erasePrepared, readPrepared } from '../tables/logs/prepared-moves.ts';
import type { TableCommand } from '../tables/decisions/decide-command.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { invitedTo, phaseOf, seatOf } from '../tables/state/table-state.ts';
import { tableView } from '../tables/views/table-view.ts';

/** Removes a person from the log of a table. Appends a `redacted` event, so that every node with the table in memory reads it again. */
export const tableRedactor =
  (person: string, at: number): Redactor =>
  (match, events) =>
    rewritten(match, events, {
      at,
      head: (head) => TABLE_STREAM.headWithout(head, person),
      data: (event) => TABLE_STREAM.dataWithout(event, person),
    });

/** Transfers a table from one person to another. Changes nothing if the log names both. */
export const tableGiver =
  ({ from, to }: { readonly from: string; readonly to: string }, at: number): Redactor =>
  (match, events) => {
    const stream = { head: match.head, events };
    if (TABLE_STREAM.names(to, stream) || !TABLE_STREAM.names(from, stream)) return null;
    return rewritten(match, events, {
      at,
      head: (head) => TABLE_STREAM.headGiven(head, from, to),
      data: (event) => TABLE_STREAM.dataGiven(event, from, to),
    });
  };

/** Only makes every node with the table in memory read it and its chat again. */
export const tableMarker =
  (at: number): Redactor =>
  (match, events) =>
    rewritten(match, events, { at, head: (head) => head, data: ({ data }) => data });

interface Rewriting {
  readonly at: number;
  readonly head: (head: unknown) => unknown;
  readonly data: (event: StoredEvent) => unknown;
}

function rewritten(match: StreamHead, events: readonly StoredEvent[], rewriting: Rewriting): Redaction {
  const head = rewriting.head(match.head);
  const left = events.map((event): StoredEvent => ({ ...event, data: rewriting.data(event) }));
  const changed = left.filter(({ data }, index) => data !== events[index]?.data);
  const event: NewEvent = { at: rewriting.at, kind: 'redacted', data: {} };
  const listing = listTableIfReadable({ ...match, head }, left);
  return { head, data: new Map(changed.map(({ seq, data }) => [seq, data])), listing, event };
}

/** Changes some messages of a chat room; nothing if there are none. */
const chatRewriter =
  (isMeant: (event: StoredEvent) => boolean, dataOf: (event: StoredEvent) => unknown): Redactor =>
  ({ head }, events) => {
    const lines = events.filter(isMeant);
    if (lines.length === 0) return null;
    return { head, data: new Map(lines.map((event) => [event.seq, dataOf(event)])), listing: null };
  };

export const chatGiver = (from: string, to: string): Redactor =>
  chatRewriter(
    (event) => isLineBy(event, from),
    (event) => CHAT_STREAM.dataGiven(event, from, to),
  );

/** Empties the messages of a person in a chat room. The empty messages stay. */
export const chatRedactor = (person: string): Redactor =>
  chatRewriter(
    (event) => isLineBy(event, person),
    (event) => CHAT_STREAM.dataWithout(event, person),
  );

/** Empties some messages of a chat room. `onErased` receives their number, possibly several times if the redaction is retried. */
export function chatEraser(isMeant: (event: StoredEvent) => boolean, onErased: (lines: number) => void): Redactor {
  const empty = chatRewriter(
    (event) => authorIn(event) !== null && isMeant(event),
    (event) => CHAT_STREAM.dataWithout(event, authorIn(event) ?? ''),
  );
  return (match, events) => {
    const redaction = empty(match, events);
    onErased(redaction?.data.size ?? 0);
    return redaction;
  };
}

function authorIn(event: StoredEvent): string | null {
  const { by } = CHAT_STREAM.readEvent(event);
  return by === undefined ? null : authorOf(by);
}

export const hasAuthorName = (event: StoredEvent, name: string): boolean => CHAT_STREAM.readEvent(event).name === name;

export const isLineBy = (event: StoredEvent, person: string): boolean => CHAT_STREAM.names(person, { events: [event] });

const PAGE = 500;

export class PersonalData {
  readonly #store: Store;
  readonly #rooms: Rooms;
  readonly #now: () => number;

  constructor(store: Store, rooms: Rooms, now: () => number) {
    this.#store = store;
    this.#rooms = rooms;
    this.#now = now;
  }

  /** The tables where a person sits or is invited, including closed ones. */
  async tables(person: string): Promise<readonly string[]> {
    const slices = new Slices();
    const found: string[] = [];
    const read = (before?: StreamOfPerson) => this.#store.streamsOf(person, PAGE, STREAM_STATUSES, before);
    for await (const { id } of pagesOf(PAGE, read)) {
      found.push(id);
      await slices.pause();
    }
    return found;
  }

  async view(table: string, person: string): Promise<TableView | null> {
    const state = await this.#rooms.stateOf(table);
    const seat = state === null ? -1 : seatOf(state, person);
    return state === null || seat < 0 ? null : tableView(state, seat);
  }

  async #seatOf(table: string, person: string): Promise<number> {
    const state = await this.#rooms.stateOf(table);
    return state === null ? -1 : seatOf(state, person);
  }

  async prepared(table: string, person: string) {
    const seat = await this.#seatOf(table, person);
    const lines = seat < 0 ? [] : await readPrepared(this.#store, table, seat);
    return lines.map(({ plies, moves }) => ({ table, plies, moves }));
  }

  async chatLines(table: string, person: string) {
    const lines: ReturnType<typeof ownLine>[] = [];
    for (const room of ROOMS) {
      const events = await this.#store.read(chatLog(table, room), 1);
      lines.push(...events.filter((event) => isLineBy(event, person)).map((event) => ownLine(table, room, event)));
    }
    return lines;
  }

  async leave(table: string, person: Person): Promise<void> {
    const room = await this.#rooms.find(table);
    if (room !== null && invitedTo(room.state, person.id) >= 0)
      await this.#do(room, person, { kind: 'decline', table });
    if (room === null || seatOf(room.state, person.id) < 0) return;
    const resign = { kind: 'act', table, action: { kind: 'resign' } } as const;
    if (phaseOf(room.state) === 'waiting') await this.#do(room, person, { kind: 'stand', table });
    if (phaseOf(room.state) === 'playing') await this.#do(room, person, resign);
  }

  async remove(table: string, person: string): Promise<void> {
    for (const room of ROOMS) await this.#store.redact(chatLog(table, room), chatRedactor(person));
    const seat = await this.#seatOf(table, person);
    if (seat >= 0) await erasePrepared(this.#store, table, seat);
    await this.#store.redact(table, tableRedactor(person, this.#now()));
  }

  /** Returns whether the seat went over. If the log names both, only chat does: no one may have two seats. */
  async give(table: string, person: Person, to: string): Promise<boolean> {
    const state = await this.#rooms.stateOf(table);
    // A seek ends when its player leaves.
    if (state !== null && state.head.pace !== undefined && phaseOf(state) === 'waiting')
      await this.leave(table, person);
    for (const room of ROOMS) await this.#store.redact(chatLog(table, room), chatGiver(person.id, to));
    const given = await this.#store.redact(table, tableGiver({ from: person.id, to }, this.#now()));
    return given.name === 'redacted';
  }

  async #do(room: Room, person: Person, command: TableCommand): Promise<void> {
    // No client can choose a name with a colon.
    const key = `${person.id}_leaving:${command.kind}`;
    const result = await room.do(key, command, { person, at: this.#now(), lag: 0 });
    if (!result.ok && result.error.name === 'unavailable') throw new StoreUnavailable('could not leave a table');
  }
}

function ownLine(table: string, room: ChatRoom, event: StoredEvent) {
  const { at, text } = CHAT_STREAM.readEvent(event);
  return { table, room, at, text };
}
