import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type GameRecord, replayText } from '@tablier/core';
import { findGame, games } from '@tablier/games';
import { describe, expect, test } from 'vitest';
import { runHere, tablier } from './tablier.ts';

const recordsOf = (lines: readonly string[]): GameRecord[] => lines.map((line) => JSON.parse(line) as GameRecord);

/** A whole random game of Isaac. */
const wholeGame = async (): Promise<GameRecord> =>
  JSON.parse((await runHere(['random', 'isaac', '--seed', '7'])).stdout) as GameRecord;

describe('tablier random', () => {
  test('a hundred games of Isaac replay', async () => {
    const { stdout } = await runHere(['random', 'isaac', '--count', '100', '--seed', '1']);
    const { code, lines } = await tablier(['replay'], { input: stdout });
    expect({ code, lines }).toEqual({ code: 0, lines: ['100 passed, 0 failed'] });
  });

  test.each(games.map((game) => [game.id, game] as const))(
    '%s: whole records with counts and an end by the rules',
    async (id, game) => {
      const players = String(game.players.at(-1));
      const { code, lines } = await runHere(['random', id, '--players', players, '--count', '3', '--seed', 'a seed']);
      expect(code).toBe(0);
      for (const record of recordsOf(lines)) {
        expect(record).toMatchObject({ format: 1, game: id, players: Number(players), end: { by: 'rules' } });
        expect(Object.keys(record.options)).toEqual(Object.keys(game.options));
        expect(record.counts).toHaveLength(record.moves.length);
        expect(replayText(findGame, JSON.stringify(record)).ok).toBe(true);
      }
    },
  );

  test('equal seeds give equal games, and the count changes none of them', async () => {
    const three = await runHere(['random', 'isaac', '--count', '3', '--seed', 'x']);
    const two = await runHere(['random', 'isaac', '--count', '2', '--seed', 'x']);
    expect(three.lines.slice(0, 2)).toEqual(two.lines);
    expect(new Set(three.lines).size).toBe(3);
  });

  test('games of neighbouring seeds differ, however they are numbered', async () => {
    const one = await runHere(['random', 'isaac', '--count', '4', '--seed', '1']);
    const two = await runHere(['random', 'isaac', '--count', '4', '--seed', '2']);
    expect(one.lines.filter((line) => two.lines.includes(line))).toEqual([]);
  });

  test('without a seed it takes one and tells it on stderr', async () => {
    const drawn = await runHere(['random', 'isaac']);
    const seed = /^seed: (\w+)\n$/.exec(drawn.stderr)?.[1];
    expect(seed).toBeDefined();
    expect((await runHere(['random', 'isaac', '--seed', seed ?? ''])).stdout).toBe(drawn.stdout);
  });
});

describe('tablier deal', () => {
  test('is null for a game without one', async () => {
    expect(await runHere(['deal', 'isaac', '--seed', '1'])).toMatchObject({ code: 0, stdout: 'null\n', stderr: '' });
  });
});

describe('tablier replay', () => {
  test.each([
    ['a byte order mark', (text: string) => Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 of the other byte order', (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()],
  ])('reads files with %s, as other programs save them', async (_name, encode) => {
    const folder = await mkdtemp(join(tmpdir(), 'tablier-encoded-'));
    const file = join(folder, 'record.jsonl');
    await writeFile(file, encode(`${JSON.stringify({ ...(await wholeGame()), comment: 'Zürich' })}\r\n`));
    expect((await runHere(['replay', file])).stdout).toBe('1 passed, 0 failed\n');
    await rm(folder, { recursive: true });
  });

  test('names what is wrong with each bad record, on its own line', async () => {
    const good = await wholeGame();
    const { end: _end, counts: _counts, ...open } = good;
    const first = good.moves[0] as string;
    const wrong: [unknown, string | RegExp][] = [
      ['{', 'bad-json'],
      [[], 'bad-record (not an object)'],
      [{ ...good, moves: 7 }, 'bad-record (moves)'],
      [{ ...good, game: 'chess' }, 'unknown-game (chess)'],
      [{ ...good, format: 2 }, 'too-new (format 2)'],
      [{ ...good, rules: 99 }, 'too-new (rules 99)'],
      [{ ...good, rules: 0 }, 'unknown-rules (0)'],
      [{ ...good, players: 3, end: undefined }, 'bad-players (3)'],
      [{ ...good, options: { ...good.options, colour: 'red' } }, 'unknown-option (colour)'],
      [{ ...good, options: { ...good.options, counter: 'no' } }, 'bad-option-value (counter=no)'],
      [{ ...good, options: {} }, /^missing-option \(/],
      [{ ...good, deal: { grid: '' } }, /^bad-deal \(/],
      [{ ...open, moves: [first, '00-01'] }, 'unreadable-move at ply 2 (00-01)'],
      [{ ...open, moves: [first, first] }, `illegal-move at ply 2 (${first})`],
      [{ ...good, counts: [] }, /^count-mismatch at ply 1 /],
      [{ ...open, moves: [first], counts: [599] }, 'count-mismatch at ply 1 (599 recorded, 600 legal)'],
      [{ ...open, moves: [...good.moves, first] }, `move-after-end at ply ${good.moves.length + 1} (${first})`],
      [open, /^end-mismatch \(/],
      [{ ...good, end: { ...good.end, scores: [-1, -1] } }, /^end-mismatch \(scores are /],
      [{ ...open, moves: [first], end: good.end }, 'end-mismatch (the game is not over)'],
    ];
    const texts = wrong.map(([data]) => (typeof data === 'string' ? data : JSON.stringify(data)));
    const input = [JSON.stringify(good), ...texts, '', JSON.stringify({ ...good, comment: 'kept' })].join('\r\n');
    const { code, lines, stderr } = await runHere(['replay', '-'], { input });
    expect(code).toBe(1);
    expect(stderr).toBe('');
    for (const [index, [, fault]] of wrong.entries()) {
      const said = /^line (\d+): (.*)$/.exec(lines[index] ?? '');
      expect(said?.[1]).toBe(String(index + 2));
      expect(said?.[2]).toEqual(typeof fault === 'string' ? fault : expect.stringMatching(fault));
    }
    expect(lines.slice(wrong.length)).toEqual([`2 passed, ${wrong.length} failed`]);
  });

  test('reads a file, with a last line that has no end', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'tablier-'));
    try {
      const path = join(folder, 'games.jsonl');
      await writeFile(path, JSON.stringify(await wholeGame()));
      expect(await runHere(['replay', path])).toMatchObject({ code: 0, stdout: '1 passed, 0 failed\n' });
      expect(await runHere(['replay', folder])).toMatchObject({
        code: 2,
        stdout: '',
        stderr: `tablier: cannot read ${folder}: is a directory\n`,
      });
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('nothing to check is no failure', async () => {
    expect(await runHere(['replay'], { input: '\n\n' })).toMatchObject({ code: 0, stdout: '0 passed, 0 failed\n' });
  });
});
