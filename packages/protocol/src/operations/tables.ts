import * as z from 'zod/mini';
import { pastQuery, pastViews } from '../match-view.ts';
import { preparedLines } from '../own-tables.ts';
import { ratingChanges } from '../ratings.ts';
import { chair, SERVER_MESSAGES, type ServerMessage, tableSummary, tableView } from '../server-messages.ts';
import { clockTerms, seatCode, sofaCode, tableId } from '../values.ts';
import { cursor, FIND_ERRORS, limit, tableParams } from './common.ts';
import type { Declarations } from './operation.ts';

export const tablesQuery = z.object({
  limit,
  before: cursor,
  phase: z.optional(z.enum(['waiting', 'playing', 'over'])),
  game: z.optional(z.string().check(z.maxLength(40))),
});

/** The record of a game that was played at a table. */
export const tableRecordSchema = z.looseObject({
  format: z.int(),
  game: z.string(),
  rules: z.int(),
  options: z.record(z.string(), z.unknown()),
  players: z.int(),
  deal: z.unknown(),
  moves: z.array(z.string()),
  table: tableId,
  seats: z.array(chair),
  clock: clockTerms,
  shuffle: z.nullable(z.object({ hash: z.string(), nonce: z.string() })),
});

/** The events of a stream: messages of the WebSocket, by their kind. */
const KINDS = [
  'table',
  'current',
  'presence',
  'said',
  'own',
  'error',
] as const satisfies readonly ServerMessage['kind'][];
const event = z.discriminatedUnion('kind', [
  SERVER_MESSAGES.table,
  SERVER_MESSAGES.current,
  SERVER_MESSAGES.presence,
  SERVER_MESSAGES.said,
  SERVER_MESSAGES.own,
  SERVER_MESSAGES.error,
]);

const RESUME = `Server-sent events; the data of each is a message of the WebSocket (${KINDS.join(', ')}). To resume, send the id of the last event as \`Last-Event-ID\`: only what is new follows. The server ends a stream now and then. After the event \`error\` do not resume it.`;

/** Lists of tables, the view of one table, and what remains of it. */
export const TABLES = {
  'GET /api/v1/tables': {
    id: 'listTables',
    tag: 'tables',
    summary:
      'The public tables of the lobby, newest first: those that wait for players, those being played, the latest results',
    description: 'A table that waits is listed while the person who opened it is present.',
    access: 'anyone',
    query: tablesQuery,
    answer: z.object({ tables: z.array(tableSummary), next: z.nullable(z.string()) }),
  },
  'GET /api/v1/tables/{table}': {
    id: 'getTable',
    tag: 'tables',
    summary: 'A table as the caller sees it: from their own seat, or as a spectator',
    description: 'With `legal`, the moves that may be tried, if the caller is to move.',
    access: 'anyone',
    params: tableParams,
    answer: tableView,
    errors: FIND_ERRORS,
  },
  'GET /api/v1/tables/{table}/prepared': {
    id: 'listPrepared',
    tag: 'tables',
    summary: 'The moves that the caller has prepared in a match, as far as they can still be reached',
    access: 'read',
    params: tableParams,
    answer: preparedLines,
    errors: [...FIND_ERRORS, 'not-seated'],
  },
  'GET /api/v1/tables/{table}/record': {
    id: 'getTableRecord',
    tag: 'tables',
    summary: 'The record of a finished game at a table, with the players and the hash of the deal',
    access: 'anyone',
    params: tableParams,
    limits: { lookups: 'address' },
    answer: tableRecordSchema,
    errors: [...FIND_ERRORS, 'not-found', 'not-over'],
  },
  'GET /api/tables/{table}/past': {
    summary:
      'Positions that a match has left behind, as the caller saw them. A table that shows the last move only has none',
    access: 'session',
    limits: { lookups: 'person' },
    query: pastQuery,
    answer: pastViews,
    errors: ['not-found'],
  },
  'GET /api/tables/{table}/ratings': {
    summary: 'What a finished match changed',
    access: 'visitor',
    limits: { profiles: 'address' },
    answer: ratingChanges,
    errors: ['not-found'],
  },
} as const satisfies Declarations;

/** Tables with a shared screen, for the page. */
export const SOFA = {
  'GET /api/tables/{table}/sofa': {
    summary:
      'For the phones of a table with a shared screen: its code, and the codes of chairs. Who opened the table gets those of all chairs without a phone; others get that of their own',
    access: 'visitor',
    params: tableParams,
    limits: { profiles: 'address' },
    answer: z.object({
      code: sofaCode,
      chairs: z.array(z.object({ code: z.nullable(seatCode), own: z.boolean() })),
      /** An address of this machine for other devices in the house; `null` if the address of the page will do. */
      origin: z.nullable(z.string()),
    }),
    errors: FIND_ERRORS,
  },
  'POST /api/sofa': {
    summary: 'The table with a shared screen to which four letters lead. They are in the body, so that no log has them',
    access: 'visitor',
    body: z.object({ code: sofaCode }),
    limits: { lookups: 'address' },
    answer: z.object({ table: tableId }),
    errors: ['not-found'],
  },
} as const satisfies Declarations;

/** Event streams: of one table, and of all own tables. */
export const STREAMS = {
  'GET /api/v1/tables/{table}/events': {
    id: 'streamTable',
    tag: 'tables',
    summary: 'The view of one table, live: from the own seat with a token that may play, otherwise as a spectator',
    description: RESUME,
    access: 'anyone',
    params: tableParams,
    answer: event,
    form: 'event-stream',
    errors: FIND_ERRORS,
  },
  'GET /api/v1/events': {
    id: 'streamOwn',
    tag: 'own',
    summary: 'The views of all own tables, live: those that wait, that run, and the end of each',
    description: `${RESUME} While it is open, its person counts as present at these tables.`,
    access: 'play',
    answer: event,
    form: 'event-stream',
  },
} as const satisfies Declarations;
