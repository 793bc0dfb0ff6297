import { readJson, writeJson } from '../../lib/local-storage.ts';
import * as m from '../../paraglide/messages.js';
import { inEveryLanguage } from '../../paraglide/in-every-language.js';
import type { ChatLine, ChatRoom, TableView } from '@tablier/protocol';
import { settings } from '../../lib/settings.svelte.ts';

const KEY = 'tablier.chat-read';
/** The number of tables whose reading position is stored; the oldest are dropped. */
const MOST = 50;

type Entry = readonly [table: string, n: number];

function isEntry(data: unknown): data is Entry {
  if (!Array.isArray(data)) return false;
  const parts: readonly unknown[] = data;
  return typeof parts[0] === 'string' && Number.isInteger(parts[1]);
}

function readStored(): Entry[] {
  const data = readJson(KEY);
  return Array.isArray(data) ? data.filter(isEntry) : [];
}

export const readUpTo = (table: string): number => readStored().find(([id]) => id === table)?.[1] ?? 0;

export function rememberRead(table: string, n: number): void {
  const others = readStored().filter(([id]) => id !== table);
  // Without storage the lines count as new after a reload.
  writeJson(KEY, [...others, [table, n]].slice(-MOST));
}

/** Phrases that a single press sends, also for users who cannot write yet. */
const KEYS = ['chat_hello', 'chat_luck', 'chat_well', 'chat_thanks'] as const;
export const PHRASES = KEYS.map((key) => m[key]);

/** The server returns chat lines with plain spaces. */
const spaced = (text: string): string => text.replaceAll(/\s/g, ' ');

const KNOWN = new Map(
  KEYS.flatMap((key) => (inEveryLanguage[key] ?? []).map((text) => [spaced(text), m[key]] as const)),
);

/** A chat line as it is shown: a phrase sent in another language appears in the user's language. */
export const phraseShown = (text: string): string => KNOWN.get(spaced(text))?.() ?? text;

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

  markRead(chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>, { you }: TableView): void {
    const last = chat[you === null ? 'spectators' : 'players'].at(-1)?.n ?? 0;
    if (!this.open || !settings.chat || last <= this.#read) return;
    this.#read = last;
    rememberRead(this.#table, last);
  }
}
