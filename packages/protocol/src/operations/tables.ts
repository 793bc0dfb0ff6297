import * as z from 'zod/mini';
import { pastQuery, pastViews } from '../match-view.ts';
import { chair, preparedLines, SERVER_MESSAGES, tableSummary, tableView } from '../server-messages.ts';
import { ratingChanges } from '../ratings.ts';
import {
  clockTerms,
  described,
  oneOf,
  PACE_NAMES,
  preparedId,
  seat,
  seatCode,
  sofaCode,
  tableId,
  tableTerms,
  listOf,
} from '../values.ts';
import { anyone, play, read, session, visitor } from './declare.ts';
import { cursor, type Declarations, FIND_ERRORS, limit, tableParams } from './operation.ts';
import { playerAction, preparation } from '../client-messages.ts';
import { COMMAND_ERRORS } from '../errors.ts';

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
const { table, current, presence, said, own, error } = SERVER_MESSAGES;
const EVENTS = { table, current, presence, said, own, error };
const event = oneOf(EVENTS);

const RESUME = `Server-sent events; the data of each is a message of the WebSocket (${Object.keys(EVENTS).join(', ')}). To resume, send the id of the last event as \`Last-Event-ID\`: only what is new follows. The server ends a stream now and then. After the event \`error\` do not resume it.`;

/** Lists of tables, the view of one table, and what remains of it. */
export const TABLES = {
  'GET /api/v1/tables': anyone('tables', 'listTables', {
    summary:
      'The public tables of the lobby, newest first: those that wait for players, those being played, the latest results',
    description: 'A table that waits is listed while the person who opened it is present.',
    query: tablesQuery,
    answer: z.object({ tables: z.array(tableSummary), next: z.nullable(z.string()) }),
  }),
  'GET /api/v1/tables/{table}': anyone('tables', 'getTable', {
    summary: 'A table as the caller sees it: from their own seat, or as a spectator',
    description: 'With `legal`, the moves that may be tried, if the caller is to move.',
    params: tableParams,
    answer: tableView,
    errors: FIND_ERRORS,
  }),
  'GET /api/v1/tables/{table}/prepared': read('tables', 'listPrepared', {
    summary: 'The moves that the caller has prepared in a match, as far as they can still be reached',
    params: tableParams,
    answer: preparedLines,
    errors: [...FIND_ERRORS, 'not-seated'],
  }),
  'GET /api/v1/tables/{table}/record': anyone('tables', 'getTableRecord', {
    summary: 'The record of a finished game at a table, with the players and the hash of the deal',
    params: tableParams,
    limits: { lookups: 'address' },
    answer: tableRecordSchema,
    errors: [...FIND_ERRORS, 'not-found', 'not-over'],
  }),
  'GET /api/tables/{table}/past': session({
    summary:
      'Positions that a match has left behind, as the caller saw them. A table that shows the last move only has none',
    limits: { lookups: 'person' },
    query: pastQuery,
    answer: pastViews,
    errors: ['not-found'],
  }),
  'GET /api/tables/{table}/ratings': visitor({
    summary: 'What a finished match changed',
    limits: { profiles: 'address' },
    answer: ratingChanges,
    errors: ['not-found'],
  }),
  'GET /api/lobby': visitor({
    summary:
      'The lobby for all who only look, the same for everyone. `max-age` says when to ask again: later when many do',
    answer: z.object({ tables: z.array(tableSummary), online: z.int() }),
    isFrequent: true,
  }),
} as const satisfies Declarations;

/** Tables with a shared screen, for the page. */
export const SOFA = {
  'GET /api/tables/{table}/sofa': visitor({
    summary:
      'For the phones of a table with a shared screen: its code, and the codes of chairs. Who opened the table gets those of all chairs without a phone; others get that of their own',
    params: tableParams,
    limits: { profiles: 'address' },
    answer: z.object({
      code: sofaCode,
      chairs: listOf({ code: z.nullable(seatCode), own: z.boolean() }),
      /** An address of this machine for other devices in the house; `null` if the address of the page will do. */
      origin: z.nullable(z.string()),
    }),
    errors: FIND_ERRORS,
  }),
  'POST /api/sofa': visitor({
    summary: 'The table with a shared screen to which four letters lead. They are in the body, so that no log has them',
    body: z.object({ code: sofaCode }),
    limits: { lookups: 'address' },
    answer: z.object({ table: tableId }),
    errors: ['not-found'],
  }),
} as const satisfies Declarations;

