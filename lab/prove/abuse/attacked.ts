import { mustOpen } from '@tablier/testkit/servers';
import { ascending, inTime, pause, percentile, settled } from '../lib/figures.ts';
import type { Attack, AttackedServer, Scale } from './attacks/attack.ts';
import { Target } from './attacks/target.ts';
import { HonestGames, type Sample } from './honest.ts';
import { type Look, Scene } from './scene.ts';

/** The limits that the claim includes. */
export const BOUNDS = {
  /** The longest stop. Milliseconds. */
  stop: 5000,
  /** How many more descriptors may be open than before, and how long the server may take to close the others. Milliseconds. */
  descriptors: 12,
  closing: 40_000,
  /** How much more memory JavaScript may use than before. MiB. */
  heap: 24,
  /** How many times longer a move of an honest player may take than on an idle server at the same time; below the floor it is never too long. Milliseconds. */
  slowdown: 5,
  floor: 150,
} as const;

/** Of the attacked server before and during the attack, and of a second, idle server during the attack. */
interface HonestWaits {
  readonly idle: number;
  readonly during: number;
  /** `null` at short scale, which measures no time. */
  readonly elsewhere: number | null;
  readonly moves: number;
}

/** The result of an attack: one row of the table. */
export interface Row {
  readonly attack: string;
  readonly sent: number;
  /** How often each answer came, by its name. */
  readonly answers: Readonly<Record<string, number>>;
  readonly descriptors: { readonly before: number; readonly after: number };
  /** The resident memory, and that used by JavaScript. MiB. */
  readonly rss: { readonly before: number; readonly peak: number; readonly after: number };
  readonly heap: { readonly before: number; readonly after: number };
  /** The time until a move of an honest player is acknowledged, as 99th percentile; of few moves the median. Milliseconds. */
  readonly honest: HonestWaits;
  /** Health requests without an answer, and the longest block of the event loop. Milliseconds. */
  readonly unanswered: number;
  readonly longestBlock: { readonly idle: number; readonly during: number };
  /** The time from SIGTERM to the end, in milliseconds; `null` if the server had to be killed. */
  readonly stop: number | null;
  readonly figures: Readonly<Record<string, number>>;
  readonly problems: readonly string[];
}

interface AttackOptions {
  readonly scale: Scale;
  readonly seed: string;
  /** Honest games during the attack. */
  readonly tables: number;
}

/** A server without an attack, with the same honest games: it shows what a move takes on this machine at that time. */
async function startIdle({ scale, seed, tables }: AttackOptions) {
  const scene = await Scene.open([], {}, scale);
  const honest = await HonestGames.start({
    url: scene.server.url,
    seed,
    tables,
    pace: PACE,
    probePace: PROBE_PACE[scale],
  });
  const remove = (): Promise<void> => {
    honest.end();
    return scene.remove();
  };
  return { sample: () => honest.sample(), remove };
}

/** How long honest games are measured before an attack, and how long players think. Milliseconds. */
const IDLE = { short: 1000, full: 10_000 };
const PACE = 250;
/** How often the health of the server is requested: seldom where the answers are not counted. Milliseconds. */
const PROBE_PACE = { short: 1000, full: 50 };
const KILL_AFTER = 15_000;
const LONGEST_ATTACK = 180_000;

/** Runs attacks on one server, at the same time, during honest games. */
export async function runAttacks(
  attacks: readonly Attack[],
  settings: AttackedServer,
  options: AttackOptions,
): Promise<Row> {
  const name = attacks.map((attack) => attack.name).join(' ');
  const scene = await Scene.open(attacks, settings, options.scale).catch((error: unknown) => String(error));
  if (typeof scene === 'string') return failed(name, scene);
  const isTimed = options.scale === 'full' && settings.isOutage !== true;
  const elsewhere = isTimed ? await startIdle(options) : null;
  try {
    return await measured(attacks, scene, { ...options, name, isOutage: settings.isOutage === true, elsewhere });
  } finally {
    await elsewhere?.remove();
    await scene.remove();
  }
}

interface MeasuredOptions extends AttackOptions {
  readonly name: string;
  readonly isOutage: boolean;
  readonly elsewhere: Awaited<ReturnType<typeof startIdle>> | null;
}

