import { tableOf } from '../lib/figures.ts';
import type { Report, Verdict } from '../lib/proof.ts';
import { BOUNDS, runAttacks, type Row } from './attacked.ts';
import type { Attack, Scale } from './attacks/attack.ts';

interface AttackPlan {
  readonly attacks: readonly Attack[];
  readonly scale: Scale;
  readonly seed: string;
}

const TABLES = 4;
/**
 * How long a request may block the event loop. Milliseconds. It is reported but not a failure, because a busy machine
 * has the same effect.
 */
const TARGET_BLOCK = 50;

/** Runs attacks, each on its own server. At short scale those that can share one do. */
export async function attackAll({ attacks, scale, seed }: AttackPlan, { print, at }: Report): Promise<Verdict> {
  const rows: Row[] = [];
  const groups = scale === 'short' ? grouped(attacks) : attacks.map((attack) => [attack]);
  for (const group of groups) {
    print(`attack: ${group.map(({ name }) => name).join(', ')}`);
    const settings = group.length === 1 ? (group[0]?.server ?? {}) : {};
    const row = await runAttacks(group, settings, { scale, seed, tables: TABLES });
    for (const problem of row.problems) print(`  ${problem}`);
    rows.push(row);
    at(rows.length, groups.length);
  }
  for (const line of tableOf(HEAD, rows.map(cellsOf))) print(line);
  const longestBlock = Math.max(0, ...rows.map((row) => row.longestBlock.during));
  const failed = rows.filter(({ problems }) => problems.length > 0).map(({ attack }) => attack);
  return {
    ok: failed.length === 0,
    figures: { bounds: BOUNDS, targetBlock: TARGET_BLOCK, longestBlock, failed, rows },
  };
}

function grouped(attacks: readonly Attack[]): readonly (readonly Attack[])[] {
  const alone = attacks.filter(({ server }) => server?.alone === true);
  const together = attacks.filter((attack) => !alone.includes(attack));
  return [...(together.length > 0 ? [together] : []), ...alone.map((attack) => [attack])];
}

const HEAD = [
  'attack',
  'sent',
  'refused by name',
  'descriptors before, after',
  'MiB before, peak, after',
  'honest p99 quiet, during, idle server',
  'longest block quiet, during',
  'SIGTERM',
  'verdict',
];

/** Times in milliseconds. */
function cellsOf(row: Row): readonly string[] {
  const { attack, sent, answers, descriptors, rss, honest, longestBlock, stop, problems } = row;
  return [
    attack,
    String(sent),
    Object.entries(answers)
      .filter(([name]) => !NOT_REFUSED.test(name))
      .map(([name, count]) => `${name} ${count}`)
      .join(', '),
    `${descriptors.before}, ${descriptors.after}`,
    `${rss.before}, ${rss.peak}, ${rss.after}`,
    `${honest.idle}, ${honest.during}, ${honest.elsewhere ?? '-'}`,
    `${longestBlock.idle}, ${longestBlock.during}`,
    stop === null ? 'killed' : String(stop),
    problems.length === 0 ? 'withstood' : `**${problems.length} problems**`,
  ];
}

const NOT_REFUSED = /^(done|opened|http 2..)$/;
