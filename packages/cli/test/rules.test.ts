import { games } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { type Expected, expectTexts, runHere, tablier } from './tablier.ts';

/** By character code, as the command promises. */
const byCode = (left = '', right = ''): number => (left < right ? -1 : Number(left > right));

describe('tablier games', () => {
  test('names every game with its players, options, values, defaults and presets', async () => {
    const { code, lines, stderr } = await runHere(['games']);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const game of games) {
      expect(lines).toContainEqual(expect.stringMatching(new RegExp(`^${game.id}: ${game.name}, `)));
      expect(lines).toContain(`  players: ${game.players.join(', ')}`);
      for (const [name, option] of Object.entries(game.options)) {
        const line = lines.find((text) => text.startsWith(`  option ${name}: `)) ?? '';
        for (const value of option.values) expect(line).toContain(String(value));
        expect(line).toContain(`[${option.default}]`);
      }
    }
    expect(lines).toContain('  option scoringStarts: [placer], passer');
    expect(lines).toContain('  preset published: scoringStarts=passer,counter=upTo');
  });
});

describe('tablier moves', () => {
  test('lists the legal moves one a line, sorted by character code', async () => {
    const { code, lines } = await runHere(['moves', 'isaac']);
    expect(code).toBe(0);
    expect(lines).toHaveLength(600);
    expect(lines[0]).toBe('00-02');
    expect(lines).toEqual(lines.toSorted(byCode));
  });

  test('plays the moves given first', async () => {
    const { lines } = await runHere(['moves', 'isaac', '--moves', ' 00-02  03-33 ']);
    expect(lines.length).toBeGreaterThan(400);
    for (const line of lines) expect(line).not.toMatch(/^0[0-3]-|-0[0-3]$/);
  });

  test('says nothing when the game is over', async () => {
    const record = JSON.parse((await runHere(['random', 'isaac', '--seed', '1'])).stdout) as { moves: string[] };
    const { code, stdout } = await runHere(['moves', 'isaac', '--moves', record.moves.join(' ')]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    const over = await runHere(['moves', 'isaac', '--moves', [...record.moves, '00-02'].join(' ')]);
    expect(over.stderr).toBe(`tablier: move-after-end at ply ${record.moves.length + 1} (00-02)\n`);
  });

  test.each([
    ['00-02 00-02', 'tablier: illegal-move at ply 2 (00-02)\n'],
    ['00-02 99', 'tablier: unreadable-move at ply 2 (99)\n'],
  ])('names what is wrong with %j and its ply', async (moves, stderr) => {
    expect(await runHere(['moves', 'isaac', '--moves', moves])).toMatchObject({ code: 2, stdout: '', stderr });
  });
});

describe('tablier perft', () => {
  test.each([
    ['0', '1'],
    ['1', '600'],
    ['2', '305600'],
  ])('depth %s of Isaac ends with %s', async (depth, count) => {
    const { code, lines } = await runHere(['perft', 'isaac', '--depth', depth]);
    expect(code).toBe(0);
    expect(lines.at(-1)).toBe(count);
  });

  test('--divide gives the count below each first move, sorted as text, then the sum', async () => {
    const { lines } = await runHere(['perft', 'isaac', '--options', 'published', '--depth', '2', '--divide']);
    const parts = lines.slice(0, -1).map((line) => line.split(': '));
    expect(parts).toHaveLength(600);
    expect(parts.map(([text]) => text)).toEqual(parts.map(([text]) => text).toSorted(byCode));
    expect(parts.reduce((sum, [, count]) => sum + Number(count), 0)).toBe(305600);
    expect(lines.at(-1)).toBe('305600');
  });
});

const TABLE = `# Perft

Counts of this page; tab-separated.

\`\`\`
isaac\t2\t-\t-\t-\t1\t600
isaac\t2\tcounter=upTo,scoringStarts=placer\t-\t-\t2\t305600\r
isaac\t2\t-\t-\t04-07 30-60\t1\t0
\`\`\`
`;

describe('tablier perft --table', () => {
  test('reads a whole page, passes over its prose, and says which line is wrong', async () => {
    const { code, lines } = await tablier(['perft', '--table', '-'], { input: TABLE });
    expect(code).toBe(1);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^line 8: count-mismatch \(\d+ counted, 0 in the table\)$/);
    expect(lines[1]).toBe('2 passed, 1 failed');
  });

  test('passes where every count holds', async () => {
    const input = TABLE.replace(/^.*\t0\n/m, '');
    expect(await tablier(['perft', '--table', '-'], { input })).toMatchObject({
      code: 0,
      stdout: '2 passed, 0 failed\n',
    });
  });

  test('names what is wrong with a line that is no check', async () => {
    const wrong: readonly (readonly [string, Expected])[] = [
      ['isaac\t2\t-\t-\t-\t1', 'bad-line (6 fields apart by tabs, not 7)'],
      ['isaac 2 - - - 1 600', 'bad-line (1 fields apart by tabs, not 7)'],
      ['isaac\ttwo\t-\t-\t-\t1\t600', 'bad-line (players is not a whole number: two)'],
      ['isaac\t2\t-\t-\t-\t1\t6e2', 'bad-line (count is not a whole number: 6e2)'],
      ['chess\t2\t-\t-\t-\t1\t20', /^unknown-game \(chess\)/],
      ['isaac\t3\t-\t-\t-\t1\t600', 'bad-players (3)'],
      ['isaac\t2\tfoo=bar\t-\t-\t1\t600', 'unknown-option (foo)'],
      ['isaac\t2\tcounter=bar\t-\t-\t1\t600', 'bad-option-value (counter=bar)'],
      ['isaac\t2\t-\t{"a"\t-\t1\t600', 'bad-deal (not JSON)'],
      ['isaac\t2\t-\t{"a":1}\t-\t1\t600', /^bad-deal \(/],
      ['isaac\t2\t-\t-\t00-02 00-02\t1\t600', 'illegal-move at ply 2 (00-02)'],
      ['isaac\t2\t-\t-\t00-01\t1\t600', 'unreadable-move at ply 1 (00-01)'],
    ];
    const { code, lines } = await tablier(['perft', '--table', '-'], { input: wrong.map(([line]) => line).join('\n') });
    expect(code).toBe(1);
    expectTexts(
      lines.slice(0, -1).map((line) => line.replace(/^line \d+: /, '')),
      wrong.map(([, fault]) => fault),
    );
    expect(lines.slice(0, -1).map((line) => /^line (\d+)/.exec(line)?.[1])).toEqual(
      wrong.map((_, at) => String(at + 1)),
    );
    expect(lines.at(-1)).toBe(`0 passed, ${wrong.length} failed`);
  });
});
