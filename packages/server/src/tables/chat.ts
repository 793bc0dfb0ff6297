import { failure, type Result, success } from '@tablier/core';
import { type ChatLine, type ChatRoom, type ProtocolError, ROOMS } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { SerialQueue } from '../lib/serial-queue.ts';

/** Lines that one room of one table holds. */
const MOST_LINES = 500;

/** The table and the room of a log of chat; `null` for other logs. */
export function chatOf(log: string): { readonly table: string; readonly room: ChatRoom } | null {
  const room = ROOMS.find((name) => log.endsWith(`-${name}`));
  return room === undefined ? null : { table: log.slice(0, -room.length - 1), room };
}

export type NewLine = Pick<ChatLine, 'at' | 'name' | 'seat' | 'text'>;

/** The log of what is said in a room of a table. */
export const chatLog = (table: string, room: ChatRoom): string => `${table}-${room}`;

/** What is said in one room of one table, in a log of its own: talk never stands in the way of a move, and its count tells nobody of the other room. */
export class Chat {
  readonly room: ChatRoom;
  readonly #store: Store;
  readonly #log: string;
  readonly #queue = new SerialQueue();
  #lines: ChatLine[] = [];
  readonly #done = new Map<string, number>();

  constructor(store: Store, table: string, room: ChatRoom) {
    this.#store = store;
    this.#log = chatLog(table, room);
    this.room = room;
  }

  /** Reads what has been said since it was last read. */
  async load(): Promise<void> {
    for (const { seq, at, data } of await this.#store.read(this.#log, this.#lines.length + 1)) {
      // Only `say` writes into this log.
      // Who has been deleted has said nothing: his lines are empty, and nobody's.
      const { by, ...line } = data as Omit<NewLine, 'at'> & { readonly by?: string };
      this.#lines.push({ n: seq, at, ...line });
      if (by !== undefined) this.#done.set(by, seq);
    }
  }

  /** The log has reached `seq`, whoever wrote it. */
  catchUp(seq: number): Promise<void> {
    return this.#queue.run(async () => {
      if (seq > this.#lines.length) await this.load();
    });
  }

  /** Reads everything anew: something may have been taken out of it. */
  reload(): Promise<void> {
    return this.#queue.run(() => {
      this.#lines = [];
      this.#done.clear();
      return this.load();
    });
  }

  /** The lines after number `n`. */
  since(n: number): readonly ChatLine[] {
    return this.#lines.slice(n);
  }

  get isFull(): boolean {
    return this.#lines.length >= MOST_LINES;
  }

  get length(): number {
    return this.#lines.length;
  }

  /** Whether something was said under this name of a command. */
  has(by: string): boolean {
    return this.#done.has(by);
  }

  /** Keeps a line and returns its number; the same one (`by`) again has the same number. */
  say(by: string, line: NewLine): Promise<Result<number, ProtocolError>> {
    return this.#queue.run(() => this.#say(by, line));
  }

  async #say(by: string, line: NewLine): Promise<Result<number, ProtocolError>> {
    const known = this.#done.get(by);
    if (known !== undefined) return this.#saidBefore(known, line);
    if (this.isFull) return failure({ name: 'too-long' });
    if (this.#lines.length === 0) await this.#store.createMatch(this.#log, { kind: 'chat' });
    const { at, ...data } = line;
    const events = [{ at, kind: 'said', data: { ...data, by } }];
    const result = await this.#store.append(this.#log, this.#lines.length, events, { clientId: by });
    if (result.name === 'unavailable' || result.name === 'unknown-match') return failure({ name: 'unavailable' });
    await this.load();
    if (result.name === 'conflict') return this.#say(by, line);
    return result.name === 'duplicate' ? this.#saidBefore(result.seq, line) : success(result.seq);
  }

  #saidBefore(n: number, { text }: NewLine): Result<number, ProtocolError> {
    return this.#lines[n - 1]?.text === text ? success(n) : failure({ name: 'id-used' });
  }
}
