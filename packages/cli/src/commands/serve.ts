import { once } from 'node:events';
import { startServer } from '@tablier/server';
import { EXIT } from '../shared/errors.ts';
import { tell, writeLine } from '../shared/output.ts';

export interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly data: string;
}

/** `tablier serve`: runs until it is told to end, then closes what is open. */
export async function serve({ port, host, data }: ServeFlags): Promise<number> {
  const server = await startServer({ port, host, dataDir: data, log: tell });
  await writeLine(server.url);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
  return EXIT.ok;
}
