import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { runHere } from './tablier.ts';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const PYTHON = join(ROOT, 'python');
const BIN = join(ROOT, 'packages', 'cli', 'bin', 'tablier.js');
const env = { ...process.env, PYTHONPATH: PYTHON, TABLIER_ENGINE: `${process.execPath} ${BIN} engine` };
const run = promisify(execFile);
const python = (...words: readonly string[]) => run('python3', ['-W', 'error', ...words], { env, cwd: PYTHON });

test('the environments of the Python package play all games over the pipe of the engine', async () => {
  const { stderr } = await python('-m', 'unittest', 'discover', 'tests');
  expect(stderr).toMatch(/^Ran \d\d tests in .*\n\nOK\n$/m);
});

const blocks = [...readFileSync(join(PYTHON, 'README.md'), 'utf8').matchAll(/^```python\n(.*?)^```/gms)]
  .map(([, block = '']) => block)
  .filter((block) => !block.includes('sys.argv'));

test.each(blocks)('what the README says runs: %#', async (block) => {
  expect((await python('-c', block)).stderr).toBe('');
});

test.each([
  ['uct.py', 'masker', '5'],
  ['greedy.py', 'arcanor', '1'],
])('the example %s plays %s to the end', async (file, game, work) => {
  const { stdout } = await python(join('examples', file), game, work);
  expect(stdout).toMatch(/^returns -?\d -?\d$/m);
  const lines = readFileSync(join(PYTHON, 'examples', file), 'utf8')
    .trimEnd()
    .split('\n');
  expect(lines.length).toBeLessThanOrEqual(60);
});

test('the benchmark prints a line for each game', async () => {
  const { stdout } = await python('-m', 'tablier.benchmark', '8', '0.1');
  expect(stdout.match(/^\w+: [\d,]+ steps a second, 8 states$/gm)).toHaveLength(4);
});

test('a batch answers each operation, and what is no batch is refused', async () => {
  const operations = [['reset', 1, { game: 'nasca' }], ['step', 1, 70_000], ['forget'], ['observation', 1, 'open'], 3];
  const { lines } = await runHere(['engine'], { input: `batch ${JSON.stringify(operations)}\nbatch {}\nisready\n` });
  const answers = JSON.parse(lines[0]?.replace(/^batch /, '') ?? '') as readonly unknown[];
  expect(answers).toEqual([
    [0, expect.stringMatching(/^[\w+/]+=*$/)],
    { error: 'illegal-move (70000)' },
    { error: 'unknown-operation ("forget")' },
    { error: 'bad-seat ("open"; from 0 to 1)' },
    { error: 'unknown-operation (undefined)' },
  ]);
  expect(lines.slice(1)).toEqual(['info string error: bad-batch (a JSON list of operations)', 'readyok']);
});
