export * from './client-core.ts';
export { MAX_TRIES, reconnectDelay, retryDelay } from './retries.ts';
export { type Moved, type PlayableView, playedMove, type WatchedTable } from './watched-table.ts';
// What others name who use the above.
export type { Result } from '@tablier/core';
export type { ChatLine, ChatRoom, ProtocolError, ServerMessage } from '@tablier/protocol';
