import { failure, type Result, success } from '@tablier/core';
import type { FaultName } from './logs/table-log.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Room } from './room.ts';
import type { Rooms } from './rooms.ts';
import {
  type OwnResult,
  type OwnTable,
  type OwnTables,
  type OwnTablesQuery,
  type TableRecord,
  tableRecord,
} from '@tablier/protocol';
import { seatResult } from './state/table-state.ts';
import { ownTableOf, readOwnListing, tableView } from './views/table-view.ts';
import type { Store, StreamOfPerson, StreamStatus } from '@tablier/store';

type FindError =
  | { readonly name: 'too-many'; readonly retryMs: number }
  | { readonly name: 'unknown-table' | FaultName; readonly detail?: string };

/** Loading replays a game, so each address may cause so many loads only; tables in memory cost nothing. */
export const tableFinder =
  (rooms: Pick<Rooms, 'find' | 'has' | 'faultOf'>, loads: RateLimiter) =>
  async (id: string, address: string): Promise<Result<Room, FindError>> => {
    const retryMs = rooms.has(id) ? 0 : loads.take(address);
    if (retryMs > 0) return failure({ name: 'too-many', retryMs });
    const room = await rooms.find(id);
    return room === null ? failure(rooms.faultOf(id)) : success(room);
  };
export type FindTable = ReturnType<typeof tableFinder>;

type RecordRefusal = { readonly name: 'not-found' | 'not-over' | FaultName };

/** The record of the finished match at a table. A log may be long; it is not read for a match that is not over. */
export async function recordAtTable(
  rooms: Pick<Rooms, 'statusOf' | 'find' | 'knownFault'>,
  id: string,
): Promise<Result<TableRecord, RecordRefusal>> {
  const status = await rooms.statusOf(id);
  if (status === null) return failure({ name: 'not-found' });
  const room = status === 'over' ? await rooms.find(id) : null;
  if (room === null) return failure(rooms.knownFault(id) ?? { name: 'not-over' });
  const record = tableRecord(tableView(room.state, null));
  return record === null ? failure({ name: 'not-over' }) : success(record);
}

/** The most tables of one request. If a listing does not contain enough, the log of its table is read. */
const MAX_LOOKED_AT = 60;

const STATUSES: Readonly<Record<'unfinished' | 'over', readonly StreamStatus[]>> = {
  unfinished: ['open', 'running'],
  over: ['over'],
};

interface OwnTablesDeps {
  readonly rooms: Pick<Rooms, 'stateOf' | 'gameOf'>;
  readonly store: Pick<Store, 'listingsOf'>;
}

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
const resultOf = ({ places, you, ended }: OwnTable): OwnResult | null =>
  places === null || ended === 'abort' ? null : seatResult(places, you);

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
