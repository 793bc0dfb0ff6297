import { type Column, tableOf } from '../lib/figures.ts';
import type { Report, Verdict } from '../lib/proof.ts';
import { BOUNDS, runAttacks, type Row } from './attacked.ts';
import type { Attack, AttackedServer, Scale } from './attacks/attack.ts';

interface AttackPlan {
  readonly attacks: readonly Attack[];
  readonly scale: Scale;
  readonly seed: string;
}

/** Honest games during an attack. */
const TABLES = { short: 2, full: 4 };
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
    const settings = group.reduce<AttackedServer>((all, { server }) => ({ ...all, ...server }), {});
    const row = await runAttacks(group, settings, { scale, seed, tables: TABLES[scale] });
    for (const problem of row.problems) print(`  ${problem}`);
    rows.push(row);
    at(rows.length, groups.length);
  }
  for (const line of tableOf(COLUMNS, rows)) print(line);
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

const NOT_REFUSED = /^(done|opened|http 2..)$/;

/** Times in milliseconds. */
const COLUMNS: readonly Column<Row>[] = [
  ['attack', ({ attack }) => attack],
  ['sent', ({ sent }) => sent],
  [
    'refused by name',
    ({ answers }) =>
      Object.entries(answers)
        .filter(([name]) => !NOT_REFUSED.test(name))
        .map((answer) => answer.join(' '))
        .join(', '),
  ],
  ['descriptors before, after', ({ descriptors: { before, after } }) => `${before}, ${after}`],
  ['MiB before, peak, after', ({ rss: { before, peak, after } }) => `${before}, ${peak}, ${after}`],
  [
    'honest p99 quiet, during, idle server',
    ({ honest: { idle, during, elsewhere } }) => `${idle}, ${during}, ${elsewhere ?? '-'}`,
  ],
  ['longest block quiet, during', ({ longestBlock: { idle, during } }) => `${idle}, ${during}`],
  ['SIGTERM', ({ stop }) => stop ?? 'killed'],
  ['verdict', ({ problems }) => (problems.length === 0 ? 'withstood' : `**${problems.length} problems**`)],
];
