export * from './client-core.ts';
export type { WatchedTable } from './watched-table.ts';
export { MAX_TRIES, retryDelay } from './retries.ts';
export * from './played-move.ts';
// What others name who use the above.
export type { Result } from '@tablier/core';
export type { ChatLine, ChatRoom, ProtocolError, ServerMessage } from '@tablier/protocol';
