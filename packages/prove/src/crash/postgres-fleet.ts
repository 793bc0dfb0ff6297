import { setTimeout as sleep } from 'node:timers/promises';
import type { Rng } from '@tablier/core';
import type { RecordedOutage } from '@tablier/store';
import { newGuest, RawConnection } from '@tablier/testkit/online';
import { NatsServer, PostgresServer, type ServerProcess } from '@tablier/testkit/servers';
import { startServer } from '../lib/servers.ts';
import { type Fleet, type Outage, settledPort } from './fleet.ts';

/** After this many kills of a node PostgreSQL is restarted too. */
const DATABASE_EVERY = 10;
/** After this many kills of a node the broker is ended, or started again. */
const BROKER_EVERY = 3;
/** How often a write to PostgreSQL is tried during a restart, in milliseconds. */
const TRY_EVERY = 20;

/** A node is dead after 2.5 s without a heartbeat, and its last one is at most half a second old when it is killed. Milliseconds. */
const SOONEST = 2000;
/** The longest time until a line of the log is read. Milliseconds. */
const LATE = 100;

/**
 * The allowed error of clocks after a crash, in milliseconds. A silent node is dead after 2.5 s, and that is noticed half a second later;
 * on a busy machine another node may be silent too. Of PostgreSQL the nodes know the heartbeat of the last half second.
 */
const NODE = { over: 60, under: 5000 };
const DATABASE = { over: 300, under: 3000 };

/** Two nodes on a PostgreSQL of their own. */
export const openPostgres = (folder: string): Promise<Fleet> => openNodes(folder, null);

/** The same, with a broker that stops and starts all the time. */
export const openWithBroker = async (folder: string): Promise<Fleet> => openNodes(folder, await NatsServer.start());

async function openNodes(folder: string, broker: NatsServer | null): Promise<Fleet> {
  const database = await PostgresServer.start();
  const brokerUrl = broker === null ? {} : { brokerUrl: broker.url };
  let isBrokerUp = true;
  const databaseUrl = await database.createDatabase();
  const ports = [await settledPort(), await settledPort()];
  /** By node: since when another one was dead, and when this was detected. */
  const found: RecordedOutage[][] = ports.map(() => []);
  const start = (port: number, index: number): Promise<ServerProcess> => {
    const onLog = (line: string): void => {
      if (!line.includes('another node is dead')) return;
      const until = Date.now();
      const { silentMs } = JSON.parse(line) as { readonly silentMs: number };
      found[index]?.push({ from: until - silentMs, until });
    };
    return startServer({ dataDir: folder, databaseUrl, ...brokerUrl, port, onLog });
  };
  const nodes = await Promise.all(ports.map(start));
  let connections = 0;
  let kills = 0;

  const urlOf = (index: number): string => nodes[index % nodes.length]?.url ?? '';

  async function crashNode(index: number): Promise<Outage> {
    const killedAt = Date.now();
    await nodes[index]?.kill();
    nodes[index] = await start(ports[index] ?? 0, index);
    (await RawConnection.open(urlOf(index))).leave();
    const backAt = Date.now();
    // It may become known only after that, or never if the other node is killed too.
    const knownAt = (): number =>
      (found[1 - index]?.find(({ until }) => until > killedAt + SOONEST)?.until ?? Number.POSITIVE_INFINITY) + LATE;
    return { killedAt, backAt, isTotal: false, knownAt, slack: NODE };
  }

  async function toggleBroker(): Promise<void> {
    isBrokerUp = !isBrokerUp;
    await (isBrokerUp ? broker?.resume() : broker?.halt());
  }

  async function restartDatabase(): Promise<Outage> {
    const killedAt = Date.now();
    await database.halt('quit');
    await database.resume();
    await Promise.race(nodes.map(({ url }) => untilWritten(url)));
    const backAt = Date.now();
    return { killedAt, backAt, isTotal: true, knownAt: () => backAt, slack: DATABASE };
  }

  return {
    url: () => urlOf(connections++),
    place: { folder, url: databaseUrl },
    crash: async (rng: Rng) => {
      if (++kills % BROKER_EVERY === 0) await toggleBroker();
      const node = await crashNode(rng.below(nodes.length));
      return kills % DATABASE_EVERY === 0 ? [node, await restartDatabase()] : [node];
    },
    deaths: () => found.flat(),
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
    remove: async () => {
      await broker?.halt();
      await database.remove();
    },
  };
}

/** Resolves when a node has written something. */
async function untilWritten(url: string): Promise<void> {
  for (;;) {
    try {
      await newGuest(url, 'Test guest');
      return;
    } catch {
      await sleep(TRY_EVERY);
    }
  }
}
