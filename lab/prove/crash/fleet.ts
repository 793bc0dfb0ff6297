/**
 * The servers that the driver of `crash` plays on. The driver only knows where to connect, that servers are killed and recover, and
 * where the data is at the end. Another store, or several nodes, only needs another `OpenFleet`.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Rng } from '@tablier/core';
import type { RecordedOutage, StorePlace } from '@tablier/store';
import { RawConnection } from '@tablier/testkit/online';
import type { ServerProcess } from '@tablier/testkit/servers';
import { withFolder } from '../lib/databases.ts';
import { startServer } from '../lib/servers.ts';

/** A span in which a server or the database did not run, in milliseconds since 1970. */
export interface Outage {
  readonly killedAt: number;
  /** When a connection was greeted again. */
  readonly backAt: number;
  /** Whether no client was served: then no one is charged for this time. */
  readonly isTotal: boolean;
  /** When the servers have certainly detected it, so that a running clock is not charged for the time that its player took to reconnect. */
  readonly knownAt: () => number;
  /** The allowed error of clocks that ran during it. */
  readonly slack: Slack;
}

/** The most that may be charged too much, and too little. Milliseconds. */
export interface Slack {
  readonly over: number;
  readonly under: number;
}

/**
 * The moment of a kill is only known as precisely as the server can be interrupted. A server writes its heartbeat each second, and
 * knows that a player is back when it next sends presence: once for each player.
 */
const STANDALONE = { over: 60, under: 2000 };

export interface Fleet {
  /** Where to connect now; each time it may be another node. The addresses outlive every crash. */
  readonly url: () => string;
  /** Where the audit finds the data once the fleet has stopped. */
  readonly place: StorePlace;
  /** Kills a server without a warning and starts it again; resolves when all serve. `rng` chooses what is killed. */
  crash(rng: Rng): Promise<readonly Outage[]>;
  /** The spans in which nodes were dead according to other nodes: killed, or only short of processor time. */
  readonly deaths: () => readonly RecordedOutage[];
  /** Stops every server. */
  stop(): Promise<void>;
  /** Removes the rest, after the audit. */
  remove(): Promise<void>;
}

/** `folder` is empty, and removed afterwards. */
export type OpenFleet = (folder: string) => Promise<Fleet>;

/** Runs a proof on the servers that `--store` names, then stops and removes them. */
export async function withFleet<T>(
  fleets: Readonly<Record<string, OpenFleet>>,
  store: string,
  run: (fleet: Fleet) => Promise<T>,
): Promise<T> {
  const open = fleets[store];
  if (open === undefined) throw new Error(`--store is one of ${Object.keys(fleets).join(', ')}`);
  return withFolder(async (folder) => {
    const fleet = await open(folder);
    try {
      return await run(fleet);
    } finally {
      await fleet.stop();
      await fleet.remove();
    }
  });
}

/** One server on an embedded database. */
export async function openSqlite(folder: string): Promise<Fleet> {
  const port = await settledPort();
  const start = (): Promise<ServerProcess> => startServer({ folder, port });
  let server = await start();
  return {
    url: () => server.url,
    place: { folder },
    crash: async () => {
      const killedAt = Date.now();
      await server.kill();
      server = await start();
      (await RawConnection.open(server.url)).leave();
      const backAt = Date.now();
      return [{ killedAt, backAt, isTotal: true, knownAt: () => backAt, slack: STANDALONE }];
    },
    deaths: () => [],
    stop: () => server.stop(),
    remove: () => Promise.resolve(),
  };
}

/**
 * A free port that a server can use again after a crash. It is below those that the system gives to outgoing connections, because a
 * client that connects to a port without a listener must not get that port itself.
 */
export async function settledPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch {
      // It is in use, so another one is drawn.
    } finally {
      probe.close();
    }
  }
}
