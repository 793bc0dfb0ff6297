import { once } from 'node:events';
import { type RunningServer, ServerStartError, startServer } from '@tablier/server';
import { EXIT, UsageError } from '../shared/errors.ts';
import { tell, writeLine } from '../shared/output.ts';

export interface ServeFlags {
  readonly port: number;
  readonly host: string;
  readonly data: string;
}

/** `tablier serve`: runs until it is told to end, then closes what is open. */
export async function serve({ port, host, data }: ServeFlags): Promise<number> {
  const server = await start({ port, host, data });
  await writeLine(server.url);
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await server.close();
  return EXIT.ok;
}

/** A port that is taken or data that cannot be opened is for the caller to put right. */
async function start({ port, host, data }: ServeFlags): Promise<RunningServer> {
  try {
    return await startServer({ port, host, dataDir: data, log: tell });
  } catch (error) {
    throw error instanceof ServerStartError ? new UsageError(error.message) : error;
  }
}
