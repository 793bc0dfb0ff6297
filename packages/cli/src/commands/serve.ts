import { once } from 'node:events';
import {
  endOnCrash,
  type LogLevel,
  type OnlineSettings,
  type RunningServer,
  ServerStartError,
  startServer,
} from '@tablier/server';
import { GameFileError } from '@tablier/server/game-file';
import { EXIT, note, UsageError, writeLine } from '../shared/output.ts';
import { endIfStuck } from '../shared/stuck.ts';
import type { DatabaseFlags } from '../shared/database.ts';

interface ServeFlags extends DatabaseFlags {
  /** A file that was checked and added before. */
  readonly game?: string;
  readonly broker?: string;
  readonly port: number;
  readonly host: string;
  readonly origin?: string;
  readonly trustProxy?: string;
  readonly metricsPort?: number;
  readonly metricsHost: string;
  readonly maxConnections?: number;
  readonly maxConnectionsPerAddress: number;
  readonly botThreads?: number;
  readonly logLevel?: LogLevel;
  readonly smtpUrl?: string;
  readonly mailFrom?: string;
}

/** A stop that takes longer hangs and is aborted: everything acknowledged is already stored. Milliseconds. */
const LONGEST_STOP = 15_000;

/** `tablier serve`: runs until it receives a signal to stop, then closes what is open. The log goes to stderr. */
export async function serve(flags: ServeFlags): Promise<number> {
  const server = await begin(flags);
  if (flags.game !== undefined) endIfStuck(flags.game);
  endOnCrash(note, EXIT.bug);
  // Registered before the address is printed, because a program that reads it may end the server at once.
  const signalled = Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')]);
  await writeLine(`Tablier is at ${server.url} (Ctrl-C ends it)`);
  await signalled;
  const hanging = setTimeout(() => {
    note('tablier: the server did not stop in time: the process exits now');
    process.exit(EXIT.bug);
  }, LONGEST_STOP).unref();
  await server.close();
  clearTimeout(hanging);
  return EXIT.ok;
}

async function begin(flags: ServeFlags): Promise<RunningServer> {
  const { port, host, origin, trustProxy, metricsPort, metricsHost, logLevel } = flags;
  const database = { dataDir: flags.data, databaseUrl: flags.database, brokerUrl: flags.broker };
  const metrics = metricsPort === undefined ? undefined : { port: metricsPort, host: metricsHost };
  const told = { metrics, mail: mailOf(flags), log: note, logLevel };
  try {
    return await startServer({ port, host, origin, trustProxy, ...database, ...told, online: limitsOf(flags) });
  } catch (error) {
    throw error instanceof ServerStartError || error instanceof GameFileError ? new UsageError(error.message) : error;
  }
}

function mailOf({ smtpUrl, mailFrom }: ServeFlags): { url: string; from: string } | undefined {
  if (smtpUrl === undefined && mailFrom === undefined) return undefined;
  if (smtpUrl === undefined || mailFrom === undefined)
    throw new UsageError('--smtp-url and --mail-from are needed together');
  return { url: smtpUrl, from: mailFrom };
}

function limitsOf({ maxConnections, maxConnectionsPerAddress, botThreads }: ServeFlags): OnlineSettings {
  return {
    held: {
      connectionsPerAddress: maxConnectionsPerAddress,
      ...(maxConnections !== undefined && { connections: maxConnections }),
    },
    bots: botThreads === undefined ? {} : { threads: botThreads },
  };
}
