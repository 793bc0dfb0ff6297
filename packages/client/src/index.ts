export * from './client-core.ts';
export type { WatchedTable } from './watched-table.ts';
export { MAX_TRIES, retryDelay } from './retries.ts';
export * from './played-move.ts';
