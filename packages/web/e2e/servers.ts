import { join } from 'node:path';
import { ServerProcess } from '@tablier/testkit/servers';

const PACKAGES = join(import.meta.dirname, '..', '..');
const onLog = (line: string): void => console.error(line);

/** A server that differs from the usual one: `impatient`, `crowded`, `outage`, `faulty` or `mailing`, in the tests of the server. */
export function ownServer(
  kind: 'impatient' | 'crowded' | 'outage' | 'faulty' | 'mailing',
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const file = join(PACKAGES, 'server', 'test', `${kind}.ts`);
  return ServerProcess.start([process.execPath, file], { onLog, env });
}

/** The server as an operator runs it, with its data in a folder; `port` and `host` are those to listen at, `game` is the file of one. */
export function tablierServer(
  data: string,
  { port = '0', host = '127.0.0.1', game = '' } = {},
): Promise<ServerProcess> {
  const program = join(PACKAGES, 'cli', 'bin', 'tablier.js');
  const command = [process.execPath, program, 'serve', '--data', data, '--port', port, '--host', host];
  return ServerProcess.start(game === '' ? command : [...command, '--game', game]);
}
