import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rng, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { newGuest, RawConnection } from '@tablier/testkit/online';
import type { ServerProcess } from '@tablier/testkit/servers';
import { ascending, inTime, inTurn, pause, type Pace, percentile, rounded, settled } from '../lib/figures.ts';
import { MatchUp, type Meter, type Thinking } from './match-up.ts';
import { cpuSeconds, residentBytes } from '../lib/processes.ts';
import { startServer } from '../lib/servers.ts';
import { Spectators } from './spectators.ts';

/** Connections, guests and tables that are requested at the same time. */
export const OPENED_AT_ONCE = 32;
/** How long work in progress may take to end. Milliseconds. */
const TIMEOUT_MS = 20_000;
/** The time for garbage collection before memory is read. Milliseconds. */
const REST = 2000;
/** How long a server is used before it is measured, in milliseconds, and by how many players. */
const WARM_UP = 3000;
const WARM_UP_PLAYERS = 64;
/** Connections send pings in 40 groups, each once in four seconds. */
const PING_GROUPS = 40;
const PING_PACE = 100;

interface StageTerms {
  readonly players: number;
  /** Connections that are open and do nothing until they watch. */
  readonly idlers: number;
  readonly cpu: number | undefined;
  readonly seed: string;
  readonly nodeArgs: readonly string[];
}

export interface Crowd {
  readonly spectators: number;
  readonly moves: number;
  /** Milliseconds from sending a move until the last spectator has it. */
  readonly p50: number;
  readonly p95: number;
  readonly most: number;
  readonly bytesPerMessage: number;
  /** The bytes by which the server grew. */
  readonly memory: number;
}

/** The time between two moves of the game with many spectators. Milliseconds. */
const CROWD_PACE = 500;

/** A server with its connections: all of them open, the players seated at tables of two. */
export class Stage {
  readonly server: ServerProcess;
  readonly idlers: readonly RawConnection[];
  readonly matchUps: readonly MatchUp[];
  readonly meter: Meter;
  readonly memory: { readonly perConnection: number; readonly perPlayer: number; readonly whole: number };
  readonly #folder: string;
  readonly #connections: readonly RawConnection[];
  readonly #pulse: NodeJS.Timeout;

