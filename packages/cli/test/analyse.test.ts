import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { runHere, tablier } from './tablier.ts';

const fileOf = (game: string): string =>
  fileURLToPath(new URL(`../../games/test/${game}/examples.jsonl`, import.meta.url));
const recordOf = (game: string): string => readFileSync(fileOf(game), 'utf8').split('\n')[0] ?? '';
const movesOf = (game: string): readonly string[] => (JSON.parse(recordOf(game)) as { moves: string[] }).moves;

interface Ply {
  readonly move: string;
  readonly lines: readonly { readonly moves: readonly string[]; readonly score: number; readonly isProven: boolean }[];
  readonly played: { readonly moves: readonly string[]; readonly score: number };
  readonly best: { readonly score: number };
  readonly cost: number;
  readonly label: string;
}

describe('tablier analyse', () => {
  test.each([
    ['isaac', 'points'],
    ['nasca', 'points'],
    ['masker', 'chance'],
  ])('judges every move of a real game of %s, as JSON', async (game, unit) => {
    const args = ['analyse', '-', '--json', '--nodes', '1500', '--multipv', '2', '--seed', 's'];
    const { code, lines, stderr } = await runHere(args, { input: `${recordOf(game)}\n\n` });
    expect(stderr).toBe('');
    expect(code).toBe(0);
    expect(lines).toHaveLength(1);
    const found = JSON.parse(lines[0] ?? '') as { unit: string; plies: readonly Ply[] };
    expect(found).toMatchObject({ game, unit, by: 'seat', nodes: 1500, seed: 's' });
    expect(found.plies.map(({ move }) => move)).toEqual(movesOf(game));
    for (const { move, lines: best, played, cost, label } of found.plies) {
      expect(played.moves[0]).toBe(move);
      expect(label === 'best').toBe(best[0]?.moves[0] === move);
      expect(label).toMatch(/^(best|good|inaccuracy|mistake|blunder)$/);
      expect(cost).toBeGreaterThanOrEqual(0);
      expect(best.length).toBeLessThanOrEqual(2);
    }
    if (game === 'isaac') expect(found.plies.at(-1)?.lines[0]?.isProven).toBe(true);
    // One game shows that the seed decides everything.
    if (game === 'masker') expect((await runHere(args, { input: recordOf(game) })).stdout).toBe(`${lines[0]}\n`);
  });

  test('prints a line for each ply, then better moves, and no progress on a pipe', async () => {
    const { code, lines, stderr } = await tablier(['analyse', '-', '--nodes', '1500'], { input: recordOf('isaac') });
    expect([code, stderr]).toEqual([0, '']);
    expect(lines[0]).toBe(`isaac ${movesOf('isaac').length} plies, 1500 nodes, seed 0`);
    const plies = lines.filter((line) => /^ *\d+ p[12] /.test(line));
    expect(plies).toHaveLength(movesOf('isaac').length);
    expect(plies[0]).toMatch(
      /^ {2}1 p1 {3}36-76 +[+-]\d+\.\d +[+-]\d+\.\d +\d+\.\d (best|good|inaccuracy|mistake|blunder)$/,
    );
    expect(lines.some((line) => / (win|loss) /.test(line))).toBe(true);
  });

  test('with --known says what the player could know, and what was luck', async () => {
    const args = ['analyse', '-', '--nodes', '600', '--known'];
    const { code, lines } = await runHere(args, { input: recordOf('masker') });
    expect(code).toBe(0);
    expect(lines.some((line) => /^ +knows p2: (\*?[RYGBP] \d+%( |$)){4}/.test(line))).toBe(true);
    expect(lines.filter((line) => /^ +verdict (sound|mistake|bad-luck|good-luck)$/.test(line))).toHaveLength(
      movesOf('masker').length,
    );
    const json = await runHere([...args, '--json'], { input: recordOf('masker') });
    const [first] = (JSON.parse(json.lines[0] ?? '') as { plies: readonly { known: unknown; verdict: string }[] })
      .plies;
    expect(first).toMatchObject({ known: [{ of: { seat: 1 }, truth: 'G', shown: null }] });
  });

  test('with --open judges by what was hidden', async () => {
    const first = async (...flags: string[]): Promise<unknown> => {
      const args = ['analyse', '-', '--json', '--nodes', '800', ...flags];
      return JSON.parse((await runHere(args, { input: recordOf('masker') })).lines[0] ?? '');
    };
    const open = (await first('--open')) as { by: string; plies: unknown };
    expect(open.by).toBe('open');
    expect(open.plies).not.toEqual(((await first()) as { plies: unknown }).plies);
  });

  test.each([
    [['analyse', 'no/such/file'], '', /^tablier: cannot read no\/such\/file: no such file or directory\n$/],
    [['analyse'], '{', /^tablier: line 1: bad-json\n$/],
    [
      ['analyse'],
      recordOf('isaac').replace('36-76', '00-99'),
      /^tablier: line 1: unreadable-move at ply 1 \(00-99\)\n$/,
    ],
    [['analyse'], recordOf('isaac').replace('52-72', '36-76'), /^tablier: line 1: illegal-move at ply 2 \(36-76\)\n$/],
    [['analyse', '--multipv', '6'], '', /from 1 to 5/],
    [['analyse', '--nodes', '0'], '', /at least 1/],
  ])('%j: exit code 2 and the reason', async (args, input, reason) => {
    const { code, stdout, stderr } = await runHere(args, { input });
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(reason);
  });
});
