import { join } from 'node:path';
import { SeededRng } from '@tablier/core';
import { DatabaseWatch, NatsServer, PostgresServer } from '@tablier/testkit';
import type { RawConnection } from '@tablier/testkit/online';
import type { ServerProcess } from '@tablier/testkit/servers';
import { withFolder } from '../lib/databases.ts';
import { type Column, pause, percentilesOf, rounded, settled, tableOf } from '../lib/figures.ts';
import { cpuSeconds, cpuSecondsWithChildren } from '../lib/processes.ts';
import { noProgress, type OptionValues, type Proof } from '../lib/proof.ts';
import { startServer } from '../lib/servers.ts';
import {
  greeted,
  guest,
  type MatchUp,
  type Meter,
  playDuring,
  seatAll,
  TIMEOUT_MS,
  verifyAll,
} from '../load/match-up.ts';

const defaults = { nodes: '1,2,4', tables: 60, seconds: 15, seed: 'nodes' };
type Options = OptionValues<typeof defaults>;

/** The channels of PostgreSQL that nodes listen on. */
const CHANNELS = ['tablier_match', 'tablier_word'];
/** How long the nodes are used before they are measured, but no longer than they are measured. Milliseconds. */
const WARM_UP = 3000;

/** Who passes the notices. */
const WAYS = ['postgres', 'broker'] as const;
type Way = (typeof WAYS)[number];

/** The measurement with a number of nodes. Processor times are per move, in microseconds. */
interface Figures {
  readonly way: Way;
  readonly nodes: number;
  readonly movesPerSecond: number;
  /** Milliseconds from sending a move until the opponent, at another node, sees it. */
  readonly p50: number;
  readonly p95: number;
  readonly serverMicros: number;
  readonly databaseMicros: number;
  readonly brokerMicros: number;
  readonly driverMicros: number;
  /** Per move. */
  readonly transactions: number;
  readonly notifications: number;
}

interface Machines {
  readonly database: PostgresServer;
  readonly broker: NatsServer;
}

export const nodes: Proof<typeof defaults> = {
  claim: 'several nodes on one PostgreSQL pass every move on, with and without a broker, and nothing is lost',
  defaults,
  async run(options, print, at = noProgress) {
    const counts = options.nodes.split(',').map(Number);
    if (!counts.every((count) => Number.isInteger(count) && count > 0)) {
      print('--nodes must be numbers of nodes, such as 1,2,4');
      return { ok: false, figures: { refused: 'nodes' } };
    }
    const machines = { database: await PostgresServer.start(), broker: await NatsServer.start() };
    const runs: Figures[] = [];
    const faults: string[] = [];
    try {
      for (const count of counts) {
        for (const way of WAYS) {
          const meter: Meter = { latencies: [], faults, samples: [], games: 0, playsMoves: true };
          const run = { way, count, meter, options };
          const figures = await withFolder((folder) => measure(machines, folder, run));
          print(JSON.stringify(figures));
          runs.push(figures);
          at(runs.length, counts.length * WAYS.length);
        }
      }
    } finally {
      await machines.broker.halt();
      await machines.database.remove();
    }
    for (const line of tableOf(COLUMNS, runs)) print(line);
    for (const fault of faults.slice(0, 5)) print(`fault: ${fault}`);
    return { ok: faults.length === 0, figures: { runs, faults: faults.length } };
  },
};

interface Run {
  readonly way: Way;
  readonly count: number;
  readonly meter: Meter;
  readonly options: Options;
}

