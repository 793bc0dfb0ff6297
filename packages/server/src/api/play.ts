import { type ClientCommand, COMMAND_ERRORS, type CommandError } from '@tablier/protocol';
import type { Sockets } from '../realtime/connections.ts';
import { type AnyOperation, type Asked, operation } from './operation.ts';
import { bodies, done, preparedParams, tableParams } from './schemas.ts';

interface PlayDeps {
  readonly sockets: Pick<Sockets, 'run'>;
}

/** The services that all commands use. */
const shared = { method: 'POST', tag: 'play', access: 'play', answer: done } as const;

type Kind = keyof typeof COMMAND_ERRORS;

type Run = <K extends Kind>(
  input: Asked<CommandError<K>['name']>,
  id: string,
  command: Extract<ClientCommand, { readonly kind: K }>,
) => Promise<unknown>;

/** The commands, each exactly as on a connection: the same checks, limits, and answers to a command that is sent again. */
export function playOperations({ sockets }: PlayDeps): readonly AnyOperation[] {
  const run: Run = async <K extends Kind>(
    { caller, request, refuse }: Asked<CommandError<K>['name']>,
    id: string,
    command: Extract<ClientCommand, { readonly kind: K }>,
  ) => {
    if (caller === null) return refuse({ name: 'no-token' });
    // Network delay is unknown, so none is credited to the clock.
    const result = await sockets.run({ id, command, person: caller.person, lag: 0, address: request.ip });
    if (result.ok) return result.value;
    const names: readonly string[] = COMMAND_ERRORS[command.kind];
    if (!names.includes(result.error.name))
      request.log.error({ command: command.kind, name: result.error.name }, 'an error that is not in the document');
    return refuse(result.error as CommandError<K>);
  };
  return [...chairOperations(run), seekOperation(run), ...matchOperations(run), ...preparedOperations(run)];
}

const chairOperations = (run: Run): readonly AnyOperation[] => [
  operation({
    ...shared,
    id: 'openTable',
    errors: COMMAND_ERRORS.open,
    path: '/tables',
    summary: 'Open a table',
    description:
      'An open challenge has `visibility` `open`; one for a person with the link has `link`. Chairs for bots are `{"bot": "medium"}`.',
    body: bodies.open,
    run: (input) => run(input, input.body.id, { kind: 'open', terms: input.body.terms }),
  }),
  operation({
    ...shared,
    id: 'joinTable',
    errors: COMMAND_ERRORS.sit,
    path: '/tables/{table}/join',
    summary: 'Sit down in a free chair, or in the one of an invitation',
    params: tableParams,
    body: bodies.join,
    run: (input) => run(input, input.body.id, { kind: 'sit', table: input.params.table, chair: input.body.chair }),
  }),
  operation({
    ...shared,
    id: 'leaveTable',
    errors: COMMAND_ERRORS.stand,
    path: '/tables/{table}/leave',
    summary: 'Leave a chair before the match; a table whose host leaves is closed',
    params: tableParams,
    body: bodies.command,
    run: (input) => run(input, input.body.id, { kind: 'stand', table: input.params.table }),
  }),
  operation({
    ...shared,
    id: 'declineInvitation',
    errors: COMMAND_ERRORS.decline,
    path: '/tables/{table}/decline',
    summary: 'Decline an invitation',
    params: tableParams,
    body: bodies.command,
    run: (input) => run(input, input.body.id, { kind: 'decline', table: input.params.table }),
  }),
];

const seekOperation = (run: Run): AnyOperation =>
  operation({
    ...shared,
    id: 'seek',
    errors: COMMAND_ERRORS.seek,
    path: '/seeks',
    summary: 'Look for an opponent with the same wish; for people only',
    description: 'The seek ends when no event stream or connection of the person watches the table of the answer.',
    body: bodies.seek,
    run: (input) => run(input, input.body.id, { kind: 'seek', game: input.body.game, pace: input.body.pace }),
  });

const matchOperations = (run: Run): readonly AnyOperation[] => [
  operation({
    ...shared,
    id: 'act',
    errors: COMMAND_ERRORS.act,
    path: '/tables/{table}/actions',
    summary: 'Move, peek, resign, offer or answer a draw or a take-back, abort, claim',
    params: tableParams,
    body: bodies.act,
    run: (input) => run(input, input.body.id, { kind: 'act', table: input.params.table, action: input.body.action }),
  }),
  operation({
    ...shared,
    id: 'rematch',
    errors: COMMAND_ERRORS.rematch,
    path: '/tables/{table}/rematch',
    summary: 'Agree to a rematch, decline it, or withdraw; `rematch.table` of the view names the new table',
    params: tableParams,
    body: bodies.rematch,
    run: (input) => run(input, input.body.id, { kind: 'rematch', table: input.params.table, agree: input.body.agree }),
  }),
  operation({
    ...shared,
    id: 'say',
    errors: COMMAND_ERRORS.say,
    path: '/tables/{table}/chat',
    summary: 'Write a line to the chat of the players, or of the spectators',
    params: tableParams,
    body: bodies.say,
    run: (input) => run(input, input.body.id, { kind: 'say', table: input.params.table, text: input.body.text }),
  }),
];

/** The list of lines is in `tables.ts`, with the other read operations. */
const preparedOperations = (run: Run): readonly AnyOperation[] => [
  operation({
    ...shared,
    id: 'prepareMoves',
    errors: COMMAND_ERRORS.prepare,
    path: '/tables/{table}/prepared',
    summary: 'Prepare a line of moves while others are to move; the server makes the answers at once',
    description:
      'Only in games where nothing is hidden. The line is made only if the match is at exactly the position after `played`, and only as long as the others make exactly the expected moves. When it is your turn and no line fits, all lines are removed; so they are when the match ends.',
    params: tableParams,
    body: bodies.prepare,
    run: ({ body, ...input }) => {
      const { id, played, line } = body;
      return run(input, id, { kind: 'prepare', table: input.params.table, played, line });
    },
  }),
  operation({
    ...shared,
    id: 'removePrepared',
    errors: COMMAND_ERRORS.unprepare,
    method: 'DELETE',
    path: '/tables/{table}/prepared/{line}',
    summary: 'Remove a prepared line; nothing happens if it is gone',
    params: preparedParams,
    run: (input) => {
      const { table, line } = input.params;
      return run(input, line, { kind: 'unprepare', table, line });
    },
  }),
];