/** Event streams: of one table, and of all own tables. */
export const STREAMS = {
  'GET /api/v1/tables/{table}/events': anyone('tables', 'streamTable', {
    summary: 'The view of one table, live: from the own seat with a token that may play, otherwise as a spectator',
    description: RESUME,
    params: tableParams,
    answer: event,
    form: 'event-stream',
    errors: FIND_ERRORS,
  }),
  'GET /api/v1/events': play('own', 'streamOwn', {
    summary: 'The views of all own tables, live: those that wait, that run, and the end of each',
    description: `${RESUME} While it is open, its person counts as present at these tables.`,
    answer: event,
    form: 'event-stream',
  }),
} as const satisfies Declarations;

const id = described(
  'Chosen by the client: new for each command, the same when a command is sent again. A UUID is valid.',
  z.string().check(z.regex(/^[\w-]{1,64}$/)),
);

export const bodies = {
  open: z.strictObject({ id, terms: tableTerms }),
  join: z.strictObject({ id, chair: seat }),
  command: z.strictObject({ id }),
  act: z.strictObject({ id, action: playerAction }),
  rematch: z.strictObject({ id, agree: z.boolean() }),
  prepare: z.strictObject({ id, ...preparation }),
  say: z.strictObject({ id, text: z.string().check(z.minLength(1), z.maxLength(300)) }),
  seek: z.strictObject({ id, game: z.string().check(z.maxLength(40)), pace: z.enum(PACE_NAMES) }),
} as const;

/** The answer to every command. It is stored durably. */
export const done = z.object({
  table: tableId,
  version: described('The version of the table after the command. For a chat message: its number.', z.int()),
});

const command = <Kind extends keyof typeof COMMAND_ERRORS, const D extends object>(
  kind: Kind,
  id: string,
  declared: D,
) => play('play', id, { answer: done, errors: COMMAND_ERRORS[kind], ...declared });
const atTable = <Kind extends keyof typeof COMMAND_ERRORS, const D extends object>(
  kind: Kind,
  id: string,
  declared: D,
) => command(kind, id, { params: tableParams, ...declared });

/** The commands, each exactly as on a connection: the same checks, limits, and answers to a command that is sent again. */
export const PLAY = {
  'POST /api/v1/tables': command('open', 'openTable', {
    summary: 'Open a table',
    description:
      'An open challenge has `visibility` `open`; one for a person with the link has `link`. Chairs for bots are `{"bot": "medium"}`.',
    body: bodies.open,
  }),
  'POST /api/v1/tables/{table}/join': atTable('sit', 'joinTable', {
    summary: 'Sit down in a free chair, or in the one of an invitation',
    body: bodies.join,
  }),
  'POST /api/v1/tables/{table}/leave': atTable('stand', 'leaveTable', {
    summary: 'Leave a chair before the match; a table whose host leaves is closed',
    body: bodies.command,
  }),
  'POST /api/v1/tables/{table}/decline': atTable('decline', 'declineInvitation', {
    summary: 'Decline an invitation',
    body: bodies.command,
  }),
  'POST /api/v1/seeks': command('seek', 'seek', {
    summary: 'Look for an opponent with the same wish; for people only',
    description: 'The seek ends when no event stream or connection of the person watches the table of the answer.',
    body: bodies.seek,
  }),
  'POST /api/v1/tables/{table}/actions': atTable('act', 'act', {
    summary: 'Move, peek, resign, offer or answer a draw or a take-back, abort, claim',
    body: bodies.act,
  }),
  'POST /api/v1/tables/{table}/rematch': atTable('rematch', 'rematch', {
    summary: 'Agree to a rematch, decline it, or withdraw; `rematch.table` of the view names the new table',
    body: bodies.rematch,
  }),
  'POST /api/v1/tables/{table}/chat': atTable('say', 'say', {
    summary: 'Write a line to the chat of the players, or of the spectators',
    body: bodies.say,
  }),
  'POST /api/v1/tables/{table}/prepared': atTable('prepare', 'prepareMoves', {
    summary: 'Prepare a line of moves while others are to move; the server makes the answers at once',
    description:
      'Only in games where nothing is hidden. The line is made only if the match is at exactly the position after `played`, and only as long as the others make exactly the expected moves. When it is your turn and no line fits, all lines are removed; so they are when the match ends.',
    body: bodies.prepare,
  }),
  'DELETE /api/v1/tables/{table}/prepared/{line}': command('unprepare', 'removePrepared', {
    summary: 'Remove a prepared line; nothing happens if it is gone',
    params: z.object({ table: tableId, line: preparedId }),
  }),
} as const satisfies Declarations;
