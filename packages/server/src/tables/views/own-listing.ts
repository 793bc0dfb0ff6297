import { type OwnTable, ownTable } from '@tablier/protocol';
import * as z from 'zod/mini';
import { DELETED, type TableState } from '../state/table-state.ts';
import { offeredRematch, summaryOf } from './table-view.ts';

/** What the listing of a finished table stores for its players, so that their lists need not read its log. */
const ownListing = z.object({
  /** The person in each seat; `null` for a bot and a deleted person. */
  people: z.array(z.nullable(z.string())),
  table: z.omit(ownTable, { you: true, turn: true, yourTurn: true }),
});

export function ownListingOf(state: TableState): z.infer<typeof ownListing> {
  const people = state.chairs.map((chair) =>
    chair.kind === 'person' && chair.person !== DELETED ? chair.person : null,
  );
  return { people, table: { ...summaryOf(state), visibility: state.head.terms.visibility, ...offeredRematch(state) } };
}

/** The table in the list of a player; `null` if nothing is stored, as in listings of early versions. */
export function readOwnListing(stored: unknown, person: string): OwnTable | null {
  const { data } = ownListing.safeParse(stored);
  const you = data?.people.indexOf(person) ?? -1;
  return data === undefined || you < 0 ? null : { ...data.table, you, turn: null, yourTurn: false };
}
