import type { Seat } from '@tablier/core';
import type { Messages } from './messages.ts';

/** What Arcanor answers to a look [A10]: the piece directly under the one that was lifted. */
interface Under {
  readonly under: { readonly owner: Seat; readonly size: number } | null;
}

/** What a look has shown, in words; as plain data where a game answers in a form not known here. */
export function describeSeen(seen: unknown, names: readonly string[], messages: Messages): string {
  if (!isUnder(seen)) return JSON.stringify(seen);
  if (seen.under === null) return messages.nothingUnder;
  return messages.under(names[seen.under.owner] as string, seen.under.size);
}

const isUnder = (seen: unknown): seen is Under => typeof seen === 'object' && seen !== null && 'under' in seen;
