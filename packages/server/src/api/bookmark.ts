import type { ChatRoom } from '@tablier/protocol';

/** What a client has of a table: the version of its view, -1 for none, and the last lines of its chats. */
export interface Seen {
  readonly version: number;
  readonly chat: Readonly<Record<ChatRoom, number>>;
}

/** By table: what a client has. */
export type Bookmark = ReadonlyMap<string, Seen>;

const ENTRY = /^([\w-]{16,40}):(-1|\d{1,9})\.(\d{1,9})\.(\d{1,9})$/;
/** The most tables of a bookmark: those that a stream watches, and as many that have ended in the meantime. */
const MOST = 64;

/** The id of an event: everything that its client has after it, so the server stores nothing. Tables without a view are left out first. */
export const formatBookmark = (bookmark: Bookmark): string =>
  [...bookmark]
    .toSorted(([, one], [, other]) => other.version - one.version)
    .slice(0, MOST)
    .map(([table, { version, chat }]) => `${table}:${version}.${chat.players}.${chat.spectators}`)
    .join(',');

/** Parses the `Last-Event-ID` of a client; `null` for anything that `formatBookmark` does not write. */
export function parseBookmark(text: string): Bookmark | null {
  if (text === '') return new Map();
  const entries = text.split(',');
  if (entries.length > MOST) return null;
  const bookmark = new Map<string, Seen>();
  for (const entry of entries) {
    const [, table, ...numbers] = ENTRY.exec(entry) ?? [];
    const [version = 0, players = 0, spectators = 0] = numbers.map(Number);
    if (table === undefined) return null;
    bookmark.set(table, { version, chat: { players, spectators } });
  }
  return bookmark;
}
