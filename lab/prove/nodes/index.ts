import { join } from 'node:path';
import { SeededRng } from '@tablier/core';
import { DatabaseWatch, freePort, NatsServer, PostgresServer } from '@tablier/testkit';
import type { RawConnection } from '@tablier/testkit/online';
import type { ServerProcess } from '@tablier/testkit/servers';
import { withFolder } from '../lib/databases.ts';
import { type Column, inTurn, mean, pause, percentilesOf, rounded, settled, tableOf } from '../lib/figures.ts';
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

const PLAYERS = ['apart', 'together'] as const;

/**
 * `players`: whether those of a table are connected to different nodes. `idle`: nodes besides those to which players are connected.
 * `clocks`: whether tables have one (1 or 0). Those without need no owner node.
 */
const defaults = { nodes: '1,2,4', idle: 0, players: 'apart', clocks: 1, tables: 60, seconds: 15, seed: 'nodes' };
type Options = OptionValues<typeof defaults>;

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
  /** Of each idle node, beyond what it takes while no one plays. */
  readonly idleMicros: number;
  /** Per move. */
  readonly transactions: number;
  /** What all nodes were notified of, per event, and what they had to know: each event, at the nodes of the opponent and the owner. */
  readonly notices: number;
  readonly needed: number;
}

interface Machines {
  readonly database: PostgresServer;
  readonly broker: NatsServer;
  /** Where the broker tells what it does. */
  readonly monitor: string;
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
    if (!PLAYERS.some((name) => name === options.players)) {
      print(`--players is one of ${PLAYERS.join(', ')}`);
      return { ok: false, figures: { refused: 'players' } };
    }
    const machines = await startMachines();
    const runs: Figures[] = [];
    const faults: string[] = [];
    try {
      for (const count of counts) {
        for (const way of WAYS) {
          const meter: Meter = {
            latencies: [],
            faults,
            samples: [],
            games: 0,
            playsMoves: true,
            hasClocks: options.clocks > 0,
          };
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

async function startMachines(): Promise<Machines> {
  const port = await freePort();
  return {
    database: await PostgresServer.start(),
    broker: await NatsServer.start('--http_port', String(port)),
    monitor: `http://127.0.0.1:${port}/varz`,
  };
}

interface Run {
  readonly way: Way;
  readonly count: number;
  readonly meter: Meter;
  readonly options: Options;
}

async function measure(machines: Machines, folder: string, run: Run): Promise<Figures> {
  const { way, count, options } = run;
  const url = await machines.database.createDatabase();
  const place = { url, broker: way === 'broker' ? machines.broker.url : undefined };
  const servers: ServerProcess[] = [];
  const watch = await DatabaseWatch.open(url);
  try {
    for (let index = 0; index < count + options.idle; index++)
      servers.push(await startServer({ ...place, folder: join(folder, String(index)) }));
    return await measureOn(servers, run, () => readAll(machines, servers, { watch, idle: options.idle }));
  } finally {
    await watch.close();
    await Promise.all(servers.map((server) => server.stop()));
  }
}

async function measureOn(
  servers: readonly ServerProcess[],
  { way, count, meter, options }: Run,
  read: () => Promise<Reading>,
): Promise<Figures> {
  const resting = await read();
  await pause(Math.min(WARM_UP, options.seconds * 1000));
  const rest = idleRate(resting, await read());
  const matchUps = await seat(servers.slice(0, count), { meter, options });
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
  return { way, nodes: count, ...figuresOf({ ...result, rest }), needed: neededPerEvent(count, options) };
}

/** On average: any node may own a table. */
function neededPerEvent(count: number, { players, idle, clocks }: Options): number {
  const withPlayers = count > 1 && players === 'apart' ? 2 : 1;
  const owners = clocks > 0 ? (count + idle - withPlayers) / (count + idle) : 0;
  return rounded(withPlayers - 1 + owners);
}

/** The time in milliseconds, processor times in seconds, and counts, since the start of each process. */
interface Reading {
  readonly at: number;
  readonly servers: number;
  readonly database: number;
  readonly broker: number;
  readonly driver: number;
  /** The mean of the idle nodes. */
  readonly idle: number;
  readonly transactions: number;
  readonly events: number;
  readonly notices: number;
}

const readAll = async (
  { database, broker, monitor }: Machines,
  servers: readonly ServerProcess[],
  { watch, idle }: { readonly watch: DatabaseWatch; readonly idle: number },
): Promise<Reading> => ({
  at: performance.now(),
  servers: servers.reduce((sum, { pid }) => sum + cpuSeconds(pid), 0),
  idle: idle === 0 ? 0 : mean(servers.slice(-idle).map(({ pid }) => cpuSeconds(pid))),
  database: cpuSecondsWithChildren(database.pid),
  broker: cpuSeconds(broker.pid),
  driver: cpuSeconds(process.pid),
  transactions: await watch.transactions(),
  events: await watch.events(),
  notices:
    (await noticesOf(monitor)) +
    (await inTurn(servers, 1, (server) => server.ask('notices'))).reduce<number>(
      (sum, notices) => sum + Number(notices),
      0,
    ),
});

/** The messages that a broker has delivered. */
async function noticesOf(monitor: string): Promise<number> {
  const { out_msgs } = (await (await fetch(monitor)).json()) as { readonly out_msgs: number };
  return out_msgs;
}

/** The processor time of an idle node, in seconds per millisecond. */
const idleRate = (from: Reading, to: Reading): number => (to.idle - from.idle) / (to.at - from.at);

/** The figures of the moves between two readings. */
function figuresOf({
  before,
  after,
  latencies,
  rest,
}: {
  readonly before: Reading;
  readonly after: Reading;
  readonly latencies: readonly number[];
  readonly rest: number;
}): Omit<Figures, 'way' | 'nodes' | 'needed'> {
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
    idleMicros: Math.round((1e6 * (after.at - before.at) * (idleRate(before, after) - rest)) / moves),
    notices: rounded((after.notices - before.notices) / Math.max(1, after.events - before.events)),
  };
}

/** Apart, the two players of a table are connected to different nodes if there are several: every move goes from one to the other. */
function seat(
  servers: readonly ServerProcess[],
  { meter, options }: Pick<Run, 'meter' | 'options'>,
): Promise<readonly MatchUp[]> {
  const connect = async (table: number, place: 0 | 1): Promise<RawConnection> => {
    const { url = '' } = servers[(table + (options.players === 'apart' ? place : 0)) % servers.length] ?? {};
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
  ['an idle node, per move', ({ idleMicros }) => `${idleMicros} µs`],
  ['notices per event, needed', ({ notices, needed }) => `${notices}, ${needed}`],
];
