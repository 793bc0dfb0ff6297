import type { Seat } from '@tablier/core';
import { defineStream } from '@tablier/store';
import * as z from 'zod/mini';

/**
 * The moves that one seat of a table has prepared. A log of its own, because the number of its events says how often the player prepared
 * something: no one else may know that. The newest event counts; earlier ones are removed.
 */
export const PREPARED_STREAM = defineStream('prepared moves', {
  head: z.object({ kind: z.literal('prepared') }),
  events: {
    prepared: z.object({
      lines: z.array(z.object({ id: z.string(), plies: z.int(), after: z.string(), moves: z.array(z.string()) })),
    }),
  },
  // The lines belong to the seat: the log is transferred with the seat, and erased with the game or the account.
  personal: {},
});

/** The id of the log of a seat. */
export const preparedLog = (table: string, seat: Seat): string => `${table}-prepared${seat}`;

/** The table and the seat of a log; `null` for logs of other kinds. */
export function preparedOf(log: string): { readonly table: string; readonly seat: Seat } | null {
  const [, table, seat] = /^(.+)-prepared(\d{1,2})$/.exec(log) ?? [];
  return table === undefined ? null : { table, seat: Number(seat) };
}
