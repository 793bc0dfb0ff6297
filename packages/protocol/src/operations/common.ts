import type { RecordError } from '@tablier/core';
import * as z from 'zod/mini';
import { PACE_NAMES } from '../paces.ts';
import { tableId, described } from '../values.ts';

/** The place of a page in a list: the `next` of the page before. */
export const cursor = z.optional(described('The `next` of the page before.', z.string().check(z.maxLength(100))));
export const limit = described(
  'The number of items.',
  z._default(z.coerce.number().check(z.multipleOf(1), z.minimum(1), z.maximum(100)), 20),
);

export const pageQuery = z.object({ limit, before: cursor });
export const numberedQuery = z.object({
  limit,
  before: z.optional(
    described('The `next` of the page before.', z.coerce.number().check(z.multipleOf(1), z.minimum(0))),
  ),
});

export const tableParams = z.object({ table: tableId });
export const kindParams = z.object({ game: z.string().check(z.maxLength(40)), pace: z.enum(PACE_NAMES) });

export const FIND_ERRORS = ['unknown-table', 'unknown-game', 'unknown-rules', 'unreadable'] as const;

export const nothing = z.object({});

/** The errors of a record that is replayed. */
export const RECORD_ERRORS = [
  'bad-json',
  'bad-record',
  'unknown-game',
  'too-new',
  'unknown-rules',
  'bad-players',
  'unknown-option',
  'bad-option-value',
  'missing-option',
  'bad-deal',
  'unreadable-move',
  'illegal-move',
  'move-after-end',
  'count-mismatch',
  'end-mismatch',
] as const satisfies readonly RecordError['name'][];
