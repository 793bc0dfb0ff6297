import { join } from 'node:path';
import { expect, test } from 'vitest';
import { CHECKS } from '../src/check-engine/checks.ts';
import { runHere } from './tablier.ts';

const broken = (fault: string): string =>
  `${process.execPath} ${join(import.meta.dirname, 'broken-engine.ts')} ${fault}`;

test('the engine of Tablier passes all checks', async () => {
  const { code, lines } = await runHere(['check-engine', broken('none'), '--timeout', '10000']);
  expect([lines.filter((line) => !line.startsWith('ok ')), code]).toEqual([[`${CHECKS.length} checks passed`], 0]);
});

test.each(CHECKS.map(({ name }) => name))('an engine that is broken there fails the check %s', async (name) => {
  const { code, lines } = await runHere(['check-engine', broken(name), '--only', name, '--timeout', '4000']);
  expect([lines.filter((line) => line.startsWith('FAIL')), lines.at(-1), code]).toEqual([
    [expect.stringMatching(new RegExp(`^FAIL  ${name}: an engine `))],
    '1 failed',
    1,
  ]);
});

test('an engine that does not start, and a check that there is not, are named', async () => {
  const gone = await runHere(['check-engine', 'no-such-engine-here']);
  expect([gone.lines, gone.code]).toEqual([
    [expect.stringMatching(/^FAIL {2}ugi: .*the engine has ended \(exit code 127\)/), '1 failed'],
    1,
  ]);
  const unknown = await runHere(['check-engine', 'x', '--only', 'chess']);
  expect([unknown.code, unknown.stderr]).toEqual([2, expect.stringMatching(/unknown-check \(chess; there are: ugi/)]);
});
