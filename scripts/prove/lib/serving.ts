/**
 * A server of its own process, to be measured or killed: `tsx serving.ts '{"dataDir": …}'`, the argument being `ServingOptions`.
 * Prints its address when it is listening. Nobody is slowed down by limits unless they are given.
 */
import { DEFAULT_LIMITS, type Limits, startServer } from '@tablier/server';
import type { ServingOptions } from './server-process.ts';

const MANY = { burst: 1e9, perSecond: 1e9 };
const none: Partial<Limits> = Object.fromEntries(Object.keys(DEFAULT_LIMITS).map((kind) => [kind, MANY]));

const { dataDir, databaseUrl, port = 0, limits = {} } = JSON.parse(process.argv[2] ?? '{}') as ServingOptions;
const server = await startServer({
  port,
  host: '127.0.0.1',
  dataDir,
  databaseUrl,
  log: (line) => process.stderr.write(`${line}\n`),
  online: { limits: { ...none, ...limits } },
});
process.stdout.write(`${server.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close());