async function measured(
  attacks: readonly Attack[],
  scene: Scene,
  { name, scale, seed, tables, isOutage, elsewhere }: MeasuredOptions,
): Promise<Row> {
  const { server, folder, log } = scene;
  const honest = await HonestGames.start({ url: server.url, seed, tables, pace: PACE, probePace: PROBE_PACE[scale] });
  log.forbid(honest.secrets);
  await scene.look();
  await pause(IDLE[scale]);
  const quiet = await honest.sample();
  await elsewhere?.sample();
  const before = await scene.look();
  const targets = attacks.map((_, network) => new Target({ server, folder, scale, network }));
  await Promise.all(targets.map((target, index) => attempt(target, attacks[index]?.run)));
  const [during, idle] = await Promise.all([honest.sample(), elsewhere?.sample() ?? null]);
  await Promise.all(targets.map((target) => target.leave()));
  await settled(() => scene.descriptors <= before.descriptors + BOUNDS.descriptors, BOUNDS.closing);
  const after = await scene.look();
  const end = await ended(scene, honest);
  await inspect(attacks, targets, scene);
  const waits = {
    idle: slowest(quiet.waits),
    during: slowest(during.waits),
    elsewhere: idle === null ? null : slowest(idle.waits),
    moves: during.waits.length,
  };
  const logged = isOutage ? [] : unexpected(log.samples, attacks).map((line) => `in the log: ${line}`);
  return {
    attack: name,
    sent: targets.reduce((sum, { tally }) => sum + tally.sent, 0),
    answers: answersOf(targets),
    descriptors: { before: before.descriptors, after: after.descriptors },
    rss: { before: before.rss, peak: scene.peak, after: after.rss },
    heap: { before: Math.round(before.heap), after: Math.round(after.heap) },
    honest: waits,
    unanswered: during.unanswered,
    longestBlock: { idle: Math.round(before.longestBlock), during: Math.round(after.longestBlock) },
    stop: end.stop,
    figures: Object.fromEntries(targets.flatMap(({ figures }) => Object.entries(figures))),
    problems: [
      ...targets.flatMap(({ problems }) => problems),
      ...growthOf(before, after),
      ...end.problems,
      ...(idle === null ? [] : slownessOf(during, idle)),
      ...logged,
    ],
  };
}

function answersOf(targets: readonly Target[]): Readonly<Record<string, number>> {
  const all = new Map<string, number>();
  for (const [name, count] of targets.flatMap(({ tally }) => [...tally.answers]))
    all.set(name, count + (all.get(name) ?? 0));
  return Object.fromEntries(all);
}

/** An attack that throws counts as a fault of the server: it did not answer as expected. */
async function attempt(target: Target, run: Attack['run'] = () => Promise.resolve()): Promise<void> {
  await inTime(run(target), LONGEST_ATTACK, 'the attack').catch((error: unknown) =>
    target.problems.push(`failed: ${String(error)}`),
  );
}

/** Waits for the honest games to end, stops the server, and checks what it stored. */
async function ended(
  { server, folder }: Scene,
  honest: HonestGames,
): Promise<{ readonly stop: number | null; readonly problems: readonly string[] }> {
  const faults = await honest.finish();
  const died = server.hasEnded ? ['the server died'] : [];
  const stop = await server.stopWithin(KILL_AFTER);
  const isLate = stop === null || stop > BOUNDS.stop;
  const found = await honest.audit(folder);
  honest.end();
  const counts = Object.entries(found).filter(([, count]) => count > 0);
  return {
    stop: stop === null ? null : Math.round(stop),
    problems: [
      ...died,
      ...(isLate ? [`SIGTERM: ${stop === null ? 'had to be killed' : `${Math.round(stop)} ms`}`] : []),
      ...faults.slice(0, 3).map((fault) => `an honest game: ${fault}`),
      ...counts.map(([what, count]) => `honest games: ${count} ${what}`),
    ],
  };
}

async function inspect(attacks: readonly Attack[], targets: readonly Target[], scene: Scene): Promise<void> {
  if (attacks.every((attack) => attack.inspect === undefined)) return;
  const store = await mustOpen({ folder: scene.folder });
  for (const [index, target] of targets.entries()) await attacks[index]?.inspect?.(store, target);
  await store.close();
}

function growthOf(before: Look, after: Look): readonly string[] {
  const descriptors = after.descriptors - before.descriptors;
  const heap = Math.round(after.heap - before.heap);
  return [
    ...(descriptors > BOUNDS.descriptors ? [`${descriptors} descriptors were not closed`] : []),
    ...(heap > BOUNDS.heap ? [`${heap} MiB were not freed`] : []),
  ];
}

/** How much more an attacked server kept honest players waiting than the idle one did at the same time. */
function slownessOf(during: Sample, idle: Sample): readonly string[] {
  const [slowed, usual] = [slowest(during.waits), slowest(idle.waits)];
  const most = Math.max(BOUNDS.floor, BOUNDS.slowdown * usual);
  return [
    ...(slowed > most ? [`honest moves took ${slowed} ms, and ${usual} ms on an idle server`] : []),
    ...(during.unanswered > idle.unanswered ? [`${during.unanswered} health requests were not answered`] : []),
  ];
}

/** Fewer moves have no 99th percentile: it would be the slowest, which any other process on the machine decides. */
const FEW = 20;

const slowest = (waits: readonly number[]): number => percentile(ascending(waits), waits.length < FEW ? 0.5 : 0.99);

/** The row of an attack whose server did not start. */
const failed = (attack: string, problem: string): Row => ({
  attack,
  sent: 0,
  answers: {},
  descriptors: { before: 0, after: 0 },
  rss: { before: 0, peak: 0, after: 0 },
  heap: { before: 0, after: 0 },
  honest: { idle: 0, during: 0, elsewhere: null, moves: 0 },
  unanswered: 0,
  longestBlock: { idle: 0, during: 0 },
  stop: 0,
  figures: {},
  problems: [problem],
});

/** The lines of the log that no attack causes on purpose. */
function unexpected(lines: readonly string[], attacks: readonly Attack[]): readonly string[] {
  const expected = attacks.flatMap(({ expectedFaults = [] }) => expectedFaults.map((fault) => `"fault":"${fault}"`));
  return lines.filter((line) => !expected.some((fault) => line.includes(fault)));
}
