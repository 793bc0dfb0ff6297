import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { join } from 'node:path';

export interface OwnServer {
  readonly url: string;
  close(): Promise<void>;
}

/** A server of one's own that differs in some habit: `impatient` or `crowded`, in the tests of the server. */
export async function ownServer(habit: 'impatient' | 'crowded'): Promise<OwnServer> {
  const file = join(import.meta.dirname, '..', '..', 'server', 'test', `${habit}.ts`);
  const loader = createRequire(import.meta.url).resolve('tsx');
  const child: ChildProcess = spawn(process.execPath, ['--import', loader, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (child.stdout === null) throw new Error('no output to read');
  const said: readonly unknown[] = await once(child.stdout, 'data');
  const close = async (): Promise<void> => {
    child.stdin?.end();
    await once(child, 'exit');
  };
  return { url: String(said[0]).trim(), close };
}
