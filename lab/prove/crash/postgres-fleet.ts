import { setTimeout as sleep } from 'node:timers/promises';
import type { Rng } from '@tablier/core';
import type { RecordedOutage, StorePlace } from '@tablier/store';
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
export const openPostgres = (folder: string): Promise<Fleet> => PostgresFleet.open(folder, null);

/** The same, with a broker that stops and starts all the time. */
export const openWithBroker = async (folder: string): Promise<Fleet> =>
  PostgresFleet.open(folder, await NatsServer.start());

interface Parts {
  readonly folder: string;
  readonly database: PostgresServer;
  readonly databaseUrl: string;
  readonly broker: NatsServer | null;
  /** By node. */
  readonly ports: readonly number[];
}

class PostgresFleet implements Fleet {
  readonly place: StorePlace;
  readonly #parts: Parts;
  /** By node: since when another one was dead, and when this was detected. */
  readonly #found: readonly RecordedOutage[][];
  readonly #nodes: ServerProcess[] = [];
  #isBrokerUp = true;
  #connections = 0;
  #kills = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.place = { folder: parts.folder, url: parts.databaseUrl };
    this.#found = parts.ports.map(() => []);
  }

  static async open(folder: string, broker: NatsServer | null): Promise<Fleet> {
    const database = await PostgresServer.start();
    const databaseUrl = await database.createDatabase();
    const ports = [await settledPort(), await settledPort()];
    const fleet = new PostgresFleet({ folder, database, databaseUrl, broker, ports });
    fleet.#nodes.push(...(await Promise.all(ports.map((_, index) => fleet.#start(index)))));
    return fleet;
  }

  readonly url = (): string => this.#urlOf(this.#connections++);

  async crash(rng: Rng): Promise<readonly Outage[]> {
    if (++this.#kills % BROKER_EVERY === 0) await this.#toggleBroker();
    const node = await this.#crashNode(rng.below(this.#nodes.length));
    return this.#kills % DATABASE_EVERY === 0 ? [node, await this.#restartDatabase()] : [node];
  }

  readonly deaths = (): readonly RecordedOutage[] => this.#found.flat();

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.stop()));
  }

  async remove(): Promise<void> {
    await this.#parts.broker?.halt();
    await this.#parts.database.remove();
  }

  #urlOf(index: number): string {
    return this.#nodes[index % this.#nodes.length]?.url ?? '';
  }

  #start(index: number): Promise<ServerProcess> {
    const { broker, ports } = this.#parts;
    const onLog = (line: string): void => {
      if (!line.includes('another node is dead')) return;
      const until = Date.now();
      const { silentMs } = JSON.parse(line) as { readonly silentMs: number };
      this.#found[index]?.push({ from: until - silentMs, until });
    };
    return startServer({ ...this.place, broker: broker?.url, port: ports[index] ?? 0, onLog });
  }

  async #crashNode(index: number): Promise<Outage> {
    const killedAt = Date.now();
    await this.#nodes[index]?.kill();
    this.#nodes[index] = await this.#start(index);
    (await RawConnection.open(this.#urlOf(index))).leave();
    const backAt = Date.now();
    // It may become known only after that, or never if the other node is killed too.
    const knownAt = (): number =>
      (this.#found[1 - index]?.find(({ until }) => until > killedAt + SOONEST)?.until ?? Number.POSITIVE_INFINITY) +
      LATE;
    return { killedAt, backAt, isTotal: false, knownAt, slack: NODE };
  }

  async #toggleBroker(): Promise<void> {
    const { broker } = this.#parts;
    this.#isBrokerUp = !this.#isBrokerUp;
    await (this.#isBrokerUp ? broker?.resume() : broker?.halt());
  }

  async #restartDatabase(): Promise<Outage> {
    const { database } = this.#parts;
    const killedAt = Date.now();
    await database.halt('quit');
    await database.resume();
    await Promise.race(this.#nodes.map(({ url }) => untilWritten(url)));
    const backAt = Date.now();
    return { killedAt, backAt, isTotal: true, knownAt: () => backAt, slack: DATABASE };
  }
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
