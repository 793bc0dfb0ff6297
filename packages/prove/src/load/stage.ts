import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Rng, SeededRng } from '@tablier/core';
import { games } from '@tablier/games';
import { ServerProcess } from '../lib/server-process.ts';
import { ascending, inTime, inTurn, pause, type Pace, percentile, rounded, settled } from '../lib/figures.ts';
import { LightLine } from './light-line.ts';
import { MatchUp, type Meter, type Thinking } from './match-up.ts';
import { cpuSeconds, residentBytes } from '../lib/processes.ts';
import { Spectators } from './spectators.ts';

/** Lines, names and tables that are asked for at the same time. */
export const OPENED_AT_ONCE = 32;
/** How long what is under way may take to come to its end. Milliseconds. */
const PATIENCE = 20_000;
/** Until memory is read, garbage has this long to go. Milliseconds. */
const REST = 2000;
/** How long a server plays before it is measured, in milliseconds, and with how many. */
const WARM_UP = 3000;
const WARM_UP_PLAYERS = 64;
/** Lines are looked after in so many groups, each once in four seconds. */
const PING_GROUPS = 40;
const PING_PACE = 100;

export interface StageTerms {
  readonly players: number;
  /** Lines that are open and do nothing, until they watch. */
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
  /** Bytes by which the server grew. */
  readonly memory: number;
}

/** Between two moves of the game that is watched by many. Milliseconds. */
const CROWD_PACE = 500;

/** A server with its lines: all of them open, the players seated at tables of two. */
export class Stage {
  readonly server: ServerProcess;
  readonly idlers: readonly LightLine[];
  readonly matchUps: readonly MatchUp[];
  readonly meter: Meter;
  readonly memory: { readonly perLine: number; readonly perPlayer: number; readonly whole: number };
  readonly #folder: string;
  readonly #lines: readonly LightLine[];
  readonly #pulse: NodeJS.Timeout;

