import { games } from '@tablier/games';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CHECKS, faultsOf } from '../src/check-engine/check-engine.ts';
import { Session } from '../src/check-engine/session.ts';
import { gameNamed } from '../src/shared/setup.ts';
import { runHere } from './tablier.ts';

/** As deep as the sources, whose paths to other files stay right. */
let folder = '';
const broken = (fault: string): string => `exec ${process.execPath} ${join(folder, 'broken-engine.js')} ${fault}`;

// It starts two hundred times, and from one file in half of the time; without what only other commands load in a quarter less.
beforeAll(async () => {
  const dist = join(import.meta.dirname, '..', 'dist');
  mkdirSync(dist, { recursive: true });
  folder = mkdtempSync(join(dist, 'broken-engine-'));
  await build({
    configFile: false,
    logLevel: 'error',
    build: {
      ssr: join(import.meta.dirname, 'broken-engine.ts'),
      outDir: folder,
      rolldownOptions: { treeshake: { moduleSideEffects: 'no-external' } },
    },
  });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** These must be seen doing something, which takes as long as the machine is busy, but no longer. Milliseconds. */
const TIMEOUTS: Readonly<Record<string, number>> = { starts: 60_000, infinite: 60_000, pieces: 8000 };
const NAMES = CHECKS.map(({ name }) => name);

test('there are sixty checks or more, each with a name of its own', () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  expect(NAMES.length).toBeGreaterThanOrEqual(60);
});

/** The groups of checks in which an engine plays the game. What starts and ends it, and its greeting, are the same with every game. */
const OF_A_GAME = ['play', 'session', 'options', 'robustness'];
const [first = '', ...others] = games.filter(({ secrets }) => !secrets.hides({})).map(({ id }) => id);

/** What each game is checked with. */
const RUNS: readonly (readonly [game: string, runs: readonly (readonly string[])[]])[] = [
  [first, [[]]],
  ...others.map((game) => [game, OF_A_GAME.map((group) => ['--only', group])] as const),
];

test.each(RUNS)('the engine of Tablier passes all checks with %s', async (game, runs) => {
  const failed: (string | number | null)[] = [];
  let passed = 0;
  for (const only of runs) {
    const words = ['check-engine', broken('none'), '--timeout', '10000', '--game', game, ...only];
    const { code, lines } = await runHere(words);
    passed += lines.filter((line) => line.startsWith('ok ')).length;
    failed.push(...lines.filter((line) => !/^ok |^\d+ checks passed$/.test(line)), ...(code === 0 ? [] : [code]));
  }
  expect(failed).toEqual([]);
  expect(passed).toBeGreaterThanOrEqual(CHECKS.filter(({ group }) => OF_A_GAME.includes(group)).length);
  if (runs.length === 1) expect(passed).toBe(CHECKS.length);
});

// They wait most of the time.
describe.concurrent('an engine with one fault', () => {
  test.for(NAMES)('fails the check %s', async (name, { expect: expects }) => {
    const checks = CHECKS.filter((check) => check.isVital || check.name === name);
    const failed: string[] = [];
    const session = new Session(broken(name), gameNamed('isaac'), TIMEOUTS[name] ?? 3000);
    for await (const { check, why } of faultsOf(session, checks)) if (why !== null) failed.push(check.name);
    expects(failed).toEqual([name]);
  });
});

test('one check or one group can be run, and what there is not is named', async () => {
  const { lines, code } = await runHere(['check-engine', broken('name'), '--only', 'name']);
  expect([lines, code]).toEqual([
    [
      'ok    process: starts',
      'ok    handshake: ugi',
      'ok    handshake: isready',
      'FAIL  handshake: name: an engine says its name once (0 lines ^id name \\S)',
      '1 failed',
    ],
    1,
  ]);
  const group = await runHere(['check-engine', broken('none'), '--only', 'options']);
  expect(group.lines.filter((line) => line.includes('options: '))).toHaveLength(
    CHECKS.filter((check) => check.group === 'options').length,
  );
  const gone = await runHere(['check-engine', 'exec no-such-engine-here']);
  expect([gone.lines, gone.code]).toEqual([
    [expect.stringMatching(/^FAIL {2}process: starts: .*the engine has ended \(exit code 127\)/), '1 failed'],
    1,
  ]);
  const unknown = await runHere(['check-engine', 'x', '--only', 'chess']);
  expect([unknown.code, unknown.stderr]).toEqual([
    2,
    expect.stringMatching(/unknown-check \(chess; there are: starts/),
  ]);
});
