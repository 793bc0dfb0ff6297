/**
 * What the driver of `crash` plays on, whatever is behind it. The driver knows this much only: where a line may be opened,
 * that something is killed now and served again afterwards, and where the data lies when all is over. Another store, or
 * several nodes, is another `OpenFleet`: nothing else changes.
 */
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Rng } from '@tablier/core';
import type { StorePlace } from '@tablier/store';
import { RawLine } from '@tablier/testkit/online';
import { ServerProcess } from '../lib/server-process.ts';

/** A time in which something was not there, in milliseconds since 1970. */
export interface Outage {
  readonly killedAt: number;
  /** When a line was greeted again. */
  readonly backAt: number;
  /** Whether nobody was served: then that time is charged to nobody. */
  readonly isTotal: boolean;
  /** When it is known for certain that it was, so that a clock which still runs is spared what its player took to find back. */
  readonly knownAt: () => number;
  /** By how much clocks may be wrong that ran meanwhile. */
  readonly slack: Slack;
}

/** What may be charged beyond the time served, and what may be given away. Milliseconds. */
export interface Slack {
  readonly over: number;
  readonly under: number;
}

/**
 * The moment of a kill is known no better than the server can be interrupted. A server notes each second that it works, and hears
 * that somebody is back when it next tells who is there: for either player once.
 */
const LONE = { over: 60, under: 2000 };

export interface Fleet {
  /** Where a line may be opened now; each time it may be another node. The addresses outlive every crash. */
  readonly url: () => string;
  /** Where the audit finds the data once the fleet has stopped. */
  readonly place: StorePlace;
  /** Kills something without a warning and starts it again; resolves when all of it serves. `rng` says what is killed. */
  crash(rng: Rng): Promise<readonly Outage[]>;
  /** Ends every server, in good manners. */
  stop(): Promise<void>;
  /** Ends the rest, after the audit. */
  remove(): Promise<void>;
}

/** `folder` is empty, and removed afterwards. */
export type OpenFleet = (folder: string) => Promise<Fleet>;

/** One server on an embedded database. */
export async function openSqlite(folder: string): Promise<Fleet> {
  const port = await settledPort();
  const start = (): Promise<ServerProcess> => ServerProcess.start({ dataDir: folder, port });
  let server = await start();
  return {
    url: () => server.url,
    place: { folder },
    crash: async () => {
      const killedAt = Date.now();
      await server.kill();
      server = await start();
      (await RawLine.open(server.url)).ws.terminate();
      const backAt = Date.now();
      return [{ killedAt, backAt, isTotal: true, knownAt: () => backAt, slack: LONE }];
    },
    stop: () => server.stop(),
    remove: () => Promise.resolve(),
  };
}

/**
 * A free port that a server can have again after a crash: below those that the system gives to whoever calls out, as a client
 * that calls a port on which nobody listens must not get it.
 */
export async function settledPort(): Promise<number> {
  for (;;) {
    const port = randomInt(15_000, 32_000);
    const probe = createServer();
    try {
      await once(probe.listen(port, '127.0.0.1'), 'listening');
      return port;
    } catch {
      // Somebody has it: another is drawn.
    } finally {
      probe.close();
    }
  }
}
