import { join } from 'node:path';
import { ServerProcess } from '@tablier/testkit/servers';

<<<<<<< HEAD
export interface OwnServer {
  readonly url: string;
  /** Triggers a behaviour of this server variant; resolves when it is done. */
  tell(command: string): Promise<void>;
  close(): Promise<void>;
}

/** A separate server with a variant of the test server: `impatient`, `crowded`, `outage` or `faulty`. */
export async function ownServer(habit: 'impatient' | 'crowded' | 'outage' | 'faulty'): Promise<OwnServer> {
  const file = join(import.meta.dirname, '..', '..', 'server', 'test', `${habit}.ts`);
  const child: ChildProcess = spawn(process.execPath, [file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no output to read');
  const said: readonly unknown[] = await once(child.stdout, 'data');
  const close = async (): Promise<void> => {
    child.stdin?.end();
    await once(child, 'exit');
  };
  const { stdin, stdout } = child;
  const tell = async (command: string): Promise<void> => {
    stdin?.write(`${command}\n`);
    await once(stdout, 'data');
  };
  return { url: String(said[0]).trim(), tell, close };
=======
/** A server that differs from the usual one: `impatient`, `crowded`, `outage` or `faulty`, in the tests of the server. */
export function ownServer(kind: 'impatient' | 'crowded' | 'outage' | 'faulty'): Promise<ServerProcess> {
  const file = join(import.meta.dirname, '..', '..', 'server', 'test', `${kind}.ts`);
  return ServerProcess.start([process.execPath, file], { onLog: (line) => console.error(line) });
>>>>>>> prove
}
