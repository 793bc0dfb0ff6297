import { setTimeout as sleep } from 'node:timers/promises';
import type { Rng } from '@tablier/core';
import type { RecordedOutage, StorePlace } from '@tablier/store';
import { newGuest, RawConnection } from '@tablier/testkit/online';
import { NatsServer, PostgresServer, type ServerProcess } from '@tablier/testkit/servers';
import { startServer } from '../lib/servers.ts';
import { type Fleet, type Outage, settledPort } from './fleet.ts';
import { PrimaryAddress } from './primary-address.ts';

/** After this many kills of a node PostgreSQL is restarted too, or its standby takes over. */
const DATABASE_EVERY = 10;
const TAKE_OVER_EVERY = 4;
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

/** The same, with a standby that takes over when PostgreSQL is killed. */
export const openWithStandby = async (folder: string): Promise<Fleet> =>
  PostgresFleet.open(folder, await NatsServer.start(), await PrimaryAddress.open());

interface Parts {
  readonly folder: string;
  readonly database: PostgresServer;
  readonly databaseUrl: string;
  /** `null`: PostgreSQL has no standby. */
  readonly address: PrimaryAddress | null;
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
  #database: PostgresServer;
  #standby: PostgresServer | null = null;
  #isBrokerUp = true;
  #connections = 0;
  #kills = 0;

  private constructor(parts: Parts) {
    this.#parts = parts;
    this.#database = parts.database;
    this.place = { folder: parts.folder, url: parts.databaseUrl };
    this.#found = parts.ports.map(() => []);
  }

  static async open(folder: string, broker: NatsServer | null, address: PrimaryAddress | null = null): Promise<Fleet> {
    const database = await PostgresServer.start();
    const url = await database.createDatabase();
    const databaseUrl = address?.lead(database.port, url) ?? url;
    const ports = [await settledPort(), await settledPort()];
    const fleet = new PostgresFleet({ folder, database, databaseUrl, address, broker, ports });
    if (address !== null) fleet.#standby = await database.startStandby();
    fleet.#nodes.push(...(await Promise.all(ports.map((_, index) => fleet.#start(index)))));
    return fleet;
  }

  readonly url = (): string => this.#urlOf(this.#connections++);

  async crash(rng: Rng): Promise<readonly Outage[]> {
    if (++this.#kills % BROKER_EVERY === 0) await this.#toggleBroker();
    const node = await this.#crashNode(rng.below(this.#nodes.length));
    if (this.#standby !== null)
      return this.#kills % TAKE_OVER_EVERY === 0 ? [node, await this.#takeOver(this.#standby)] : [node];
    return this.#kills % DATABASE_EVERY === 0 ? [node, await this.#restartDatabase()] : [node];
  }

  readonly deaths = (): readonly RecordedOutage[] => this.#found.flat();

  async stop(): Promise<void> {
    await Promise.all(this.#nodes.map((node) => node.stop()));
  }

  async remove(): Promise<void> {
    await this.#parts.broker?.halt();
    this.#parts.address?.close();
    await this.#standby?.remove();
    await this.#database.remove();
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
    const killedAt = Date.now();
    await this.#database.halt('quit');
    await this.#database.resume();
    await Promise.race(this.#nodes.map(({ url }) => untilWritten(url)));
    const backAt = Date.now();
    return { killedAt, backAt, isTotal: true, knownAt: () => backAt, slack: DATABASE };
  }

  /** PostgreSQL is killed for good, its standby takes over, and gets a standby of its own. */
  async #takeOver(standby: PostgresServer): Promise<Outage> {
    const killed = this.#database;
    const killedAt = Date.now();
    this.#parts.address?.cut();
    await killed.halt('kill');
    await standby.promote();
    this.#parts.address?.lead(standby.port);
    this.#database = standby;
    await Promise.race(this.#nodes.map(({ url }) => untilWritten(url)));
    const backAt = Date.now();
    await killed.remove();
    this.#standby = await standby.startStandby();
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
