import type { ChatLine, ChatRoom, TableView } from '@tablier/protocol';
import { settings } from '../../lib/settings.svelte.ts';
import { readUpTo, rememberRead } from './chat-read.ts';

/** Whether the chat of a table is open, and how many lines are new. */
export class TableChatState {
  open = $state(false);
  #read = $state(0);
  readonly #table: string;

  constructor(table: string) {
    this.#table = table;
    this.#read = readUpTo(table);
  }

  /** The unread lines of others in the user's room; none if the chat is off. */
  unread(chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>, { you }: TableView): readonly ChatLine[] {
    if (this.open || !settings.chat) return [];
    const room = you === null ? 'spectators' : 'players';
    return chat[room].filter(({ n, seat }) => n > this.#read && (seat === null || seat !== you));
  }

  /** Marks the visible lines as read. */
  markRead(chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>, { you }: TableView): void {
    const last = chat[you === null ? 'spectators' : 'players'].at(-1)?.n ?? 0;
    if (!this.open || !settings.chat || last <= this.#read) return;
    this.#read = last;
    rememberRead(this.#table, last);
  }
}
