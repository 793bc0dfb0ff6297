export * from './client-core.ts';
export { MOST_TRIES, retryDelay } from './retries.ts';
