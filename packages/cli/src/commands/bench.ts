import { type BotGame, makeSearch, planOf, SLICE } from '@tablier/ai';
import { formatOptions, NOBODY, perft, playOut, type Setup } from '@tablier/core';
import { type CatalogueGame, games } from '@tablier/games';
import { Session } from 'node:inspector/promises';
import { cpus } from 'node:os';
import { EXIT, writeLine } from '../shared/output.ts';
import { dealtSetup, gameNamed, gameRng, readConditions, taskOf } from '../shared/setup.ts';
import { beat } from '../shared/stuck.ts';

interface BenchFlags {
  /** Processor time per measurement. Milliseconds. */
  readonly ms: number;
  readonly repeats: number;
}

/** Every run does the same work, including the random numbers. */
const SEED = 'bench';
/** Microseconds of processor time. */
const SECOND = 1e6;

type Work = () => number;

/** `tablier bench [GAME]`: the default setup of each game, in one thread. */
export async function bench(id: string | undefined, flags: BenchFlags): Promise<number> {
  for (const game of id === undefined ? games : [gameNamed(id)])
    await writeLine(JSON.stringify(await measureGame(game, flags)));
  return EXIT.ok;
}

async function measureGame(game: CatalogueGame, flags: BenchFlags) {
  const setup = dealtSetup(readConditions(game, {}), gameRng(SEED, 0));
  const depth = benchDepth(game, setup, flags.ms);
  return {
    game: game.id,
    options: formatOptions(game.options, setup.options),
    players: setup.players,
    playoutsPerSecond: median(flags, playouts(game, setup)),
    perftDepth: depth,
    perftNodesPerSecond: median(flags, () => perft(game, game.start(setup), depth)),
    searchNodesPerSecond: median(flags, searching(game, setup)),
    ...(await inASecond(game, setup)),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: cpus().length,
    node: process.version,
  };
}

function playouts(game: BotGame, setup: Setup): Work {
  const start = game.start(setup);
  const position = game.start(setup);
  const rng = gameRng(SEED, 1);
  return () => {
    position.copyFrom(start);
    playOut(position, rng);
    return 1;
  };
}

function benchDepth(game: BotGame, setup: Setup, milliseconds: number): number {
  let last = 1;
  // The first counts take longest, while the code is being compiled.
  for (let round = 0; round < 100; round++) perft(game, game.start(setup), 1);
  for (let depth = 1; ; depth++) {
    const began = performance.now();
    const count = perft(game, game.start(setup), depth);
    const spent = performance.now() - began;
    if (count === 0 || spent * (count / last) > milliseconds) return depth;
    last = count;
  }
}

function searching(game: BotGame, setup: Setup): Work {
  const position = game.start(setup);
  const plan = planOf(game, 8);
  const begin = () => makeSearch(taskOf(game, setup, position), plan, gameRng(SEED, 2));
  let search = begin();
  let counted = 0;
  return () => {
    if (position.turn === NOBODY) return 0;
    const over = search.step(SLICE);
    const { nodes } = search.result().info;
    const done = nodes - counted;
    counted = over ? 0 : nodes;
    if (over) search = begin();
    return done;
  };
}

async function inASecond(game: BotGame, setup: Setup) {
  const task = taskOf(game, setup, game.start(setup));
  const search = makeSearch(task, planOf(game, 8), gameRng(SEED, 2), { nodes: Number.POSITIVE_INFINITY });
  const timeShares = await timeSharesOf(() => {
    const began = process.cpuUsage();
    while (spentSince(began) < SECOND && !search.step(SLICE)) continue;
  });
  return { depthInASecond: search.result().info.depth, timeShares };
}

/** Microseconds of processor time. */
function spentSince(began: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(began);
  return user + system;
}

/** The median rate per second, rounded; the first measurement is a warm-up and does not count. */
function median({ ms, repeats }: BenchFlags, work: Work): number {
  rate(work, ms);
  const rates = Array.from({ length: repeats }, () => rate(work, ms)).sort((left, right) => left - right);
  return Math.round(rates[repeats >> 1] as number);
}

/** Work per second of processor time. The clock is read after batches of about a millisecond, so that it costs almost nothing. */
function rate(work: Work, milliseconds: number): number {
  const began = process.cpuUsage();
  let done = 0;
  let batch = 1;
  for (;;) {
    const before = performance.now();
    for (let count = 0; count < batch; count++) done += work();
    if (performance.now() - before < 1) batch *= 2;
    beat();
    const spent = spentSince(began);
    if (spent >= milliseconds * 1000) return (done * SECOND) / spent;
  }
}

/** Microseconds between two samples of the profile. */
const INTERVAL = 250;

/** The parts of a search by the sources that they are in. The first that fits counts. */
const PARTS = {
  table: /\/ai\/src\/[\w-]+\/(?:transposition-table|(?:\w+-)?tree)\.ts$/u,
  search: /\/ai\/src\/|\/games\/src\/\w+\/(?:solve\/|ending\.ts$)/u,
  // Kernels in WebAssembly choose and evaluate moves.
  evaluation: /^wasm:|\/games\/src\/\w+\/(?:search\/)?(?:evaluation|bot|candidates|kernel|beliefs|scoring|areas)\.ts$/u,
  rules: /\/(?:games|core)\/src\//u,
} as const;

type Part = keyof typeof PARTS;
/** The share of the processor time in each part of a search, from 0 to 1. Together they are 1. */
type TimeShares = Readonly<Record<Part, number>>;

/** Where `work`, a search, spends its time. `null` where no source is known, as in the built program. */
export async function timeSharesOf(work: () => void): Promise<TimeShares | null> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.setSamplingInterval', { interval: INTERVAL });
  await session.post('Profiler.start');
  work();
  const { profile } = await session.post('Profiler.stop');
  session.disconnect();
  const hits: Record<Part, number> = { table: 0, search: 0, evaluation: 0, rules: 0 };
  for (const { callFrame, hitCount = 0 } of profile.nodes) {
    const part = partOf(callFrame.url);
    if (part !== null) hits[part] += hitCount;
  }
  const total = Object.values(hits).reduce((sum, count) => sum + count, 0);
  const share = (part: Part): number => Math.round((1000 * hits[part]) / total) / 1000;
  return total === 0
    ? null
    : { rules: share('rules'), evaluation: share('evaluation'), table: share('table'), search: share('search') };
}

function partOf(url: string): Part | null {
  for (const [part, sources] of Object.entries(PARTS)) if (sources.test(url)) return part as Part;
  return null;
}
