import { type ChatRoom, ROOMS, type TableView } from '@tablier/protocol';
import { type Store, type StoredEvent, StoreUnavailable, STREAM_STATUSES, type StreamOfPerson } from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import { Slices } from '../lib/time-slices.ts';
import { chatGiver, chatRedactor, isLineBy, tableGiver, tableRedactor } from './redaction.ts';
import { CHAT_STREAM, chatLog } from '../tables/logs/chat.ts';
import { erasePrepared, readPrepared } from '../tables/logs/prepared-moves.ts';
import type { TableCommand } from '../tables/decisions/decide-command.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { invitedTo, phaseOf, seatOf } from '../tables/state/table-state.ts';
import { tableView } from '../tables/views/table-view.ts';

const PAGE = 500;

interface OwnLine {
  readonly table: string;
  readonly room: ChatRoom;
  readonly at: number;
  readonly text: string;
}

interface PreparedAt {
  readonly table: string;
  readonly plies: number;
  readonly moves: readonly string[];
}

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
    let before: StreamOfPerson | undefined;
    do {
      const page = await this.#store.streamsOf(person, PAGE, STREAM_STATUSES, before);
      found.push(...page.map(({ id }) => id));
      before = page.length < PAGE ? undefined : page.at(-1);
      await slices.pause();
    } while (before !== undefined);
    return found;
  }

  async view(table: string, person: string): Promise<TableView | null> {
    const state = await this.#rooms.stateOf(table);
    const seat = state === null ? -1 : seatOf(state, person);
    return state === null || seat < 0 ? null : tableView(state, seat);
  }

  async prepared(table: string, person: string): Promise<readonly PreparedAt[]> {
    const state = await this.#rooms.stateOf(table);
    const seat = state === null ? -1 : seatOf(state, person);
    const lines = seat < 0 ? [] : await readPrepared(this.#store, table, seat);
    return lines.map(({ plies, moves }) => ({ table, plies, moves }));
  }

  async chatLines(table: string, person: string): Promise<readonly OwnLine[]> {
    const lines: OwnLine[] = [];
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
    for (const room of ROOMS) must(await this.#store.redact(chatLog(table, room), chatRedactor(person)));
    const state = await this.#rooms.stateOf(table);
    const seat = state === null ? -1 : seatOf(state, person);
    if (seat >= 0) await erasePrepared(this.#store, table, seat);
    must(await this.#store.redact(table, tableRedactor(person, this.#now())));
  }

  /** Returns whether the seat went over. If the log names both, only chat does: no one may have two seats. */
  async give(table: string, person: Person, to: string): Promise<boolean> {
    const state = await this.#rooms.stateOf(table);
    // A seek ends when its player leaves.
    if (state !== null && state.head.pace !== undefined && phaseOf(state) === 'waiting')
      await this.leave(table, person);
    for (const room of ROOMS) must(await this.#store.redact(chatLog(table, room), chatGiver(person.id, to)));
    const given = await this.#store.redact(table, tableGiver({ from: person.id, to }, this.#now()));
    must(given);
    return given.name === 'redacted';
  }

  async #do(room: Room, person: Person, command: TableCommand): Promise<void> {
    // No client can choose a name with a colon.
    const key = `${person.id}_leaving:${command.kind}`;
    const result = await room.do(key, command, { person, at: this.#now(), lag: 0 });
    if (!result.ok && result.error.name === 'unavailable') throw new StoreUnavailable('could not leave a table');
  }
}

function must({ name }: { readonly name: string }): void {
  if (name === 'unavailable') throw new StoreUnavailable('could not remove personal data from a log');
}

function ownLine(table: string, room: ChatRoom, event: StoredEvent): OwnLine {
  const { at, text } = CHAT_STREAM.readEvent(event);
  return { table, room, at, text };
}
