/**
 * The process of a server that is measured or killed: `node serving.ts '{"folder": …}'`; the argument is `ServingOptions`. It prints its
 * address when it is listening. No rate limits apply unless they are given. Answers `notices` with the notifications of PostgreSQL so far.
 */
import { startServer, UNLIMITED } from '@tablier/server';
import { countNotifications } from '@tablier/testkit/servers';
import type { ServingOptions } from './servers.ts';

const notices = countNotifications();
process.on('message', (message) => message === 'notices' && process.send?.(notices()));
// The channel does not keep the process from ending.
process.channel?.unref();

const { folder, url, broker, port = 0, limits = {} } = JSON.parse(process.argv[2] ?? '{}') as ServingOptions;
const server = await startServer({
  port,
  host: '127.0.0.1',
  dataDir: folder,
  databaseUrl: url,
  brokerUrl: broker,
  log: (line) => process.stderr.write(`${line}\n`),
  online: { ...UNLIMITED, limits: { ...UNLIMITED.limits, ...limits } },
});
process.stdout.write(`${server.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void server.close());
