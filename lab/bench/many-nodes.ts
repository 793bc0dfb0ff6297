/**
 * `node lab/bench/many-nodes.ts [NODES [SECONDS [RATE]]]`: what a move costs with many nodes on one PostgreSQL, with and without NATS.
 * A node is reduced to what grows with their number: its store, its heartbeats, and the notices of the tables that it has in memory.
 * Three nodes have each table: those of the two players and the owner. Prints one line of JSON per result; processor times in
 * microseconds, of all nodes together.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Store } from '@tablier/store';
import { countNotifications, mustOpen, NatsServer, PostgresServer } from '@tablier/testkit/servers';
import { freePort } from '@tablier/testkit';
import { rounded } from '../prove/lib/figures.ts';
import { cpuSeconds, cpuSecondsWithChildren } from '../prove/lib/processes.ts';

const COUNTS = (process.argv[2] ?? '2,10,50').split(',').map(Number);
const SECONDS = Number(process.argv[3] ?? 10);
/** Moves per second, at as many tables as have one every five seconds. */
const RATE = Number(process.argv[4] ?? 100);
const TABLES = RATE * 5;
/** As `ClusterNode` has it. Milliseconds. */
const HEARTBEAT_INTERVAL = 500;
const MOVE = { kind: 'moved', data: { seat: 1, move: '00-02', by: 'c0ffee-12', byHash: 'x'.repeat(22), lag: 12 } };

const notifications = countNotifications();
const database = await PostgresServer.start({ connections: 20 * Math.max(...COUNTS) });
const port = await freePort();
const broker = await NatsServer.start('--http_port', String(port));

interface Reading {
  readonly nodes: number;
  readonly database: number;
  readonly broker: number;
  readonly notices: number;
}

async function read(): Promise<Reading> {
  const monitored = await fetch(`http://127.0.0.1:${port}/varz`);
  const { out_msgs } = (await monitored.json()) as { readonly out_msgs: number };
  return {
    nodes: cpuSeconds(process.pid),
    database: cpuSecondsWithChildren(database.pid),
    broker: cpuSeconds(broker.pid),
    notices: notifications() + out_msgs,
  };
}

const nodeOf = (stores: readonly Store[], number: number): Store => {
  const store = stores[number % stores.length];
  if (store === undefined) throw new Error('no nodes');
  return store;
};

/** At a steady rate; each move comes from the node of the other player. Returns how many were made. */
async function play(stores: readonly Store[], lengths: number[]): Promise<number> {
  const begin = performance.now();
  let sent = 0;
  const answers: Promise<unknown>[] = [];
  for (let now = begin; now < begin + SECONDS * 1000; now = performance.now()) {
    for (; sent < ((now - begin) * RATE) / 1000; sent++) {
      const table = sent % TABLES;
      const length = lengths[table] ?? 0;
      lengths[table] = length + 1;
      const id = `table-${table}`;
      const extras = { clientId: `${table}-${length}`, topic: id };
      answers.push(nodeOf(stores, table + (length % 2)).append(id, length, [{ at: Date.now(), ...MOVE }], extras));
    }
    await sleep(5);
  }
  await Promise.all(answers);
  return sent;
}

async function measure(count: number, withBroker: boolean): Promise<void> {
  const url = await database.createDatabase();
  const stores: Store[] = [];
  for (let index = 0; index < count; index++)
    stores.push(await mustOpen({ folder: '', url, ...(withBroker && { broker: broker.url }) }));
  for (const store of stores) await store.follow(() => undefined);
  const heartbeats = setInterval(() => {
    for (const [index, { nodes }] of stores.entries()) nodes?.heartbeat(`node-${index}`).catch(() => undefined);
  }, HEARTBEAT_INTERVAL);
  for (let table = 0; table < TABLES; table++) {
    await nodeOf(stores, table).createStream(`table-${table}`, {});
    for (const node of new Set([table, table + 1, table * 7 + 3].map((number) => number % count)))
      await nodeOf(stores, node).subscribe(`table-${table}`);
  }
  const lengths = Array.from({ length: TABLES }, () => 0);
  await play(stores, lengths);
  const idle = await read();
  await sleep(SECONDS * 1000);
  const before = await read();
  const moves = await play(stores, lengths);
  const after = await read();
  clearInterval(heartbeats);
  const rest = (name: 'nodes' | 'database'): number => (before[name] - idle[name]) / SECONDS;
  const perMove = (name: keyof Reading): number => (after[name] - before[name]) / moves;
  console.log(
    JSON.stringify({
      nodes: count,
      notices: withBroker ? 'NATS' : 'PostgreSQL',
      moves,
      restPerNodeAndSecond: Math.round((1e6 * rest('nodes')) / count),
      databaseAtRestPerSecond: Math.round(1e6 * rest('database')),
      nodesPerMove: Math.round(1e6 * perMove('nodes')),
      databasePerMove: Math.round(1e6 * perMove('database')),
      brokerPerMove: Math.round(1e6 * perMove('broker')),
      noticesPerMove: rounded(perMove('notices')),
    }),
  );
  await Promise.all(stores.map((store) => store.close()));
}

for (const count of COUNTS) for (const withBroker of [false, true]) await measure(count, withBroker);
await broker.halt();
await database.remove();
