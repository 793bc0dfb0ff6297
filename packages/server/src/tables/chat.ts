import { failure, type Result, success } from '@tablier/core';
import { type ChatLine, type ChatRoom, type ProtocolError, ROOMS } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { SerialQueue } from '../lib/serial-queue.ts';
import { CHAT_STREAM } from './chat-stream.ts';
import { ChatWindow } from './chat-window.ts';
import { NO_NAMES, type ShownNames, shownName, withName } from './shown-names.ts';

/** The table and the room of a log of chat; `null` for other logs. */
export function chatOf(log: string): { readonly table: string; readonly room: ChatRoom } | null {
  const room = ROOMS.find((name) => log.endsWith(`-${name}`));
  return room === undefined ? null : { table: log.slice(0, -room.length - 1), room };
}

interface Naming {
  readonly of: ShownNames | null;
  names: ShownNames;
  upTo: number;
}

export type NewLine = Pick<ChatLine, 'at' | 'name' | 'seat' | 'text'>;

/** The log of what is said in a room of a table. */
export const chatLog = (table: string, room: ChatRoom): string => `${table}-${room}`;

/**
 * What is said in one room of one table, in a log of its own: talk never stands in the way of a move, and its count tells nobody of the
 * other room. The newest lines are kept (`ChatWindow`), the others are removed from the log.
 */
export class Chat {
  readonly room: ChatRoom;
  readonly #store: Store;
  readonly #log: string;
  readonly #queue = new SerialQueue();
  readonly #window = new ChatWindow();
  /** The names of the table with those of the speakers up to line `upTo`. */
  #naming: Naming = { of: null, names: NO_NAMES, upTo: 0 };

  constructor(store: Store, table: string, room: ChatRoom) {
    this.#store = store;
    this.#log = chatLog(table, room);
    this.room = room;
  }

  /** Reads what has been said since it was last read. */
  async load(): Promise<void> {
    for (const event of await this.#store.read(this.#log, this.#window.last + 1)) {
      const { by = null, kind: _, ...line } = CHAT_STREAM.readEvent(event);
      this.#window.add({ n: event.seq, ...line }, by);
    }
  }

  /** The log has reached `seq`, whoever wrote it. */
  catchUp(seq: number): Promise<void> {
    return this.#queue.run(async () => {
      if (seq <= this.#window.last) return;
      await this.load();
      // The node on which it was said removes what is too much.
      this.#window.forgetSurplus();
    });
  }

  /** Reads everything anew: something may have been taken out of it. */
  reload(): Promise<void> {
    return this.#queue.run(() => {
      this.#window.clear();
      this.#naming = { of: null, names: NO_NAMES, upTo: 0 };
      return this.load();
    });
  }

  /**
   * The kept lines after number `n`, under names of which no two look alike: those of the table come first, then those of others, in the
   * order in which they spoke.
   */
  since(n: number, names: ShownNames): readonly ChatLine[] {
    if (this.#naming.of !== names) this.#naming = { of: names, names, upTo: 0 };
    for (const { line, author } of this.#window.since(this.#naming.upTo)) {
      this.#naming.names = withName(this.#naming.names, { person: author, name: line.name });
    }
    this.#naming.upTo = this.#window.last;
    const { names: shown } = this.#naming;
    return this.#window
      .since(n)
      .map(({ line, author }) => ({ ...line, name: shownName(shown, { person: author, name: line.name }) }));
  }

  /** The number of the newest line. */
  get last(): number {
    return this.#window.last;
  }

  /** Whether a kept line was said under this name of a command. */
  has(by: string): boolean {
    return this.#window.of(by) !== undefined;
  }

  /** Keeps a line and returns its number; the same one (`by`) again has the same number, as long as it is kept. */
  async say(by: string, line: NewLine): Promise<Result<number, ProtocolError>> {
    const said = await this.#queue.run(() => this.#say(by, line));
    if (this.#window.surplus.length > 0) void this.#queue.run(() => this.#trim());
    return said;
  }

  async #say(by: string, line: NewLine): Promise<Result<number, ProtocolError>> {
    const known = this.#window.of(by);
    if (known !== undefined) return saidBefore(known, line);
    const { last } = this.#window;
    if (last === 0) await this.#store.createStream(this.#log, { kind: 'chat' });
    const { at, ...data } = line;
    const events = [{ at, kind: 'said', data: { ...data, by } }];
    const result = await this.#store.append(this.#log, last, events, { clientId: by });
    if (result.name === 'unavailable' || result.name === 'unknown-stream') return failure({ name: 'unavailable' });
    await this.load();
    if (result.name === 'appended') return success(result.seq);
    const now = this.#window.of(by);
    if (now !== undefined) return saidBefore(now, line);
    return result.name === 'conflict' ? this.#say(by, line) : success(result.seq);
  }

  /** Removes the lines that were pushed out. What the database does not remove now is tried again after the next line. */
  async #trim(): Promise<void> {
    const { surplus } = this.#window;
    const trimmed = await this.#store.trim(this.#log, surplus);
    if (trimmed.name === 'trimmed') this.#window.forgetSurplus();
  }
}

const saidBefore = ({ n, text }: ChatLine, line: NewLine): Result<number, ProtocolError> =>
  text === line.text ? success(n) : failure({ name: 'id-used' });