  private constructor(
    parts: Pick<Stage, 'server' | 'idlers' | 'matchUps' | 'meter' | 'memory'> & {
      folder: string;
      lines: readonly LightLine[];
    },
  ) {
    this.server = parts.server;
    this.idlers = parts.idlers;
    this.matchUps = parts.matchUps;
    this.meter = parts.meter;
    this.memory = parts.memory;
    this.#folder = parts.folder;
    this.#lines = parts.lines;
    let group = 0;
    this.#pulse = setInterval(() => {
      const now = performance.now();
      for (let at = group++ % PING_GROUPS; at < parts.lines.length; at += PING_GROUPS) parts.lines[at]?.ping(now);
    }, PING_PACE);
  }

  static async open({ players, idlers, cpu, seed, nodeArgs }: StageTerms): Promise<Stage> {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-load-'));
    const server = await ServerProcess.start({ dataDir: folder, nodeArgs, ...(cpu !== undefined && { cpu }) });
    const meter: Meter = { latencies: [], faults: [], samples: [], games: 0 };
    const rng = new SeededRng(seed);
    await warmUp(server.url, meter);
    const bare = residentBytes(server.pid);
    const cookies = await inTurn([...Array(players).keys()], OPENED_AT_ONCE, (number) => newGuest(server.url, number));
    const all = [...cookies, ...Array<string>(idlers).fill('')];
    const lines = await inTurn(all, OPENED_AT_ONCE, (cookie) => LightLine.greeted(server.url, cookie));
    await pause(REST);
    const opened = residentBytes(server.pid);
    const matchUps = await seat(lines.slice(0, players), { rng, meter });
    await pause(REST);
    const seated = residentBytes(server.pid);
    const memory = {
      perLine: Math.round((opened - bare) / lines.length),
      perPlayer: Math.round((seated - opened) / Math.max(1, players)),
      whole: seated,
    };
    return new Stage({ server, idlers: lines.slice(players), matchUps, meter, memory, folder, lines });
  }

  /** Lets everybody play for so many seconds; afterwards no move is under way. */
  async play(seconds: number, thinking: Thinking): Promise<Pace> {
    const { latencies, faults } = this.meter;
    latencies.length = 0;
    let isOn = true;
    for (const matchUp of this.matchUps) matchUp.play(() => (isOn ? thinking() : null));
    const pace = await timed({ pid: this.server.pid, seconds, latencies });
    isOn = false;
    if (!(await settled(() => this.matchUps.every(({ isQuiet }) => isQuiet), PATIENCE))) {
      faults.push('a move got no answer', ...this.server.log.filter((line) => line.includes('"err"')));
    }
    return pace;
  }

  /** Compares what every player was told step by step with the whole; returns how many lines were lost. */
  async verify(): Promise<number> {
    if (this.meter.faults.length === 0)
      await inTurn(this.matchUps, OPENED_AT_ONCE, (matchUp) => inTime(matchUp.verify(), PATIENCE, 'being told anew'));
    return this.#lines.filter(({ droppedWith }) => droppedWith !== null).length;
  }

  /**
   * Has the idle lines watch one game, and measures how long after each move the last of them has it. Every one of them has to be sent
   * every move.
   */
  async crowd(seconds: number): Promise<Crowd> {
    const [matchUp] = this.matchUps;
    if (matchUp === undefined) throw new Error('nobody plays');
    const { bytes, texts } = this.received;
    const memory = residentBytes(this.server.pid);
    const crowd = new Spectators(this.idlers, matchUp);
    if (!(await crowd.arrive(PATIENCE))) this.meter.faults.push('a spectator sees nothing');
    let isOn = true;
    matchUp.play(() => (isOn ? CROWD_PACE : null));
    await pause(seconds * 1000);
    isOn = false;
    if (!(await settled(() => matchUp.isQuiet && crowd.haveAll, PATIENCE))) {
      this.meter.faults.push('a spectator was not sent a move');
    }
    const after = this.received;
    return {
      ...crowd.figures,
      bytesPerMessage: Math.round((after.bytes - bytes) / Math.max(1, after.texts - texts)),
      memory: residentBytes(this.server.pid) - memory,
    };
  }

  /** Bytes of text that all lines were sent, and in how many messages. */
  get received(): { readonly bytes: number; readonly texts: number } {
    const sum = (each: (line: LightLine) => number): number =>
      this.#lines.reduce((total, line) => total + each(line), 0);
    return { bytes: sum(({ bytes }) => bytes), texts: sum(({ texts }) => texts) };
  }

  async close(): Promise<void> {
    clearInterval(this.#pulse);
    for (const line of this.#lines) line.leave();
    await this.server.stop();
    rmSync(this.#folder, { recursive: true });
  }
}

/** Has every two of these lines sit down at a table, the games by turns. */
function seat(lines: readonly LightLine[], parts: { rng: Rng; meter: Meter }): Promise<readonly MatchUp[]> {
  const pairs = Array.from({ length: Math.floor(lines.length / 2) }, (_, index) =>
    lines.slice(2 * index, 2 * index + 2),
  );
  return inTurn([...pairs.entries()], OPENED_AT_ONCE, async ([index, [first, second]]) => {
    const game = games[index % games.length];
    if (game === undefined || first === undefined || second === undefined) throw new Error('nobody to play');
    const matchUp = new MatchUp(game.id, [first, second], parts);
    await inTime(matchUp.sitDown(), PATIENCE, 'sitting down');
    return matchUp;
  });
}

/** Has a few games played, so that what is measured afterwards is a server at work and not one that starts. */
async function warmUp(url: string, meter: Meter): Promise<void> {
  const cookies = await inTurn([...Array(WARM_UP_PLAYERS).keys()], OPENED_AT_ONCE, (number) => newGuest(url, number));
  const lines = await inTurn(cookies, OPENED_AT_ONCE, (cookie) => LightLine.greeted(url, cookie));
  const matchUps = await seat(lines, { rng: new SeededRng(1), meter });
  let isOn = true;
  for (const matchUp of matchUps) matchUp.play(() => (isOn ? 0 : null));
  await pause(WARM_UP);
  isOn = false;
  await settled(() => matchUps.every(({ isQuiet }) => isQuiet), PATIENCE);
  for (const line of lines) line.leave();
  await pause(REST);
}

/** Measures what comes in for so many seconds. `latencies` grows with each. */
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

const agent = new Agent({ keepAlive: true, maxSockets: OPENED_AT_ONCE });

/** The cookie of a new guest. */
function newGuest(url: string, number: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const asking = request(`${url}/api/guests`, { agent, method: 'POST', headers }, (response) => {
      response.resume();
      const [cookie = ''] = response.headers['set-cookie'] ?? [];
      if (response.statusCode === 201) resolve(cookie.split(';')[0] ?? '');
      else reject(new Error(`no guest: ${response.statusCode}`));
    });
    asking.on('error', reject);
    asking.end(JSON.stringify({ name: `Player ${number}` }));
  });
}
