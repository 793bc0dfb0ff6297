import type { ApiError } from './errors.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;

/** The number of items to list; `null` if the text is not a number from 1 to 100. */
export function parseLimit(text: unknown): number | null {
  if (text === undefined) return DEFAULT_LIMIT;
  if (typeof text !== 'string' || !/^\d{1,3}$/.test(text)) return null;
  const limit = Number(text);
  return limit >= 1 && limit <= MAX_LIMIT ? limit : null;
}

export const BAD_LIMIT: ApiError = { name: 'bad-limit', detail: `from 1 to ${MAX_LIMIT}` };
