import type { Away, ChatLine, ChatRoom, ProtocolError, TableView } from '@tablier/protocol';

/** What a client knows about a table. */
export interface WatchedTable {
  /** The newest view; `null` before the first. */
  readonly view: TableView | null;
  readonly chat: Readonly<Record<ChatRoom, readonly ChatLine[]>>;
  readonly spectators: number;
  readonly here: readonly boolean[];
  readonly away: readonly (Away | null)[];
  /** Why the table cannot be shown. */
  readonly error: ProtocolError | null;
}

/** Before the first message about a table. */
export const UNKNOWN_TABLE: WatchedTable = {
  view: null,
  chat: { players: [], spectators: [] },
  spectators: 0,
  here: [],
  away: [],
  error: null,
};
