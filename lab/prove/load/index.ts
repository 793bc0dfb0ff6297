import { SeededRng } from '@tablier/core';
import { noProgress, type OptionValues, type Proof, type Print, type Verdict } from '../lib/proof.ts';
import { measureEcho } from './echo.ts';
import { type Pace, pause, rounded } from '../lib/figures.ts';
import { type Meter, playDuring, type Sample } from './match-up.ts';
import { beyond, measureFollowers, measureReaders, processorOf } from './readers.ts';
import { type Cores, mostOpenFiles, shareCores } from '../lib/processes.ts';
import { type Crowd, Stage } from './stage.ts';
import { measureStorm } from './storm.ts';
import { formatSummary, type Measured } from './summary.ts';

/** `part`: `moves`, `lobby` for the readers of the lobby, or `storm` for connections that are cut at once. */
const defaults = {
  sockets: 10_000,
  seconds: 60,
  spectators: 5000,
  seed: 'load',
  profile: '',
  updates: 'moves',
  part: 'moves',
};
type Options = OptionValues<typeof defaults>;

/**
 * The most processor time of a move on the server, as a multiple of that of a bare echo. The rates are less meaningful: the drivers limit
 * the echo, and the disk limits the moves.
 */
const MAX_COST = 13;
/** How many times as many sockets the second server has as the first. */
const GROWTH = 10;
/** Filling, playing flat out and at a pace with each number of sockets, the spectators, and two echoes. */
const PARTS = 9;
/** Files and sockets that a process has open besides its connections. */
const OTHER_FILES = 200;
/** How long people play before the lobby is measured. Milliseconds. */
const WARMING = 10_000;
/** What the server answers at most in a second to those who only look (`Snapshots`), but for a few more. */
const UNHURRIED_ASKS = 1250;
/** A person thinks for 2 to 8 seconds. Milliseconds. */
const LEAST_THOUGHT = 2000;
const MORE_THOUGHT = 6000;

/** What was measured at one size. */
interface Run {
  readonly measured: Measured;
  readonly meter: Meter;
  readonly crowd: Crowd | null;
  readonly dropped: number;
}

export const load: Proof<typeof defaults> = {
  claim:
    'thousands of connections are held and served, a move takes at most 13 times the processor time of a bare echo, and nothing is lost',
  defaults,
  async run(options, print, at = noProgress) {
    const refusal = refusalOf(options);
    if (refusal !== null) {
      print(refusal);
      return { ok: false, figures: { refused: refusal } };
    }
    const cores = shareCores();
    if (options.part === 'lobby') return proveLobby(options, cores, print);
    if (options.part === 'storm') return proveStorm(options, cores, print);
    let ended = 0;
    const onPart = (): void => at(++ended, PARTS);
    const { seconds } = options;
    const small = await runSize(
      {
        ...options,
        sockets: Math.floor(options.sockets / GROWTH),
        spectators: Math.floor(options.spectators / GROWTH),
      },
      { cores, print, onPart, shares: { flatOut: seconds / 6, paced: seconds / 6, crowd: 0 } },
    );
    const echoBefore = await echoOf(options, cores, small.meter.samples);
    onPart();
    print(`echo: ${JSON.stringify(echoBefore)}`);
    const shares = { flatOut: seconds / 4, paced: seconds / 6, crowd: seconds / 12 };
    const full = await runSize(options, { cores, print, onPart, shares });
    const echoAfter = await echoOf(options, cores, full.meter.samples);
    onPart();
    print(`echo: ${JSON.stringify(echoAfter)}`);
    return verdictOf({ small, full, echoes: [echoBefore, echoAfter], cores }, print);
  },
};

/** Why this cannot be measured here; `null` if it can. */
function refusalOf({ sockets }: Options): string | null {
  const most = mostOpenFiles();
  if (sockets < 4 * GROWTH) return `--sockets must be at least ${4 * GROWTH}`;
  return sockets + OTHER_FILES > most
    ? `--sockets ${sockets} needs ${sockets + OTHER_FILES} open files, and ${most} are allowed: raise "ulimit -n"`
    : null;
}

/** How many of the sockets only watch; the others play, two at a table. */
function division({ sockets, spectators }: Options): { readonly players: number; readonly idlers: number } {
  const idlers = Math.min(spectators, Math.floor(sockets / 2));
  const players = 2 * Math.floor((sockets - idlers) / 2);
  return { players, idlers: sockets - players };
}

interface RunDeps {
  readonly cores: Cores;
  readonly print: Print;
  readonly onPart: () => void;
  /** Seconds for each part; 0 for no crowd. */
  readonly shares: { readonly flatOut: number; readonly paced: number; readonly crowd: number };
}

