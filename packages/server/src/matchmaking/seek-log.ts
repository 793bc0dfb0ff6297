import type { Store } from '@tablier/store';
import { idFrom } from '../lib/chance.ts';

/** The log of a person's seeks. */
export const seekLogOf = (person: string): string => `s-${person}`;

/** The table of a person's seek with this number. */
export const seekTable = (person: string, seq: number): string => idFrom(`seek ${person} ${seq}`);

/** The tables of all of a person's seeks. */
export async function seekTables(store: Store, person: string): Promise<readonly string[]> {
  const seeks = (await store.head(seekLogOf(person)))?.seq ?? 0;
  return Array.from({ length: seeks }, (_, index) => seekTable(person, index + 1));
}
