import { games } from '@tablier/games';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { CHECKS, faultsOf } from '../src/check-engine/check-engine.ts';
import { Session } from '../src/check-engine/session.ts';
import { gameNamed } from '../src/shared/setup.ts';
import { runHere } from './tablier.ts';

const broken = (fault: string): string =>
  `exec ${process.execPath} ${join(import.meta.dirname, 'broken-engine.ts')} ${fault}`;
/** These must be seen doing something, which takes as long as the machine is busy, but no longer. Milliseconds. */
const TIMEOUTS: Readonly<Record<string, number>> = { starts: 60_000, infinite: 60_000, pieces: 8000 };
const NAMES = CHECKS.map(({ name }) => name);

test('there are sixty checks or more, each with a name of its own', () => {
  expect(new Set(NAMES).size).toBe(NAMES.length);
  expect(NAMES.length).toBeGreaterThanOrEqual(60);
});

test.each(games.filter(({ secrets }) => !secrets.hides({})).map(({ id }) => id))(
  'the engine of Tablier passes all checks with %s',
  async (game) => {
    const { code, lines } = await runHere(['check-engine', broken('none'), '--timeout', '10000', '--game', game]);
    expect([lines.filter((line) => !line.startsWith('ok ')), code]).toEqual([[`${CHECKS.length} checks passed`], 0]);
  },
);

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
