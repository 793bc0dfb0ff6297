import * as z from 'zod/mini';
import type { ServerContext } from '../../lib/context.ts';
import { failure, type Result, success } from '@tablier/core';
import { type ChatLine, type ChatRoom, type CommandError, MAX_CHAT_LINES, ROOMS } from '@tablier/protocol';
import { defineStream } from '@tablier/store';
import { Counts } from '../../lib/caches.ts';
import { inBackground, SerialQueue } from '../../lib/tasks.ts';
import { NO_NAMES, shownName, type ShownNames, withName } from '../state/table-state.ts';

/** The table and the chat room of a log; `null` for logs of other kinds. */
export function chatOf(log: string): { readonly table: string; readonly room: ChatRoom } | null {
  const room = ROOMS.find((name) => log.endsWith(`-${name}`));
  return room === undefined ? null : { table: log.slice(0, -room.length - 1), room };
}

export type NewLine = Pick<ChatLine, 'at' | 'name' | 'seat' | 'text'>;

export const chatLog = (table: string, room: ChatRoom): string => `${table}-${room}`;

type ChatDeps = Pick<ServerContext, 'store' | 'log'>;

/**
 * The chat of one room of one table. It has a log of its own, so chat never delays a move and the number of lines
 * reveals nothing about the other room. The newest lines are kept (`ChatWindow`); older ones are removed from the log.
 */
export class Chat {
  readonly #deps: ChatDeps;
  readonly #table: string;
  readonly #id: string;
  readonly #queue = new SerialQueue();
  readonly #window = new ChatWindow();
  /** The names of the table and of the authors up to line `upTo`. */
  #naming: { readonly of: ShownNames | null; names: ShownNames; upTo: number } = { of: null, names: NO_NAMES, upTo: 0 };

  constructor(table: string, room: ChatRoom, deps: ChatDeps) {
    this.#deps = deps;
    this.#table = table;
    this.#id = chatLog(table, room);
  }

  async load(): Promise<void> {
    for (const event of await this.#deps.store.read(this.#id, this.#window.last + 1)) {
      const { by = null, kind: _, ...line } = CHAT_STREAM.readEvent(event);
      this.#window.add({ n: event.seq, ...line }, by);
    }
  }

  catchUp(seq: number): Promise<void> {
    return this.#queue.run(async () => {
      if (seq <= this.#window.last) return;
      await this.load();
      // The node that stored the line removes the surplus.
      this.#window.forgetSurplus();
    });
  }

  /** Reads the whole log again, because a part of it may have been redacted. */
  reload(): Promise<void> {
    return this.#queue.run(() => {
      this.#window.clear();
      this.#naming = { of: null, names: NO_NAMES, upTo: 0 };
      return this.load();
    });
  }

  /** Under names that cannot be confused: first those of the table, then other authors by first line. */
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

  authorOf({ n }: Pick<ChatLine, 'n'>): string {
    const [kept] = this.#window.since(n - 1);
    return kept?.line.n === n ? kept.author : '';
  }

  get last(): number {
    return this.#window.last;
  }

  has(by: string): boolean {
    return this.#window.of(by) !== undefined;
  }

  /** Returns the number of the line; the same for the same command (`by`) while the line is kept. */
  async add(by: string, line: NewLine): Promise<Result<number, CommandError<'say'>>> {
    const result = await this.#queue.run(() => this.#append(by, line));
    if (this.#window.surplus.length > 0)
      inBackground(
        this.#queue.run(() => this.#trim()),
        this.#deps.log,
        'surplus chat not removed',
      );
    return result;
  }

  async #append(by: string, line: NewLine): Promise<Result<number, CommandError<'say'>>> {
    const known = this.#window.of(by);
    if (known !== undefined) return answerAgain(known, line);
    const { last } = this.#window;
    if (last === 0) await this.#deps.store.createStream(this.#id, { kind: 'chat' });
    const { at, ...data } = line;
    const events = [{ at, kind: 'said', data: { ...data, by } }];
    const result = await this.#deps.store.append(this.#id, last, events, { clientId: by, topic: this.#table });
    if (result.name === 'unavailable' || result.name === 'unknown-stream') return failure({ name: 'unavailable' });
    await this.load();
    if (result.name === 'appended') return success(result.seq);
    const now = this.#window.of(by);
    if (now !== undefined) return answerAgain(now, line);
    return result.name === 'conflict' ? this.#append(by, line) : success(result.seq);
  }

  /** Removes the surplus lines from the log. If the database does not answer, the next line tries again. */
  async #trim(): Promise<void> {
    await this.#deps.store.trim(this.#id, this.#window.surplus);
    this.#window.forgetSurplus();
  }
}

