import * as z from 'zod/mini';
import { playerAction, preparation } from '../client-messages.ts';
import { COMMAND_ERRORS } from '../command-errors.ts';
import { PACE_NAMES } from '../paces.ts';
import { preparedId, seat, tableId, tableTerms, described } from '../values.ts';
import { tableParams } from './common.ts';
import type { Declarations } from './operation.ts';

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

const command = { tag: 'play', access: 'play', answer: done } as const;
const commandAtTable = { ...command, params: tableParams } as const;

/** The commands, each exactly as on a connection: the same checks, limits, and answers to a command that is sent again. */
export const PLAY = {
  'POST /api/v1/tables': {
    ...command,
    id: 'openTable',
    summary: 'Open a table',
    description:
      'An open challenge has `visibility` `open`; one for a person with the link has `link`. Chairs for bots are `{"bot": "medium"}`.',
    body: bodies.open,
    errors: COMMAND_ERRORS.open,
  },
  'POST /api/v1/tables/{table}/join': {
    ...commandAtTable,
    id: 'joinTable',
    summary: 'Sit down in a free chair, or in the one of an invitation',
    body: bodies.join,
    errors: COMMAND_ERRORS.sit,
  },
  'POST /api/v1/tables/{table}/leave': {
    ...commandAtTable,
    id: 'leaveTable',
    summary: 'Leave a chair before the match; a table whose host leaves is closed',
    body: bodies.command,
    errors: COMMAND_ERRORS.stand,
  },
  'POST /api/v1/tables/{table}/decline': {
    ...commandAtTable,
    id: 'declineInvitation',
    summary: 'Decline an invitation',
    body: bodies.command,
    errors: COMMAND_ERRORS.decline,
  },
  'POST /api/v1/seeks': {
    ...command,
    id: 'seek',
    summary: 'Look for an opponent with the same wish; for people only',
    description: 'The seek ends when no event stream or connection of the person watches the table of the answer.',
    body: bodies.seek,
    errors: COMMAND_ERRORS.seek,
  },
  'POST /api/v1/tables/{table}/actions': {
    ...commandAtTable,
    id: 'act',
    summary: 'Move, peek, resign, offer or answer a draw or a take-back, abort, claim',
    body: bodies.act,
    errors: COMMAND_ERRORS.act,
  },
  'POST /api/v1/tables/{table}/rematch': {
    ...commandAtTable,
    id: 'rematch',
    summary: 'Agree to a rematch, decline it, or withdraw; `rematch.table` of the view names the new table',
    body: bodies.rematch,
    errors: COMMAND_ERRORS.rematch,
  },
  'POST /api/v1/tables/{table}/chat': {
    ...commandAtTable,
    id: 'say',
    summary: 'Write a line to the chat of the players, or of the spectators',
    body: bodies.say,
    errors: COMMAND_ERRORS.say,
  },
  'POST /api/v1/tables/{table}/prepared': {
    ...commandAtTable,
    id: 'prepareMoves',
    summary: 'Prepare a line of moves while others are to move; the server makes the answers at once',
    description:
      'Only in games where nothing is hidden. The line is made only if the match is at exactly the position after `played`, and only as long as the others make exactly the expected moves. When it is your turn and no line fits, all lines are removed; so they are when the match ends.',
    body: bodies.prepare,
    errors: COMMAND_ERRORS.prepare,
  },
  'DELETE /api/v1/tables/{table}/prepared/{line}': {
    ...command,
    id: 'removePrepared',
    summary: 'Remove a prepared line; nothing happens if it is gone',
    params: z.object({ table: tableId, line: preparedId }),
    errors: COMMAND_ERRORS.unprepare,
  },
} as const satisfies Declarations;
