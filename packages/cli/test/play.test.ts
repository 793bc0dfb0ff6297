import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { describe, expect, test } from 'vitest';
import { tablier } from './tablier.ts';

const ISAAC = ['play', 'isaac', '--seed', '1'] as const;
const type = (args: readonly string[], lines: readonly string[], env = {}) =>
  tablier(args, { input: lines.map((line) => `${line}\n`).join(''), env });

describe('tablier play', () => {
  test('plays a whole game against a bot', async () => {
    // Whatever is legal: every placement and removal there is, over and over, until the game is over.
    const { lines } = await tablier(['moves', 'isaac']);
    const tries = [...lines, ...lines.map((text) => `x${text}`)];
    const { code, stdout } = await type(
      [...ISAAC, '--seat', '1', '--level', 'beginner'],
      [...tries, ...tries, ...tries],
    );
    expect(code).toBe(0);
    expect(stdout).toContain('Isaac. You play Dark.');
    expect(stdout).toMatch(/Light plays \d\d-\d\d\./);
    expect(stdout).toMatch(/The game is over\.\n(You win!|Light wins\.)\n1\. \w+, \d+ points?\n2\. \w+, \d+ points?\n/);
  });

  test('helps, lists moves, and takes a turn back together with the answer to it', async () => {
    const typed = ['help', 'moves 00-', 'moves zz', 'undo', '44-46', 'UNDO', 'moves 44-46', 'quit'];
    const { stdout } = await type([...ISAAC, '--seat', '1', '--level', 'beginner'], typed);
    expect(stdout).toContain('Place a piece by its two end cells');
    expect(stdout).toContain('10 moves:\n00-02  00-03');
    expect(stdout).toContain('No move with "zz" in it.');
    expect(stdout).toContain('There is nothing to take back.');
    expect(stdout).toMatch(/Dark plays 44-46\.\nLight plays [^]*Taken back\.[^]*1 move:\n44-46\n/);
    expect(stdout.endsWith('Goodbye.\n')).toBe(true);
  });

  test('says what is wrong with what was typed, and goes on', async () => {
    const { stdout } = await type([...ISAAC, '--level', 'none'], ['e2e4', '00-02', '00-02', '', 'look', 'resign']);
    expect(stdout).toContain('"e2e4" is not a move.');
    expect(stdout).toContain('00-02 is not allowed here.');
    expect(stdout).toContain('There is nothing to look at.');
    expect(stdout).toContain('Light resigns.');
    expect(stdout).toContain('Dark wins.\n1. Dark, 0 points\n2. Light, 0 points\n');
  });

  test('gives a hint, which is a move, and goes on with a saved game', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'tablier-play-'));
    const file = join(folder, 'my games.jsonl');
    const two = ['--level', 'none', '--seed', '1'];
    const { stdout } = await type(['play', 'masker', ...two], ['', 'hint', `save ${file}`, `save ${folder}`, 'quit']);
    const move = /^Perhaps ([a-f][1-6])\.$/m.exec(stdout)?.[1] ?? '';
    expect(stdout).toContain(`Saved in ${file}.`);
    expect(stdout).toContain(`Not saved in ${folder}: is a directory.`);
    const again = await type(['play', 'masker', ...two, '--load', file], ['', move, `save ${file}`, 'quit']);
    expect(again.stdout).toContain(`First plays ${move}.`);
    const boards = (text: string) => text.match(/^ [1-6] .*$/gm)?.slice(0, 6);
    expect(boards(again.stdout)).toEqual(boards(stdout));
    const later = await type(['play', 'masker', ...two, '--load', file], ['', 'undo', 'resign', `save ${file}`]);
    expect(later.stdout).toMatch(/Taken back[^]*First resigns/);
    for (const [game, reason] of [
      ['isaac', 'its last game is masker'],
      ['masker', 'bad-json'],
    ] as const) {
      if (game === 'masker') appendFileSync(file, '{\n');
      const { code, stderr } = await tablier(['play', game, '--load', file]);
      expect([code, stderr]).toEqual([2, `tablier: cannot load ${file}: ${reason}\n`]);
    }
    rmSync(folder, { recursive: true });
  });

  test('announces forced passes in words', async () => {
    const { stdout: record } = await tablier(['random', 'isaac', '--seed', '2']);
    const { moves } = JSON.parse(record) as { moves: string[] };
    const { stdout } = await type([...ISAAC, '--level', 'none'], moves);
    expect(stdout).toMatch(/(Dark|Light) cannot move and passes\./);
    expect(stdout).toContain('The game is over.');
  });

  test.each([
    ['fr_CH.UTF-8', ['coups 00-02', 'abandonner'], ['1 coup :\n00-02\n', 'Foncé abandonne.\n', 'Clair gagne.']],
    ['de_AT.UTF-8', ['züge 00-02', 'aufgeben'], ['1 Zug:\n00-02\n', 'Dunkel gibt auf.\n', 'Hell gewinnt.']],
    ['nl_BE', ['zetten 00-02', 'opgeven'], ['1 zet:\n00-02\n', 'Donker geeft op.\n', 'Licht wint.']],
  ])('speaks the language of the terminal: %s', async (locale, typed, said) => {
    const { stdout } = await type([...ISAAC, '--level', 'none'], typed, { LANG: locale });
    for (const text of said) expect(stdout).toContain(text);
  });

  test.each([
    ['nasca', 'a1-c1', ['X1━━X1━━X1  . ', '\u001b[7m\u001b[1m\u001b[36mX1']],
    ['isaac', '00-02', ['■━━━■━━━■   ·', '\u001b[36m']],
    ['masker', 'moves', ['[', '\u001b[7m\u001b[31m[R]']],
    ['arcanor', 'moves', [' L3 ', '\u001b[7m']],
  ])('draws the pieces of %s in colours, and the same in letters where none are wanted', async (game, line, shown) => {
    const args = ['play', game, '--seed', '1', '--level', 'none'];
    const coloured = (await type(args, [line], { FORCE_COLOR: '1' })).stdout;
    const plain = (await type(args, [line], { FORCE_COLOR: '1', NO_COLOR: '1' })).stdout;
    const [letters = '', colours = ''] = shown;
    expect(plain).toContain(letters);
    expect(coloured).toContain(colours);
    expect(plain).not.toContain('\u001b');
    // A line ends where its text does.
    const lines = (text: string) =>
      stripVTControlCharacters(text)
        .split('\n')
        .map((each) => each.trimEnd());
    expect(lines(coloured)).toEqual(lines(plain));
  });
});