async function measure(
  { database, broker }: Machines,
  folder: string,
  { way, count, meter, options }: Run,
): Promise<Figures> {
  const url = await database.createDatabase();
  const place = { url, broker: way === 'broker' ? broker.url : undefined };
  const servers: ServerProcess[] = [];
  for (let index = 0; index < count; index++)
    servers.push(await startServer({ ...place, folder: join(folder, String(index)) }));
  const watch = await DatabaseWatch.open(url, CHANNELS);
  const matchUps = await seat(servers, { meter, options });
  const read = (): Promise<Reading> => readAll({ database, broker }, servers, watch);
  const { result, isQuiet } = await playDuring(
    matchUps,
    () => 0,
    async () => {
      await pause(Math.min(WARM_UP, options.seconds * 1000));
      meter.latencies.length = 0;
      const before = await read();
      await pause(options.seconds * 1000);
      // A busy machine may make none in that time.
      await settled(() => meter.latencies.length > 0, TIMEOUT_MS);
      return { before, after: await read(), latencies: [...meter.latencies] };
    },
  );
  if (result.latencies.length === 0) meter.faults.push('no move was made');
  if (!isQuiet) meter.faults.push('a move got no answer');
  if (meter.faults.length === 0) await verifyAll(matchUps);
  await watch.close();
  await Promise.all(servers.map((server) => server.stop()));
  return { way, nodes: count, ...figuresOf(result) };
}

/** The time in milliseconds, processor times in seconds, and counts, since the start of each process. */
interface Reading {
  readonly at: number;
  readonly servers: number;
  readonly database: number;
  readonly broker: number;
  readonly driver: number;
  readonly transactions: number;
  readonly notifications: number;
}

const readAll = async (
  { database, broker }: Machines,
  servers: readonly ServerProcess[],
  watch: DatabaseWatch,
): Promise<Reading> => ({
  at: performance.now(),
  servers: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
  database: cpuSecondsWithChildren(database.pid),
  broker: cpuSeconds(broker.pid),
  driver: cpuSeconds(process.pid),
  transactions: await watch.transactions(),
  notifications: watch.notifications,
});

/** The figures of the moves between two readings. */
function figuresOf({
  before,
  after,
  latencies,
}: {
  readonly before: Reading;
  readonly after: Reading;
  readonly latencies: readonly number[];
}): Omit<Figures, 'way' | 'nodes'> {
  const { p50, p95 } = percentilesOf(latencies);
  const moves = Math.max(1, latencies.length);
  const perMove = (name: keyof Reading): number => (after[name] - before[name]) / moves;
  const micros = (name: keyof Reading): number => Math.round(1e6 * perMove(name));
  return {
    movesPerSecond: Math.round((1000 * moves) / (after.at - before.at)),
    p50,
    p95,
    serverMicros: micros('servers'),
    databaseMicros: micros('database'),
    brokerMicros: micros('broker'),
    driverMicros: micros('driver'),
    transactions: rounded(perMove('transactions')),
    notifications: rounded(perMove('notifications')),
  };
}

/** The two players of each table are connected to different nodes if there are several: every move goes from one to the other. */
function seat(
  servers: readonly ServerProcess[],
  { meter, options }: Pick<Run, 'meter' | 'options'>,
): Promise<readonly MatchUp[]> {
  const connect = async (table: number, place: 0 | 1): Promise<RawConnection> => {
    const { url = '' } = servers[(table + place) % servers.length] ?? {};
    return greeted(url, await guest(url, 2 * table + place));
  };
  return seatAll(options.tables, (table) => Promise.all([connect(table, 0), connect(table, 1)]), {
    rng: new SeededRng(options.seed),
    meter,
  });
}

/** For `docs/notebook/performance.md`. */
const COLUMNS: readonly Column<Figures>[] = [
  ['nodes', ({ nodes }) => nodes],
  ['notices by', ({ way }) => (way === 'broker' ? 'NATS' : 'PostgreSQL')],
  ['moves per second', ({ movesPerSecond }) => movesPerSecond],
  ['p50 / p95', ({ p50, p95 }) => `${p50} / ${p95} ms`],
  ['nodes, per move', ({ serverMicros }) => `${serverMicros} µs`],
  ['PostgreSQL, per move', ({ databaseMicros }) => `${databaseMicros} µs`],
  ['broker, per move', ({ brokerMicros }) => `${brokerMicros} µs`],
  ['transactions per move', ({ transactions }) => transactions],
  ['notifications per move', ({ notifications }) => notifications],
];
