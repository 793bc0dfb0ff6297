import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Limits } from '@tablier/server';
import type { StorePlace } from '@tablier/store';
import { ServerProcess } from '@tablier/testkit/servers';
import { REPOSITORY } from './repository.ts';

/** What a server without an operator is started with, besides where its data is. */
export interface ServingOptions extends StorePlace {
  /** Default: any free one. */
  readonly port?: number;
  /** The rate limits to apply. Default: none. */
  readonly limits?: Partial<Limits>;
}

interface StartOptions extends ServingOptions {
  /** The processor that it is bound to, on systems that can bind it. */
  readonly cpu?: number | undefined;
  readonly onLog?: (line: string) => void;
  /** For Node itself: `--cpu-prof`. */
  readonly nodeArgs?: readonly string[];
}

/** A server as an operator starts it: `tablier serve`. */
export interface OperatorOptions extends StorePlace {
  readonly host?: string;
  /** Whose `X-Forwarded-For` counts. Default: no proxy. */
  readonly trustProxy?: string;
  /** How many descriptors it may have open. Default: as many as this process. */
  readonly descriptors?: number;
  readonly onLog?: (line: string) => void;
  readonly env?: Readonly<Record<string, string>>;
}

/** What a server measures of itself. */
export interface Measured {
  /** The longest block of its event loop, in milliseconds. */
  readonly longestBlock: number;
  /** The memory that its JavaScript holds after garbage collection, in MiB. */
  readonly heap: number;
}

const SERVING = fileURLToPath(new URL('./serving.ts', import.meta.url));
const TABLIER = join(REPOSITORY, 'packages/cli/bin/tablier.js');
const METER = fileURLToPath(new URL('./meter.ts', import.meta.url));
/** As `npm start` does: objects that live for one move are not copied meanwhile. */
const YOUNG = '--max-semi-space-size=128';

/** Arguments of Node with which `measure` works on a server. */
export const METERED: readonly string[] = ['--expose-gc', '--import', METER];

const NOT_MEASURED: Measured = { longestBlock: 0, heap: 0 };

/** The command that runs a source file, bound to a processor if one is given. */
export function sourceCommand(
  file: string,
  args: readonly string[],
  { nodeArgs = [], cpu }: { readonly nodeArgs?: readonly string[]; readonly cpu?: number | undefined } = {},
): readonly string[] {
  const command = [process.execPath, ...nodeArgs, file, ...args];
  return cpu === undefined ? command : ['taskset', '-c', String(cpu), ...command];
}

/** Starts a server without rate limits unless they are given. */
export function startServer({ cpu, onLog, nodeArgs = [], ...options }: StartOptions): Promise<ServerProcess> {
  const command = sourceCommand(SERVING, [JSON.stringify(options)], { nodeArgs: [YOUNG, ...nodeArgs], cpu });
  return ServerProcess.start(command, { onLog });
}

/** Starts a server with the command that an operator types. `measure` works on it. */
export function startAsOperator({ onLog, env, ...options }: OperatorOptions): Promise<ServerProcess> {
  const { folder, url, host = '127.0.0.1', trustProxy, descriptors } = options;
  const args = ['serve', '--port', '0', '--host', host, '--data', folder];
  if (url !== undefined) args.push('--database', url);
  if (trustProxy !== undefined) args.push('--trust-proxy', trustProxy);
  const command = [process.execPath, YOUNG, ...METERED, TABLIER, ...args];
  const limited = descriptors === undefined ? command : ['prlimit', `--nofile=${descriptors}`, ...command];
  return ServerProcess.start(limited, { onLog, env });
}

/** What a server has measured since the last call. Only for servers that were started `METERED`, as those of `startAsOperator` are. */
export const measure = async (server: ServerProcess): Promise<Measured> =>
  ((await server.ask('measure')) as Measured | null) ?? NOT_MEASURED;
