import { setTimeout as sleep } from 'node:timers/promises';
import type { Rng } from '@tablier/core';
import { newGuest, RawLine } from '@tablier/testkit/online';
import { PostgresServer } from '@tablier/testkit/servers';
import { ServerProcess } from '../lib/server-process.ts';
import { type Fleet, type Outage, settledPort } from './fleet.ts';

/** After so many kills of a node PostgreSQL is restarted too. */
const DATABASE_EVERY = 10;
/** How often it is tried whether PostgreSQL can be written to again, in milliseconds. */
const TRY_EVERY = 20;

/** A node is dead when it has been silent for 2.5 s, and its last sign is no older than half a second when it is killed. Milliseconds. */
const SOONEST = 2000;
/** A line of a log is read so much later at most. Milliseconds. */
const LATE = 100;

/**
 * What a crash may give away, in milliseconds. A node that is silent is dead after 2.5 s and half a second until it is noticed; the
 * next one that cannot be heard on a loaded machine is spared as well. Of PostgreSQL nodes know the last half second's beat.
 */
const NODE = { over: 60, under: 5000 };
const DATABASE = { over: 300, under: 3000 };

/** Two nodes on a PostgreSQL of their own. */
export async function openPostgres(folder: string): Promise<Fleet> {
  const database = await PostgresServer.start();
  const databaseUrl = await database.createDatabase();
  const ports = [await settledPort(), await settledPort()];
  /** By node: when it found another one dead. */
  const found: number[][] = ports.map(() => []);
  const start = (port: number, index: number): Promise<ServerProcess> => {
    const onLog = (line: string): void => {
      if (line.includes('another node is dead')) found[index]?.push(Date.now());
    };
    return ServerProcess.start({ dataDir: folder, databaseUrl, port, onLog });
  };
  const nodes = await Promise.all(ports.map(start));
  let lines = 0;
  let kills = 0;

  const urlOf = (index: number): string => nodes[index % nodes.length]?.url ?? '';

  async function crashNode(index: number): Promise<Outage> {
    const killedAt = Date.now();
    await nodes[index]?.kill();
    nodes[index] = await start(ports[index] ?? 0, index);
    (await RawLine.open(urlOf(index))).ws.terminate();
    const backAt = Date.now();
    // It may become known only after that, or never where the other one is killed too.
    const knownAt = (): number =>
      (found[1 - index]?.find((at) => at > killedAt + SOONEST) ?? Number.POSITIVE_INFINITY) + LATE;
    return { killedAt, backAt, isTotal: false, knownAt, slack: NODE };
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
    url: () => urlOf(lines++),
    place: { folder, url: databaseUrl },
    crash: async (rng: Rng) => {
      const node = await crashNode(rng.below(nodes.length));
      return ++kills % DATABASE_EVERY === 0 ? [node, await restartDatabase()] : [node];
    },
    stop: async () => {
      await Promise.all(nodes.map((node) => node.stop()));
    },
    remove: () => database.remove(),
  };
}

/** Resolves when a node has written something. */
async function untilWritten(url: string): Promise<void> {
  for (;;) {
    try {
      await newGuest(url, 'Is anybody there');
      return;
    } catch {
      await sleep(TRY_EVERY);
    }
  }
}