async function runSize(options: Options, { cores, print, onPart, shares }: RunDeps): Promise<Run> {
  const { sockets, seed, updates } = options;
  const nodeArgs = nodeArgsOf(options);
  const rng = new SeededRng(seed);
  const stage = await Stage.open({
    ...division(options),
    cpu: cores.server,
    seed,
    nodeArgs,
    playsMoves: updates === 'moves',
  });
  onPart();
  print(`${sockets} sockets: ${JSON.stringify(stage.memory)}`);
  const flatOut = await stage.play(shares.flatOut, () => 0);
  onPart();
  print(`flat out: ${JSON.stringify(flatOut)}`);
  const paced = await stage.play(shares.paced, () => LEAST_THOUGHT + rng.below(MORE_THOUGHT));
  onPart();
  print(`a move every 5 s a table: ${JSON.stringify(paced)}`);
  const crowd = shares.crowd > 0 ? await stage.crowd(shares.crowd) : null;
  if (crowd !== null) {
    onPart();
    print(`spectators: ${JSON.stringify(crowd)}`);
  }
  const dropped = await stage.verify();
  await stage.close();
  for (const fault of stage.meter.faults.slice(0, 5)) print(`fault: ${fault}`);
  return { measured: { sockets, memory: stage.memory, flatOut, paced }, meter: stage.meter, crowd, dropped };
}

/** The echo has as many active connections as the largest server has players. */
function echoOf(options: Options, { server }: Cores, samples: readonly Sample[]): Promise<Pace> {
  const { players } = division(options);
  const rng = new SeededRng(options.seed);
  return measureEcho({ sockets: players, seconds: options.seconds / 12, cpu: server, samples, rng });
}

/** Tables that are played while others look at the lobby: as many as it shows. */
const SHOWN_TABLES = 40;
/** Connections that follow the lobby, for comparison. */
const FOLLOWERS = 4000;
/** The most of one processor that this many readers of the lobby may take. */
const MAX_READING = { readers: 20_000, processor: 0.1 };

/** What those take who follow the lobby, and those who only look. */
async function proveLobby(options: Options, cores: Cores, print: Print): Promise<Verdict> {
  const rng = new SeededRng(options.seed);
  const stage = await Stage.open({
    players: 2 * SHOWN_TABLES,
    idlers: FOLLOWERS,
    cpu: cores.server,
    seed: options.seed,
    nodeArgs: nodeArgsOf(options),
    playsMoves: true,
    isPublic: true,
  });
  const run = { pid: stage.server.pid, seconds: options.seconds / 4 };
  const { result } = await playDuring(
    stage.matchUps,
    () => LEAST_THOUGHT + rng.below(MORE_THOUGHT),
    async () => {
      await pause(WARMING);
      const before = await processorOf(run.pid, run.seconds);
      const followers = await measureFollowers(stage.idlers, run);
      const readers = await measureReaders(options.sockets, stage.server.url, run);
      await pause(WARMING);
      // A server that has just started, or that clears up, takes more.
      const rest = Math.min(before, await processorOf(run.pid, run.seconds));
      return { rest, followers: beyond(rest, followers), readers: beyond(rest, readers) };
    },
  );
  await stage.close();
  const { readers } = result;
  // The rate does not grow with the readers any more once they are asked to wait.
  const most = rounded(Math.min(MAX_READING.readers, UNHURRIED_ASKS) * readers.micros * 1e-6, 3);
  print(JSON.stringify(result));
  print(`${MAX_READING.readers} readers: ${most} of a processor. ${cores.note}`);
  return { ok: most <= MAX_READING.processor, figures: { ...result, most, cores: cores.note } };
}

/** After how long all must be back, and how long a move at another table may take meanwhile. Milliseconds. */
const MAX_BACK = 5000;
const MAX_MEANWHILE = 50;

async function proveStorm(options: Options, cores: Cores, print: Print): Promise<Verdict> {
  const terms = { players: 2 * Math.floor(options.sockets / 2), idlers: 0, cpu: cores.server, playsMoves: true };
  const storm = await measureStorm({ ...terms, seed: options.seed, nodeArgs: nodeArgsOf(options) });
  print(JSON.stringify(storm));
  const { back, movesMeanwhile, faults } = storm;
  const ok = faults.length === 0 && back.most <= MAX_BACK && movesMeanwhile.p99 <= MAX_MEANWHILE;
  return { ok, figures: { ...storm, cores: cores.note } };
}

const nodeArgsOf = ({ profile }: Options): readonly string[] =>
  profile === '' ? [] : ['--cpu-prof', `--cpu-prof-dir=${profile}`];

interface Outcome {
  readonly small: Run;
  readonly full: Run;
  readonly echoes: readonly [Pace, Pace];
  readonly cores: Cores;
}

function verdictOf({ small, full, echoes, cores }: Outcome, print: Print): Verdict {
  const [before, after] = echoes;
  const echoRate = (before.perSecond + after.perSecond) / 2;
  const ratio = rounded(full.measured.flatOut.perSecond / Math.max(1, echoRate));
  const cost = rounded((2 * full.measured.flatOut.micros) / (before.micros + after.micros));
  const dropped = small.dropped + full.dropped;
  const faults = [...small.meter.faults, ...full.meter.faults];
  const { crowd } = full;
  if (crowd !== null) {
    const echo = { ...after, perSecond: Math.round(echoRate) };
    const summary = { small: small.measured, full: full.measured, echo, crowd, cost, ratio, cores: cores.note };
    for (const line of formatSummary(summary)) print(line);
  }
  const figures = {
    cost,
    ratio,
    dropped,
    faults: faults.length,
    games: small.meter.games + full.meter.games,
    small: small.measured,
    full: full.measured,
    crowd,
    echoes,
    cores: cores.note,
  };
  return { ok: cost <= MAX_COST && dropped === 0 && faults.length === 0, figures };
}
