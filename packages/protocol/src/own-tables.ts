import * as z from 'zod/mini';
import { ownTable } from './server-messages.ts';
import { count, preparedId, described } from './values.ts';

/** How a finished match ended for one of its players. An aborted match has no result. */
export const OWN_RESULTS = ['won', 'lost', 'drawn'] as const;
export type OwnResult = (typeof OWN_RESULTS)[number];

/** A place in the list of a person's tables: the time and the id of the last table that was read. */
const cursor = z.string().check(z.regex(/^\d{1,15}\.[\w-]{1,64}$/));

/** What a list of own tables asks for, besides `limit`. All conditions must hold. Unknown parameters are ignored. */
export const ownTablesQuery = z.object({
  /** The `next` of the previous page. */
  before: z.optional(cursor),
  /** `unfinished`: waiting for players, or being played. With a phase, tables have no `preview`. */
  phase: z.optional(z.enum(['unfinished', 'over'])),
  game: z.optional(z.string().check(z.minLength(1), z.maxLength(40))),
  /** Only finished matches with this result of the person. */
  result: z.optional(z.enum(OWN_RESULTS)),
});
export type OwnTablesQuery = z.infer<typeof ownTablesQuery>;

/**
 * Tables, newest first. `next` leads to the next page and is `null` at the end. A page may be shorter
 * than requested, or empty, and still have a successor: one request reads a limited number of tables.
 */
export const ownTables = z.object({ tables: z.array(ownTable), next: z.nullable(cursor) });
export type OwnTables = z.infer<typeof ownTables>;

/** The moves that a player has prepared in a match. No one else sees them. */
export const preparedLines = z.object({
  plies: described('The number of moves made. The lines begin there.', count),
  lines: z.array(
    z.object({
      id: preparedId,
      moves: described(
        'What is still to come, in notation: moves of all seats. The last one is an answer.',
        z.array(z.string()),
      ),
    }),
  ),
});
export type PreparedLines = z.infer<typeof preparedLines>;
