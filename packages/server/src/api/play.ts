import { type ClientCommand, COMMAND_ERRORS, type CommandError } from '@tablier/protocol';
import { PLAY } from '@tablier/protocol/operations';
import type { Sockets } from '../realtime/connections.ts';
import { type Asked, implement, type Operation } from './operation.ts';

interface PlayDeps {
  readonly sockets: Pick<Sockets, 'run'>;
}

type Kind = ClientCommand['kind'];

export function playOperations({ sockets }: PlayDeps): readonly Operation[] {
  const run = async <K extends Kind>(
    { caller, request, refuse }: Asked<CommandError<K>['name'], 'play'>,
    id: string,
    command: Extract<ClientCommand, { readonly kind: K }>,
  ) => {
    // Network delay is unknown, so none is credited to the clock.
    const result = await sockets.run({ id, command, person: caller.person, lag: 0, address: request.ip });
    if (result.ok) return result.value;
    const names: readonly string[] = COMMAND_ERRORS[command.kind];
    if (!names.includes(result.error.name))
      request.log.error({ command: command.kind, name: result.error.name }, 'an error that is not in the document');
    return refuse(result.error as CommandError<K>);
  };
  return implement(PLAY, {
    'POST /api/v1/tables': ({ body: { id, terms }, ...input }) => run(input, id, { kind: 'open', terms }),
    'POST /api/v1/tables/{table}/join': ({ params: { table }, body: { id, chair }, ...input }) =>
      run(input, id, { kind: 'sit', table, chair }),
    'POST /api/v1/tables/{table}/leave': ({ params: { table }, body: { id }, ...input }) =>
      run(input, id, { kind: 'stand', table }),
    'POST /api/v1/tables/{table}/decline': ({ params: { table }, body: { id }, ...input }) =>
      run(input, id, { kind: 'decline', table }),
    'POST /api/v1/seeks': ({ body: { id, game, pace }, ...input }) => run(input, id, { kind: 'seek', game, pace }),
    'POST /api/v1/tables/{table}/actions': ({ params: { table }, body: { id, action }, ...input }) =>
      run(input, id, { kind: 'act', table, action }),
    'POST /api/v1/tables/{table}/rematch': ({ params: { table }, body: { id, agree }, ...input }) =>
      run(input, id, { kind: 'rematch', table, agree }),
    'POST /api/v1/tables/{table}/chat': ({ params: { table }, body: { id, text }, ...input }) =>
      run(input, id, { kind: 'say', table, text }),
    'POST /api/v1/tables/{table}/prepared': ({ params: { table }, body: { id, played, line }, ...input }) =>
      run(input, id, { kind: 'prepare', table, played, line }),
    'DELETE /api/v1/tables/{table}/prepared/{line}': ({ params: { table, line }, ...input }) =>
      run(input, line, { kind: 'unprepare', table, line }),
  });
}
