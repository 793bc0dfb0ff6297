import { PACE_NAMES } from '@tablier/protocol';
import { defineStream, type Store } from '@tablier/store';
import * as z from 'zod/mini';
import { idFrom } from '../lib/chance.ts';

/** The seeks of one person: their numbers make the ids of tables. It is erased with the account. */
export const SEEKS_STREAM = defineStream('seeks', {
  head: z.object({ kind: z.literal('seeks') }),
  events: { sought: z.object({ game: z.string(), pace: z.enum(PACE_NAMES), by: z.string() }) },
  personal: { events: { sought: [{ owner: 'by', form: 'command' }] } },
});

/** The log of a person's seeks. */
export const seekLogOf = (person: string): string => `s-${person}`;

/** The table of a person's seek with this number. */
export const seekTable = (person: string, seq: number): string => idFrom(`seek ${person} ${seq}`);

/** The tables of all of a person's seeks. */
export async function seekTables(store: Store, person: string): Promise<readonly string[]> {
  const seeks = (await store.head(seekLogOf(person)))?.seq ?? 0;
  return Array.from({ length: seeks }, (_, index) => seekTable(person, index + 1));
}
