/** A server of its own process, to be killed: `tsx serving.ts FOLDER`. Prints its address when it is listening. */
import { startServer } from '../../src/index.ts';

const [dataDir = ''] = process.argv.slice(2);
const MANY = { burst: 1e6, perSecond: 1e6 };
const limits = { guests: MANY, lines: MANY, messages: MANY, deeds: MANY, tables: MANY };
const server = await startServer({ port: 0, host: '127.0.0.1', dataDir, log: () => undefined, online: { limits } });
process.stdout.write(`${server.url}\n`);
