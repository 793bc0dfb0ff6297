import type { ChatLine, ChatRoom, TableView } from '@tablier/protocol';
import { settings } from '../lib/settings.svelte.ts';
import { readUpTo, rememberRead } from './chat-read.ts';

/** Beside the board there is room for the chat; above and below it there is none. */
const WIDE = '(min-width: 60rem)';

/** Whether the chat of a table is unfolded, and how much of it is new. */
export class TableChatState {
  /** Unfolded from the beginning where there is room beside the board. */
  open = $state(matchMedia(WIDE).matches);
  #read = $state(0);
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
    this.#read = readUpTo(table);
  }

  /** The lines of others in one's own room that have not been seen. */
  unread(chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>, { you }: TableView): number {
    if (this.open || !settings.chat) return 0;
    const room = you === null ? 'spectators' : 'players';
    return chat[room].filter(({ n, seat }) => n > this.#read && (seat === null || seat !== you)).length;
  }

  /** What is shown has been read. */
  note(chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>, { you }: TableView): void {
    const last = chat[you === null ? 'spectators' : 'players'].at(-1)?.n ?? 0;
    if (!this.open || !settings.chat || last <= this.#read) return;
    this.#read = last;
    rememberRead(this.#table, last);
  }
}
