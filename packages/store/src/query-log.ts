import type { LogConfig } from 'kysely';
import type { StoreObserver } from './store.ts';

/** What Kysely calls after each query; nothing without an observer, because each call takes a microsecond. */
export function queryLog({ onQuery, onFailure }: StoreObserver): { readonly log?: LogConfig } {
  if (onQuery === undefined && onFailure === undefined) return {};
  return {
    log: ({ level, queryDurationMillis }) => {
      if (level === 'error') onFailure?.();
      else onQuery?.(queryDurationMillis / 1000);
    },
  };
}
