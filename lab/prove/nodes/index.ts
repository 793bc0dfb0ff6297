import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { DatabaseWatch, NatsServer, PostgresServer } from '@tablier/testkit';
import type { ServerProcess } from '@tablier/testkit/servers';
import { ascending, inTime, inTurn, pause, percentile, rounded, settled } from '../lib/figures.ts';
import { cpuSeconds, cpuSecondsWithChildren } from '../lib/processes.ts';
import { noProgress, type OptionValues, type Proof } from '../lib/proof.ts';
import { startServer } from '../lib/servers.ts';
import { MatchUp, type Meter } from '../load/match-up.ts';
import { greeted, guest, OPENED_AT_ONCE } from '../load/stage.ts';

const defaults = { nodes: '1,2,4', tables: 60, seconds: 15, seed: 'nodes' };
type Options = OptionValues<typeof defaults>;

/** The channels of PostgreSQL that nodes listen on. */
const CHANNELS = ['tablier_match', 'tablier_word'];
/** How long work in progress may take to end. Milliseconds. */
const TIMEOUT_MS = 20_000;
/** How long the nodes are used before they are measured. Milliseconds. */
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
          const meter: Meter = { latencies: [], faults, samples: [], games: 0 };
          const figures = await measure(machines, { way, count, meter, options });
          print(JSON.stringify(figures));
          runs.push(figures);
          at(runs.length, counts.length * WAYS.length);
        }
      }
    } finally {
      await machines.broker.halt();
      await machines.database.remove();
    }
    for (const line of formatTable(runs)) print(line);
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

async function measure({ database, broker }: Machines, { way, count, meter, options }: Run): Promise<Figures> {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-nodes-'));
  const databaseUrl = await database.createDatabase();
  const brokerUrl = way === 'broker' ? { brokerUrl: broker.url } : {};
  const servers: ServerProcess[] = [];
  for (let index = 0; index < count; index++)
    servers.push(await startServer({ dataDir: join(folder, String(index)), databaseUrl, ...brokerUrl }));
  const watch = await DatabaseWatch.open(databaseUrl, CHANNELS);
  const matchUps = await seat(servers, { meter, options });
  let isOn = true;
  for (const matchUp of matchUps) matchUp.play(() => (isOn ? 0 : null));
  await pause(WARM_UP);
  meter.latencies.length = 0;
  const read = (): Promise<Reading> => readAll({ database, broker }, servers, watch);
  const before = await read();
  await pause(options.seconds * 1000);
  const after = await read();
  if (meter.latencies.length === 0) meter.faults.push('no move was made');
  const latencies = ascending(meter.latencies);
  isOn = false;
  if (!(await settled(() => matchUps.every(({ isQuiet }) => isQuiet), TIMEOUT_MS)))
    meter.faults.push('a move got no answer');
  if (meter.faults.length === 0)
    await inTurn(matchUps, OPENED_AT_ONCE, (matchUp) => inTime(matchUp.verify(), TIMEOUT_MS, 'the views'));
  await watch.close();
  await Promise.all(servers.map((server) => server.stop()));
  rmSync(folder, { recursive: true });
  return { way, nodes: count, ...figuresOf(before, after, latencies) };
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
function figuresOf(before: Reading, after: Reading, latencies: Float64Array): Omit<Figures, 'way' | 'nodes'> {
  const moves = Math.max(1, latencies.length);
  const perMove = (name: keyof Reading): number => (after[name] - before[name]) / moves;
  const micros = (name: keyof Reading): number => Math.round(1e6 * perMove(name));
  return {
    movesPerSecond: Math.round((1000 * moves) / (after.at - before.at)),
    p50: percentile(latencies, 0.5),
    p95: percentile(latencies, 0.95),
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
  const rng = new SeededRng(options.seed);
  return inTurn([...Array(options.tables).keys()], OPENED_AT_ONCE, async (index) => {
    const game = games[index % games.length];
    const urls = [servers[index % servers.length]?.url, servers[(index + 1) % servers.length]?.url];
    const [first, second] = await Promise.all(
      urls.map(async (url = '', place) => greeted(url, await guest(url, 2 * index + place))),
    );
    if (game === undefined || first === undefined || second === undefined) throw new Error('no one to play');
    const matchUp = new MatchUp(game.id, [first, second], { rng, meter });
    await inTime(matchUp.sitDown(), TIMEOUT_MS, 'sitting down');
    return matchUp;
  });
}

/** The figures as a table in Markdown, for `docs/notebook/performance.md`. */
function formatTable(runs: readonly Figures[]): readonly string[] {
  const head = [
    'nodes',
    'notices by',
    'moves per second',
    'p50 / p95',
    'nodes, per move',
    'PostgreSQL, per move',
    'broker, per move',
    'transactions per move',
    'notifications per move',
  ];
  const rows = runs.map((run) => [
    run.nodes,
    run.way === 'broker' ? 'NATS' : 'PostgreSQL',
    run.movesPerSecond,
    `${run.p50} / ${run.p95} ms`,
    `${run.serverMicros} µs`,
    `${run.databaseMicros} µs`,
    `${run.brokerMicros} µs`,
    run.transactions,
    run.notifications,
  ]);
  return [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`);
}
