import { type OwnResult, type OwnTable, ownTable, type OwnTables, type OwnTablesQuery } from '@tablier/protocol';
import type { Store, StreamOfPerson, StreamStatus } from '@tablier/store';
import type { Rooms } from './rooms.ts';
import { offeredRematch, ownTableOf, summaryOf } from './table-view.ts';
import * as z from 'zod/mini';
import { DELETED, type TableState } from './table-state.ts';

/** The most tables of one request. If a listing does not contain enough, the log of its table is read. */
const MAX_LOOKED_AT = 60;

/** The statuses of the tables in a phase. Closed tables and waiting seeks are not listed. */
const STATUSES: Readonly<Record<'unfinished' | 'over', readonly StreamStatus[]>> = {
  unfinished: ['open', 'running'],
  over: ['over'],
};

interface OwnTablesDeps {
  readonly rooms: Pick<Rooms, 'stateOf' | 'gameOf'>;
  readonly store: Pick<Store, 'listingsOf'>;
}

/** A page of the tables of a person, newest first. */
export async function listOwnTables(
  { rooms, store }: OwnTablesDeps,
  person: string,
  query: OwnTablesQuery & { readonly limit: number },
): Promise<OwnTables> {
  const { limit, before, game } = query;
  const found = await store.listingsOf(person, MAX_LOOKED_AT + 1, statusesOf(query), placeIn(before));
  const tables: OwnTable[] = [];
  for (const [index, place] of found.entries()) {
    if (tables.length === limit || index === MAX_LOOKED_AT) return { tables, next: textOf(found[index - 1] ?? place) };
    const listed = hasBoards(query) ? null : readOwnListing(place.own, person);
    if (game !== undefined && (listed?.game ?? (await rooms.gameOf(place.id))) !== game) continue;
    const table = listed ?? (await replayed(rooms, place.id, person));
    if (table !== null && isWanted(table, query)) tables.push(shortened(table, query));
  }
  return { tables, next: null };
}

async function replayed(rooms: OwnTablesDeps['rooms'], id: string, person: string): Promise<OwnTable | null> {
  const state = await rooms.stateOf(id);
  return state && ownTableOf(state, person);
}

function statusesOf({ phase, result }: OwnTablesQuery): readonly StreamStatus[] {
  if (phase !== undefined) return STATUSES[phase];
  return result === undefined ? Object.values(STATUSES).flat() : STATUSES.over;
}

const isWanted = (table: OwnTable, { result }: OwnTablesQuery): boolean =>
  result === undefined || resultOf(table) === result;

/** How a match ended for the person; `null` while it is running, and if it was aborted. */
function resultOf({ places, you, ended }: OwnTable): OwnResult | null {
  if (places === null || ended === 'abort') return null;
  if (places.every((place) => place === 1)) return 'drawn';
  return places[you] === 1 ? 'won' : 'lost';
}

/** A list of one kind of table shows no boards, which would make it long. */
const hasBoards = ({ phase, result }: OwnTablesQuery): boolean => phase === undefined && result === undefined;

const shortened = (table: OwnTable, query: OwnTablesQuery): OwnTable =>
  hasBoards(query) ? table : { ...table, preview: null };

const textOf = ({ at, id }: StreamOfPerson): string => `${at}.${id}`;

function placeIn(cursor: string | undefined): StreamOfPerson | undefined {
  if (cursor === undefined) return undefined;
  const dot = cursor.indexOf('.');
  return { at: Number(cursor.slice(0, dot)), id: cursor.slice(dot + 1) };
}

/** What the listing of a finished table stores for its players, so that their lists need not read its log. */
const ownListing = z.object({
  /** The person in each seat; `null` for a bot and a deleted person. */
  people: z.array(z.nullable(z.string())),
  /** The table as each of them sees it, without a board. */
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
