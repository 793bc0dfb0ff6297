import type { ChatRoom, TableView } from '@tablier/protocol';
import { ROOMS } from '@tablier/protocol';
import type { Store, StoredEvent } from '@tablier/store';
import type { Person } from '../accounts/people.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import { chatGiver, chatRedactor, isSaidBy, tableGiver, tableRedactor } from './redaction.ts';
import { CHAT_STREAM } from '../tables/chat-stream.ts';
import { chatLog } from '../tables/chat.ts';
import type { TableCommand } from '../tables/decide-command.ts';
import type { Room } from '../tables/room.ts';
import type { Rooms } from '../tables/rooms.ts';
import { invitedTo, phaseOf, seatOf } from '../tables/table-state.ts';
import { tableView } from '../tables/table-view.ts';

/** More tables than anybody ever sat at. */
const ALL = 1_000_000;

/** Something that somebody said. */
export interface SaidLine {
  readonly table: string;
  readonly room: ChatRoom;
  readonly at: number;
  readonly text: string;
}

/** What somebody left at tables: to be given to him, and to be taken away. */
export class PersonalData {
  readonly #store: Store;
  readonly #rooms: Rooms;
  readonly #now: () => number;

  constructor(store: Store, rooms: Rooms, now: () => number) {
    this.#store = store;
    this.#rooms = rooms;
    this.#now = now;
  }

  /** The tables at which somebody sits or is invited, and those that were called off while he did. */
  async tables(person: string): Promise<readonly string[]> {
    return (await this.#store.streamsOf(person, ALL)).map(({ id }) => id);
  }

  /** A table as his seat may see it; `null` where he does not sit. */
  async view(table: string, person: string): Promise<TableView | null> {
    const state = await this.#rooms.stateOf(table);
    const seat = state === null ? -1 : seatOf(state, person);
    return state === null || seat < 0 ? null : tableView(state, seat);
  }

  /** What he said at a table. */
  async said(table: string, person: string): Promise<readonly SaidLine[]> {
    const lines: SaidLine[] = [];
    for (const room of ROOMS) {
      const events = await this.#store.read(chatLog(table, room), 1);
      lines.push(...events.filter((event) => isSaidBy(event, person)).map((event) => saidLine(table, room, event)));
    }
    return lines;
  }

  /** Leaves a table: stands up or declines where the match has not begun, resigns where it is on. */
  async leave(table: string, person: Person): Promise<void> {
    const room = await this.#rooms.find(table);
    if (room !== null && invitedTo(room.state, person.id) >= 0)
      await this.#do(room, person, { kind: 'decline', table });
    if (room === null || seatOf(room.state, person.id) < 0) return;
    const resign = { kind: 'act', table, action: { kind: 'resign' } } as const;
    if (phaseOf(room.state) === 'waiting') await this.#do(room, person, { kind: 'stand', table });
    if (phaseOf(room.state) === 'playing') await this.#do(room, person, resign);
  }

  /** Takes his name out of a table, and what he said there. */
  async remove(table: string, person: string): Promise<void> {
    for (const room of ROOMS) must(await this.#store.redact(chatLog(table, room), chatRedactor(person)));
    must(await this.#store.redact(table, tableRedactor(person, this.#now())));
  }

  /**
   * Makes somebody else's what is his at a table: his chair, what he did and what he said. At a table whose log names them both nothing but
   * what was said is given: nobody has two chairs. Whether the rest was.
   */
  async give(table: string, person: Person, to: string): Promise<boolean> {
    const state = await this.#rooms.stateOf(table);
    // Whoever seeks somebody to play with is there; who goes is not.
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
    if (!result.ok && result.error.name === 'unavailable') throw new UnavailableError('a table could not be left');
  }
}

function must({ name }: { readonly name: string }): void {
  if (name === 'unavailable') throw new UnavailableError('a name could not be taken out');
}

function saidLine(table: string, room: ChatRoom, event: StoredEvent): SaidLine {
  const { at, text } = CHAT_STREAM.readEvent(event);
  return { table, room, at, text };
}
