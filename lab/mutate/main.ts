/** `npm run mutate -- NAME [FILE …]`: plants small faults in the sources of a package, one at a time, and counts those that its tests detect. */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { PartialStrykerOptions } from '@stryker-mutator/api/core';
import { Stryker } from '@stryker-mutator/core';
import { type Score, scoreOf } from './score.ts';
import { TARGETS, type Target, targetsOf } from './targets.ts';

const USAGE_ERROR = 2;
const OPTIONS = {
  help: { type: 'boolean', default: false },
  again: { type: 'boolean', default: false },
  quick: { type: 'boolean', default: false },
  'in-process': { type: 'boolean', default: false },
  tests: { type: 'string', multiple: true },
  timeout: { type: 'string' },
  workers: { type: 'string', default: '1' },
} as const;
const USAGE = `usage: npm run mutate -- NAME [FILE …] [--quick] [--in-process] [--tests GLOB …] [--again] [--timeout S] [--workers N]

  NAME         ${Object.keys(TARGETS).join(', ')}; or games, for all games
  FILE         mutate these sources only
  --quick      leave out the tests of whole random games; a run with --again then tries the survivors against all tests
  --in-process run tests that need no server in one process, without a new thread for each mutant
  --tests GLOB run only these tests of the target, each time with --tests before it
  --again      run only the mutants that the last run did not detect or whose source or tests have changed since
  --timeout S  seconds after which a mutant counts as endless: 60 with --in-process, otherwise 6
  --workers N  run so many mutants at the same time: 1 if not given`;

/** What to run of a target. */
interface Run {
  /** Sources to mutate; none: all of the target. */
  readonly files: readonly string[];
  readonly again: boolean;
  readonly workers: number;
  readonly timeoutMs: number;
  readonly testRunner: 'vitest' | 'in-process';
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({ args: [...args], allowPositionals: true, options: OPTIONS });
  const [name, ...files] = positionals;
  const targets = name === undefined || values.help ? [] : targetsOf(name);
  if (targets.length === 0) {
    console.error(USAGE);
    return USAGE_ERROR;
  }
  // Node keeps the compiled sources: every mutant is run in a new thread, which loads them again.
  process.env['NODE_COMPILE_CACHE'] ??= resolve('.cache/mutate/compiled');
  if (values.quick) process.env['TABLIER_MUTATE_QUICK'] = '1';
  process.env['TABLIER_MUTATE_TESTS'] = JSON.stringify(values.tests ?? []);
  // A test runs once for each mutant that it reaches.
  process.env['TABLIER_GAMES'] ??= '0.05';
  let isReached = true;
  const run: Run = {
    files,
    again: values.again,
    workers: Number(values.workers),
    // A loaded machine is no reason to count a mutant as detected. In one process most loops that never end are found by counting.
    timeoutMs: 1000 * Number(values.timeout ?? (values['in-process'] ? 60 : 6)),
    testRunner: values['in-process'] ? 'in-process' : 'vitest',
  };
  for (const target of targets) isReached = (await mutate(target, run)) && isReached;
  return isReached ? 0 : 1;
}

/** Whether the target reached its score. */
async function mutate(name: string, run: Run): Promise<boolean> {
  const target = TARGETS[name];
  if (target === undefined) return false;
  process.env['TABLIER_MUTATE'] = name;
  const mutants = await new Stryker(optionsOf(name, target, run)).runMutationTest();
  const score = scoreOf(mutants);
  console.log(`${name}: ${formatScore(score)}; to reach: ${target.score} %`);
  return score.percent >= target.score;
}

const formatScore = ({ percent, detected, survived, ignored }: Score): string =>
  `${percent.toFixed(1)} %, ${detected} mutants detected, ${survived} not, ${ignored} ignored`;

function optionsOf(
  name: string,
  { sources, ignoreStatic }: Target,
  { files, again, workers, timeoutMs, testRunner }: Run,
): PartialStrykerOptions {
  const report = `.cache/mutate/${name.replace('/', '-')}`;
  return {
    testRunner,
    plugins: [
      '@stryker-mutator/vitest-runner',
      resolve('lab/mutate/descriptions.ts'),
      resolve('lab/mutate/in-process.ts'),
    ],
    ignorers: ['descriptions'],
    vitest: { configFile: 'lab/mutate/vitest.config.ts', related: false, pool: 'threads' },
    mutate: files.length > 0 ? [...files] : [...sources],
    coverageAnalysis: 'perTest',
    ignoreStatic,
    timeoutMS: timeoutMs,
    timeoutFactor: 1.25,
    concurrency: workers,
    // The copy finds all other packages in the folder above it.
    tempDirName: '.cache/mutate/copy',
    ignorePatterns: ['.cache', 'docs', 'packages/cli/build', 'packages/web/**', 'scripts/runtime'],
    symlinkNodeModules: false,
    buildCommand: 'node lab/mutate/link.ts',
    disableTypeChecks: false,
    reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
    clearTextReporter: { allowColor: false, logTests: false, reportTests: false, reportScoreTable: true },
    jsonReporter: { fileName: `${report}.json` },
    htmlReporter: { fileName: `${report}.html` },
    incremental: true,
    force: !again,
    incrementalFile: `${report}-incremental.json`,
    allowConsoleColors: false,
  };
}

process.exitCode = await main(process.argv.slice(2));
