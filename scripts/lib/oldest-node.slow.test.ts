import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ROOT, run } from './run.mjs';

/** The oldest Node on which the README promises that every command finds a newer one. */
const OLDEST = '20.10.0';
const NAME = `node-${process.platform}-${process.arch}`;
const CACHE = join(ROOT, '.cache', `node-${OLDEST}`);
const oldest = join(CACHE, 'node_modules', NAME, 'bin', 'node');

/** The commands of a checkout: what they start is the Node that the lockfile of the runtime names. */
const COMMANDS = [
  ...readdirSync(join(ROOT, 'scripts'))
    .filter((file) => file.endsWith('.mjs'))
    .map((file) => join('scripts', file)),
  join('packages', 'cli', 'bin', 'tablier.js'),
];

/** A checkout whose newer Node only says what it was started with. */
let checkout = '';

beforeAll(async () => {
  mkdirSync(CACHE, { recursive: true });
  const flags = '--no-save --ignore-scripts --no-audit --no-fund --loglevel=error';
  if (!existsSync(oldest)) await run(`npm install --prefix ${CACHE} ${flags} ${NAME}@${OLDEST}`, { show: 'collect' });
  checkout = mkdtempSync(join(tmpdir(), 'tablier-oldest-'));
  for (const part of ['package.json', 'scripts/lib', 'packages/cli/bin', ...COMMANDS])
    cpSync(join(ROOT, part), join(checkout, part), { recursive: true });
  const newer = join(checkout, 'scripts', 'runtime', 'node_modules', NAME, 'bin', 'node');
  mkdirSync(dirname(newer), { recursive: true });
  writeFileSync(newer, '#!/bin/sh\necho "newer node: $*"\n');
  chmodSync(newer, 0o755);
});
afterAll(() => rmSync(checkout, { recursive: true }));

/** Runs a file on the oldest Node, which is also the one that `node` names. */
function onOldest(file: string, words: readonly string[], cwd: string): { output: string; errors: string } {
  const env = { ...process.env, PATH: [dirname(oldest), process.env['PATH'] ?? ''].join(delimiter) };
  const { stdout, stderr } = spawnSync(oldest, [file, ...words], { cwd, env, encoding: 'utf8' });
  return { output: stdout, errors: stderr };
}

describe(`on Node ${OLDEST}`, () => {
  test.each(COMMANDS)('%s goes on with the newer Node', (command) => {
    const { output, errors } = onOldest(command, ['one', 'two'], checkout);
    expect(errors).toBe('');
    expect(output).toMatch(/^newer node: .*(scripts|packages)\/.*one/);
  });

  test('the command of this checkout answers, also by its name in node_modules', () => {
    // What fetches the newer Node says so, once.
    onOldest(join('packages', 'cli', 'bin', 'tablier.js'), ['--version'], ROOT);
    for (const path of ['packages/cli/bin/tablier.js', 'node_modules/.bin/tablier'])
      expect(onOldest(path, ['perft', 'isaac', '--depth', '1'], ROOT)).toEqual({ output: '600\n', errors: '' });
  });
});
