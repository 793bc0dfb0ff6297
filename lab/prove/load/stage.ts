import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rng, SeededRng } from '@tablier/core';
import { PING_AFTER, RESTING_PING_AFTER } from '@tablier/protocol';
import type { RawConnection } from '@tablier/testkit/online';
import type { ServerProcess } from '@tablier/testkit/servers';
import { inTurn, pause, type Pace, percentilesOf, rounded } from '../lib/figures.ts';
import {
  greeted,
  guest,
  type MatchUp,
  type Meter,
  OPENED_AT_ONCE,
  playDuring,
  seatAll,
  TIMEOUT_MS,
  verifyAll,
} from './match-up.ts';
import { cpuSeconds, residentBytes } from '../lib/processes.ts';
import { startServer } from '../lib/servers.ts';
import { Spectators } from './spectators.ts';

/** The time for garbage collection before memory is read. Milliseconds. */
const REST = 2000;
/** How long a server is used before it is measured, in milliseconds, and by how many players. */
const WARM_UP = 3000;
const WARM_UP_PLAYERS = 64;
/** Connections look in 40 groups, each once in four seconds, whether a ping is due. */
const PING_GROUPS = 40;
const PING_PACE = 100;

export interface StageTerms {
  readonly players: number;
  /** Connections that are open and do nothing until they watch. */
  readonly idlers: number;
  readonly cpu: number | undefined;
  readonly seed: string;
  readonly nodeArgs: readonly string[];
  readonly playsMoves: boolean;
  /** Whether the lobby shows the tables. */
  readonly isPublic?: boolean;
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
        parts.connections[at]?.keepAlive(
          now,
          at < parts.connections.length - parts.idlers.length ? PING_AFTER : RESTING_PING_AFTER,
        );
    }, PING_PACE);
  }

  static async open({
    players,
    idlers,
    cpu,
    seed,
    nodeArgs,
    playsMoves,
    isPublic = false,
  }: StageTerms): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-load-'));
    const server = await startServer({ folder, nodeArgs, cpu });
    const meter: Meter = { latencies: [], faults: [], samples: [], games: 0, playsMoves, isPublic };
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
  async play(seconds: number, thinking: () => number): Promise<Pace> {
    const { latencies, faults } = this.meter;
    latencies.length = 0;
    const measure = () => timed({ pid: this.server.pid, seconds, latencies });
    const { result, isQuiet } = await playDuring(this.matchUps, thinking, measure);
    if (!isQuiet) faults.push('a move got no answer', ...this.server.log.filter((line) => line.includes('"err"')));
    return result;
  }

  /** Compares the views that updates led to with whole ones; returns how many connections were lost. */
  async verify(): Promise<number> {
    if (this.meter.faults.length === 0) await verifyAll(this.matchUps);
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
    const watch = () => pause(seconds * 1000);
    const { isQuiet } = await playDuring(
      [matchUp],
      () => CROWD_PACE,
      watch,
      () => crowd.haveAll,
    );
    if (!isQuiet) this.meter.faults.push('a spectator was not sent a move');
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

/** Every two of these connections sit down at a table. */
const seat = (connections: readonly RawConnection[], parts: { readonly rng: Rng; readonly meter: Meter }) =>
  seatAll(
    Math.floor(connections.length / 2),
    (table) => Promise.resolve(connections.slice(2 * table, 2 * table + 2) as [RawConnection, RawConnection]),
    parts,
  );

/** A few games are played, so that a server at work is measured and not one that starts. */
async function warmUp(url: string, meter: Meter): Promise<void> {
  const cookies = await inTurn([...Array(WARM_UP_PLAYERS).keys()], OPENED_AT_ONCE, (number) => guest(url, number));
  const connections = await inTurn(cookies, OPENED_AT_ONCE, (cookie) => greeted(url, cookie));
  const matchUps = await seat(connections, { rng: new SeededRng(1), meter });
  await playDuring(
    matchUps,
    () => 0,
    () => pause(WARM_UP),
  );
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
  const added = latencies.slice(first);
  return {
    perSecond: Math.round(added.length / took),
    ...percentilesOf(added),
    serverCpu: rounded((cpuSeconds(pid) - cpu.server) / took),
    micros: Math.round(((cpuSeconds(pid) - cpu.server) * 1e6) / Math.max(1, added.length)),
    driverMicros: Math.round(((cpuSeconds(process.pid) - cpu.driver) * 1e6) / Math.max(1, added.length)),
    driverCpu: rounded((cpuSeconds(process.pid) - cpu.driver) / took),
  };
}
