import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { runHere } from './tablier.ts';

const EXAMPLES = join(import.meta.dirname, '..', '..', '..', 'examples');
const FOLDER = join(EXAMPLES, 'positions');
const START = 'isaac placer,exact 2 1 0 - placing - - 54321/54321 0/0 0/0 - - -';

interface Game {
  readonly game: string;
  readonly positions: readonly (readonly [string, number])[];
}

const gamesIn = (file: string): readonly string[] =>
  gunzipSync(readFileSync(join(FOLDER, file)))
    .toString()
    .trimEnd()
    .split('\n');

describe.each(readdirSync(FOLDER))('the games of %s', (file) => {
  const game = file.replace(/\..*/, '');

  test('are those of the seed 1, as `tablier positions` writes them', async () => {
    const all = gamesIn(file);
    expect(all).toHaveLength(200);
    const records = await runHere(['random', game, '--count', '2', '--seed', '1']);
    const { code, stdout } = await runHere(['positions'], { input: records.stdout });
    expect([code, stdout.trimEnd().split('\n')]).toEqual([0, all.slice(0, 2)]);
  });

  test('give back their positions and numbers of moves', async () => {
    const [, , third = ''] = gamesIn(file);
    const { positions } = JSON.parse(third) as Game;
    const [text = '', count = 0] = positions[Math.floor(positions.length / 2)] ?? [];
    const { code, stdout } = await runHere(['moves', game, '--position', text]);
    expect([code, stdout.trimEnd().split('\n')]).toEqual([0, expect.objectContaining({ length: count })]);
  });
});

test('a reader that shares no code with Tablier counts the same moves', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-positions-'));
  const files = ['isaac', 'arcanor'].map((game) => {
    const file = join(folder, `${game}.jsonl.gz`);
    writeFileSync(file, gzipSync(gamesIn(`${game}.jsonl.gz`).slice(0, 25).join('\n')));
    return file;
  });
  const said = execFileSync('python3', [join(EXAMPLES, 'positions.py'), ...files], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  expect(said.match(/\d+ games, \d+ positions, \d+ counted/g)).toEqual([
    '25 games, 733 positions, 522 counted',
    '25 games, 8874 positions, 8849 counted',
  ]);
});

test.each([
  [['perft', 'isaac', '--depth', '1', '--position', START, '--players', '2'], '--position has players'],
  [['moves', 'isaac', '--position', 'isaac x'], 'bad-position (field '],
  [['moves', 'isaac', '--position', START.replace('54321/', '64321/')], 'bad-position (field hands'],
])('%j is refused by name', async (words, reason) => {
  const { code, stderr } = await runHere(words);
  expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
});

test('moves can follow a position', async () => {
  const { stdout } = await runHere(['perft', 'isaac', '--depth', '1', '--position', START, '--moves', '60-66']);
  expect(stdout).toBe('438\n');
});

test('a record with a fault is named with its line, and the others are written', async () => {
  const record = (await runHere(['random', 'nasca', '--seed', '1'])).stdout;
  const { code, stdout, stderr } = await runHere(['positions'], { input: `{}\n${record}` });
  expect([code, stdout.split('\n').length, stderr]).toEqual([1, 2, expect.stringContaining('line 1: ')]);
});

test('one position is analysed as the first of a game is, without a file', async () => {
  const words = ['analyse', '--nodes', '200', '--json', '--position'];
  const { code, stdout } = await runHere([...words, START]);
  const { game, plies } = JSON.parse(stdout) as { readonly game: string; readonly plies: readonly object[] };
  expect([code, game, plies]).toEqual([0, 'isaac', [expect.objectContaining({ ply: 1, seat: 0, move: null })]]);
  const refused = await runHere([...words, START.replace('54321/', '64321/')]);
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining('bad-position (field hands')]);
});
