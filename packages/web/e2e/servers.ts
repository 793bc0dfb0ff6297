import { join } from 'node:path';
import { ServerProcess } from '@tablier/testkit/servers';

/** A server that differs from the usual one: `impatient`, `crowded`, `outage`, `faulty` or `mailing`, in the tests of the server. */
export function ownServer(
  kind: 'impatient' | 'crowded' | 'outage' | 'faulty' | 'mailing',
  env: Readonly<Record<string, string>> = {},
): Promise<ServerProcess> {
  const file = join(import.meta.dirname, '..', '..', 'server', 'test', `${kind}.ts`);
  return ServerProcess.start([process.execPath, file], { onLog: (line) => console.error(line), env });
}