  private constructor(
    parts: Pick<Stage, 'server' | 'idlers' | 'matchUps' | 'meter' | 'memory'> & {
      folder: string;
      connections: readonly RawConnection[];
    },
  ) {
    this.server = parts.server;
    this.idlers = parts.idlers;
    this.matchUps = parts.matchUps;
    this.meter = parts.meter;
    this.memory = parts.memory;
    this.#folder = parts.folder;
    this.#connections = parts.connections;
    let group = 0;
    this.#pulse = setInterval(() => {
      const now = performance.now();
      for (let at = group++ % PING_GROUPS; at < parts.connections.length; at += PING_GROUPS)
        parts.connections[at]?.keepAlive(now);
    }, PING_PACE);
  }

  static async open({ players, idlers, cpu, seed, nodeArgs }: StageTerms): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-load-'));
    const server = await startServer({ dataDir: folder, nodeArgs, ...(cpu !== undefined && { cpu }) });
    const meter: Meter = { latencies: [], faults: [], samples: [], games: 0 };
    const rng = new SeededRng(seed);
    await warmUp(server.url, meter);
    const bare = residentBytes(server.pid);
    const cookies = await inTurn([...Array(players).keys()], OPENED_AT_ONCE, (number) => guest(server.url, number));
    const all = [...cookies, ...Array<string>(idlers).fill('')];
    const connections = await inTurn(all, OPENED_AT_ONCE, (cookie) => greeted(server.url, cookie));
    await pause(REST);
    const opened = residentBytes(server.pid);
    const matchUps = await seat(connections.slice(0, players), { rng, meter });
    await pause(REST);
    const seated = residentBytes(server.pid);
    const memory = {
      perConnection: Math.round((opened - bare) / connections.length),
      perPlayer: Math.round((seated - opened) / Math.max(1, players)),
      whole: seated,
    };
    return new Stage({ server, idlers: connections.slice(players), matchUps, meter, memory, folder, connections });
  }

  /** All play for `seconds`; afterwards no move is in progress. */
  async play(seconds: number, thinking: Thinking): Promise<Pace> {
    const { latencies, faults } = this.meter;
    latencies.length = 0;
    let isOn = true;
    for (const matchUp of this.matchUps) matchUp.play(() => (isOn ? thinking() : null));
    const pace = await timed({ pid: this.server.pid, seconds, latencies });
    isOn = false;
    if (!(await settled(() => this.matchUps.every(({ isQuiet }) => isQuiet), TIMEOUT_MS))) {
      faults.push('a move got no answer', ...this.server.log.filter((connection) => connection.includes('"err"')));
    }
    return pace;
  }

  /** Compares the views that updates led to with whole ones; returns how many connections were lost. */
  async verify(): Promise<number> {
    if (this.meter.faults.length === 0)
      await inTurn(this.matchUps, OPENED_AT_ONCE, (matchUp) => inTime(matchUp.verify(), TIMEOUT_MS, 'the views'));
    return this.#connections.filter(({ closedWith }) => closedWith !== null).length;
  }

  /**
   * The idle connections watch one game: how long after each move the last of them has it. Each of them must receive every move.
   */
  async crowd(seconds: number): Promise<Crowd> {
    const [matchUp] = this.matchUps;
    if (matchUp === undefined) throw new Error('no one plays');
    const { bytes, texts } = this.received;
    const memory = residentBytes(this.server.pid);
    const crowd = new Spectators(this.idlers, matchUp);
    if (!(await crowd.arrive(TIMEOUT_MS))) this.meter.faults.push('a spectator sees nothing');
    let isOn = true;
    matchUp.play(() => (isOn ? CROWD_PACE : null));
    await pause(seconds * 1000);
    isOn = false;
    if (!(await settled(() => matchUp.isQuiet && crowd.haveAll, TIMEOUT_MS))) {
      this.meter.faults.push('a spectator was not sent a move');
    }
    const after = this.received;
    return {
      ...crowd.figures,
      bytesPerMessage: Math.round((after.bytes - bytes) / Math.max(1, after.texts - texts)),
      memory: residentBytes(this.server.pid) - memory,
    };
  }

  /** The bytes of text that all connections received, and in how many messages. */
  get received(): { readonly bytes: number; readonly texts: number } {
    const sum = (each: (connection: RawConnection) => number): number =>
      this.#connections.reduce((total, connection) => total + each(connection), 0);
    return { bytes: sum(({ bytes }) => bytes), texts: sum(({ messages }) => messages) };
  }

  async close(): Promise<void> {
    clearInterval(this.#pulse);
    for (const connection of this.#connections) connection.leave();
    await this.server.stop();
    rmSync(this.#folder, { recursive: true });
  }
}

/** Every two of these connections sit down at a table; the games take turns. */
function seat(connections: readonly RawConnection[], parts: { rng: Rng; meter: Meter }): Promise<readonly MatchUp[]> {
  const pairs = Array.from({ length: Math.floor(connections.length / 2) }, (_, index) =>
    connections.slice(2 * index, 2 * index + 2),
  );
  return inTurn([...pairs.entries()], OPENED_AT_ONCE, async ([index, [first, second]]) => {
    const game = games[index % games.length];
    if (game === undefined || first === undefined || second === undefined) throw new Error('no one to play');
    const matchUp = new MatchUp(game.id, [first, second], parts);
    await inTime(matchUp.sitDown(), TIMEOUT_MS, 'sitting down');
    return matchUp;
  });
}

/** A few games are played, so that a server at work is measured and not one that starts. */
async function warmUp(url: string, meter: Meter): Promise<void> {
  const cookies = await inTurn([...Array(WARM_UP_PLAYERS).keys()], OPENED_AT_ONCE, (number) => guest(url, number));
  const connections = await inTurn(cookies, OPENED_AT_ONCE, (cookie) => greeted(url, cookie));
  const matchUps = await seat(connections, { rng: new SeededRng(1), meter });
  let isOn = true;
  for (const matchUp of matchUps) matchUp.play(() => (isOn ? 0 : null));
  await pause(WARM_UP);
  isOn = false;
  await settled(() => matchUps.every(({ isQuiet }) => isQuiet), TIMEOUT_MS);
  for (const connection of connections) connection.leave();
  await pause(REST);
}

/** Measures for `seconds` what is added to `latencies`. */
export async function timed(run: {
  readonly pid: number;
  readonly seconds: number;
  readonly latencies: number[];
}): Promise<Pace> {
  const { pid, seconds, latencies } = run;
  const cpu = { server: cpuSeconds(pid), driver: cpuSeconds(process.pid) };
  const begun = performance.now();
  const first = latencies.length;
  await pause(seconds * 1000);
  const took = (performance.now() - begun) / 1000;
  const sorted = ascending(latencies.slice(first));
  return {
    perSecond: Math.round(sorted.length / took),
    p50: percentile(sorted, 0.5),
    p95: percentile(sorted, 0.95),
    p99: percentile(sorted, 0.99),
    serverCpu: rounded((cpuSeconds(pid) - cpu.server) / took),
    micros: Math.round(((cpuSeconds(pid) - cpu.server) * 1e6) / Math.max(1, sorted.length)),
    driverMicros: Math.round(((cpuSeconds(process.pid) - cpu.driver) * 1e6) / Math.max(1, sorted.length)),
    driverCpu: rounded((cpuSeconds(process.pid) - cpu.driver) / took),
  };
}

export const guest = (url: string, number: number): Promise<string> => newGuest(url, `Player ${number}`);

/** A greeted connection, which drops what it receives until `onText` is set. */
export async function greeted(url: string, cookie: string): Promise<RawConnection> {
  const connection = await RawConnection.open(url, cookie === '' ? {} : { cookie });
  connection.onText = () => undefined;
  return connection;
}