const answerAgain = ({ n, text }: ChatLine, line: NewLine): Result<number, CommandError<'say'>> =>
  text === line.text ? success(n) : failure({ name: 'id-used' });

/** Per room. A person's next line replaces their own oldest: no one can push out lines of others. */
export const MAX_LINES_OF_PERSON = 100;

/** The key of a command begins with the id of the person who sent it. */
const PERSON_LENGTH = 22;

interface AuthoredLine {
  readonly line: ChatLine;
  /** The id of the author; empty if they were deleted. */
  readonly author: string;
}

/** The lines of a chat room that are kept, in order. Their numbers rise and may have gaps. */
export class ChatWindow {
  readonly #lines: AuthoredLine[] = [];
  /** By the key of the command that sent a line: its number. */
  readonly #numbers = new Map<string, number>();
  readonly #counts = new Counts();
  #surplus: readonly number[] = [];

  get last(): number {
    return this.#lines.at(-1)?.line.n ?? 0;
  }

  get surplus(): readonly number[] {
    return this.#surplus;
  }

  /** To be called when the surplus has been removed, or another node removes it. */
  forgetSurplus(): void {
    this.#surplus = [];
  }

  add(line: ChatLine, key: string | null): void {
    const author = key === null ? '' : authorOf(key);
    this.#lines.push({ line, author });
    const own = key === null ? 0 : this.#counts.add(author, 1);
    if (key !== null) this.#numbers.set(key, line.n);
    if (own > MAX_LINES_OF_PERSON) this.#dropAt(this.#lines.findIndex((each) => each.author === author));
    else if (this.#lines.length > MAX_CHAT_LINES) this.#dropAt(0);
  }

  clear(): void {
    this.#lines.length = 0;
    this.#numbers.clear();
    this.#counts.clear();
    this.forgetSurplus();
  }

  since(n: number): readonly AuthoredLine[] {
    const known = this.#lines.findLastIndex(({ line }) => line.n <= n);
    return this.#lines.slice(known + 1);
  }

  of(key: string): ChatLine | undefined {
    const number = this.#numbers.get(key);
    return number === undefined ? undefined : this.#lines.findLast(({ line }) => line.n === number)?.line;
  }

  #dropAt(index: number): void {
    const [dropped] = this.#lines.splice(index, 1);
    if (dropped === undefined) return;
    this.#surplus = [...this.#surplus, dropped.line.n];
    if (dropped.author !== '') this.#counts.add(dropped.author, -1);
    for (const [key, number] of this.#numbers) if (number === dropped.line.n) this.#numbers.delete(key);
  }
}

export const authorOf = (key: string): string => key.slice(0, PERSON_LENGTH);

/** The messages of one room of one table. `by` is the key of the command; a line whose author was deleted has none. */
export const CHAT_STREAM = defineStream('a chat', {
  head: z.object({ kind: z.literal('chat') }),
  events: {
    said: z.object({
      at: z.int(),
      name: z.string(),
      seat: z.nullable(z.int()),
      text: z.string(),
      by: z.exactOptional(z.string()),
    }),
  },
  personal: {
    events: { said: [{ owner: 'by', form: 'command', empties: ['name', 'text'] }] },
  },
});
