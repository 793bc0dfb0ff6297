import { once } from 'node:events';
import { type RunningServer, ServerStartError, startServer } from '@tablier/server';
import { EXIT, UsageError } from '../shared/errors.ts';
import { tell, writeLine } from '../shared/output.ts';
import type { DatabaseFlags } from './backup.ts';

export interface ServeFlags extends DatabaseFlags {
  readonly port: number;
  readonly host: string;
  readonly trustProxy?: string;
}

/** `tablier serve`: runs until it is told to end, then closes what is open. The log goes to stderr. */
export async function serve(flags: ServeFlags): Promise<number> {
  const server = await begin(flags);
  await writeLine(`Tablier is at ${server.url} (Ctrl-C ends it)`);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
  return EXIT.ok;
}

async function begin({ port, host, data, database, trustProxy }: ServeFlags): Promise<RunningServer> {
  try {
    return await startServer({ port, host, dataDir: data, databaseUrl: database, trustProxy, log: tell });
  } catch (error) {
    throw error instanceof ServerStartError ? new UsageError(error.message) : error;
  }
}
