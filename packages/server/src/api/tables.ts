import { gameRecord, preparedLines, tableView, type TableSummary } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { TokenCaller } from '../accounts/tokens.ts';
import type { RateLimiter } from '../lib/rate-limits.ts';
import type { Lobby } from '../matchmaking/lobby.ts';
import type { Rooms } from '../tables/rooms.ts';
import { FIND_ERRORS, type TableFinder } from '../tables/table-finder.ts';
import { recordAtTable } from '../tables/table-records.ts';
import { invitedTo, seatOf } from '../tables/table-state.ts';
import { playableView } from '../tables/table-view.ts';
import { type AnyOperation, operation } from './operation.ts';
import {
  pageQuery,
  recordList,
  recordParams,
  tableList,
  tableParams,
  tableRecordSchema,
  tablesQuery,
} from './schemas.ts';

interface TablesDeps {
  readonly rooms: Rooms;
  readonly tableFinder: TableFinder;
  readonly lobby: Lobby;
  readonly store: Pick<Store, 'recent' | 'find'>;
  /** Games of tables, by address: each is read from a log. */
  readonly lookups: RateLimiter;
}

/** Lists of tables and games, the view of one table, and finished games. */
export const tableOperations = (deps: TablesDeps): readonly AnyOperation[] => [
  listTables(deps),
  getTable(deps),
  listPrepared(deps),
  ...recordOperations(deps),
];

const listTables = ({ lobby }: TablesDeps): AnyOperation =>
  operation({
    id: 'listTables',
    method: 'GET',
    path: '/tables',
    tag: 'tables',
    summary:
      'The public tables of the lobby, newest first: those that wait for players, those being played, the latest results',
    description: 'A table that waits is listed while the person who opened it is present.',
    access: 'anyone',
    query: tablesQuery,
    answer: tableList,
    run: async ({ query: { limit, before, phase, game } }) => {
      const { changed } = lobby.feed.updateSince(-1, new Set());
      const wanted = changed
        .filter((table) => (phase ?? table.phase) === table.phase && (game ?? table.game) === table.game)
        .toSorted((left, right) => (isAfter(left, right) ? -1 : 1))
        .filter((table) => before === undefined || isAfter(placeIn(before), table));
      const tables = wanted.slice(0, limit);
      const last = tables.at(-1);
      return { tables, next: wanted.length > limit && last !== undefined ? `${last.at}.${last.id}` : null };
    },
  });

type Place = Pick<TableSummary, 'at' | 'id'>;

const isAfter = (left: Place, right: Place): boolean =>
  left.at > right.at || (left.at === right.at && left.id > right.id);

/** An unreadable place counts as the start, so the answer is the first page. */
function placeIn(cursor: string): Place {
  const [at = '', id = ''] = cursor.split('.');
  return /^\d{1,15}$/.test(at) ? { at: Number(at), id } : { at: Number.POSITIVE_INFINITY, id };
}

/** The person whose seat a caller sees; `null` for a spectator. */
const personOf = (caller: TokenCaller | null): string | null => caller?.person.id ?? null;

const getTable = ({ tableFinder }: TablesDeps): AnyOperation =>
  operation({
    id: 'getTable',
    method: 'GET',
    path: '/tables/{table}',
    tag: 'tables',
    summary: 'A table as the caller sees it: from their own seat, or as a spectator',
    description: 'With `legal`, the moves that may be tried, if the caller is to move.',
    access: 'anyone',
    params: tableParams,
    answer: tableView,
    errors: FIND_ERRORS,
    run: async ({ params: { table }, caller, request, refuse }) => {
      const found = await tableFinder.find(table, request.ip);
      if (!found.ok) return refuse(found.error);
      const { shown } = found.value;
      const [seat, chair] = [seatOf(shown, personOf(caller)), invitedTo(shown, personOf(caller))];
      return playableView(shown, seat < 0 ? null : seat, chair < 0 ? null : chair);
    },
  });

const listPrepared = ({ tableFinder }: TablesDeps): AnyOperation =>
  operation({
    id: 'listPrepared',
    method: 'GET',
    path: '/tables/{table}/prepared',
    tag: 'tables',
    summary: 'The moves that the caller has prepared in a match, as far as they can still be reached',
    access: 'read',
    params: tableParams,
    answer: preparedLines,
    errors: [...FIND_ERRORS, 'not-seated'],
    run: async ({ params: { table }, caller, request, refuse }) => {
      const found = await tableFinder.find(table, request.ip);
      if (!found.ok) return refuse(found.error);
      const room = found.value;
      const seat = caller === null ? -1 : seatOf(room.state, caller.person.id);
      return seat < 0 ? refuse({ name: 'not-seated' }) : room.prepared.of(seat);
    },
  });

const recordOperations = ({ rooms, store, lookups }: TablesDeps): readonly AnyOperation[] => [
  operation({
    id: 'getTableRecord',
    method: 'GET',
    path: '/tables/{table}/record',
    tag: 'tables',
    summary: 'The record of a finished game at a table, with the players and the hash of the deal',
    access: 'anyone',
    params: tableParams,
    answer: tableRecordSchema,
    errors: [...FIND_ERRORS, 'not-found', 'not-over'],
    run: async ({ params: { table }, request, refuse }) => {
      const retryMs = lookups.take(request.ip);
      if (retryMs > 0) return refuse({ name: 'too-many', retryMs });
      const found = await recordAtTable(rooms, table);
      return found.ok ? found.value : refuse(found.error);
    },
  }),
  operation({
    id: 'listRecords',
    method: 'GET',
    path: '/records',
    tag: 'tables',
    summary: 'Finished public games, newest first, without deals and moves',
    access: 'anyone',
    query: pageQuery,
    answer: recordList,
    run: async ({ query: { limit, before } }) => {
      const games = await store.recent(limit, before);
      return { games, next: games.length === limit ? (games.at(-1)?.id ?? null) : null };
    },
  }),
  operation({
    id: 'getRecord',
    method: 'GET',
    path: '/records/{id}',
    tag: 'tables',
    summary: 'The record of a finished game',
    access: 'anyone',
    params: recordParams,
    answer: gameRecord,
    errors: ['not-found'],
    run: async ({ params: { id }, refuse }) => (await store.find(id))?.record ?? refuse({ name: 'not-found' }),
  }),
];
