import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClocks } from '../src/match/clocks.ts';
import { Standing } from '../src/match/sprt.ts';
import { showLines } from '../src/shared/progress.ts';
import { isRunning, runHere, start, tablier } from './tablier.ts';

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-match-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const ENGINE = `engine:${process.execPath} ${join(import.meta.dirname, '..', 'bin', 'tablier.js')} engine`;
const misbehaving = (mode: string, at: number): string =>
  `engine:${process.execPath} ${join(import.meta.dirname, 'misbehaving-engine.ts')} ${mode} ${at} ${join(folder, `${mode}.log`)}`;
const gamesIn = (path: string) =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { moves: string[]; match: { index: number; winner: 'a' | 'b' | null } });

describe('a match', () => {
  test('of an engine and a level, two games at a time, writes records with the openings that both games of a pair share', async () => {
    const out = join(folder, 'engine.jsonl');
    const flags = ['--nodes', '30', '--games', '4', '--concurrency', '2', '--plies', '3', '--seed', '1'];
    const { code, lines, stderr } = await tablier([
      'match',
      'isaac',
      '--a',
      ENGINE,
      '--b',
      '1',
      ...flags,
      '--out',
      out,
    ]);
    expect([code, stderr]).toEqual([0, '']);
    const { games, a, b, draws } = JSON.parse(lines[0] ?? '') as Record<string, number>;
    expect([games, (a ?? 0) + (b ?? 0) + (draws ?? 0)]).toEqual([4, 4]);
    const played = gamesIn(out).toSorted((one, other) => one.match.index - other.match.index);
    const openings = played.map(({ moves }) => moves.slice(0, 3).join(' '));
    expect([openings[0], openings[2]]).toEqual([openings[1], openings[3]]);
    expect(openings[0]).not.toBe(openings[2]);
    expect((await runHere(['replay', out])).stdout).toBe('4 passed, 0 failed\n');
  });

  test('that is killed goes on where it was, and comes to the same counts', async () => {
    const flags = (out: string) =>
      ['match', 'isaac', '--a', '2', '--b', '1', '--games', '8', '--seed', 'x', '--out', join(folder, out)] as const;
    const whole = await runHere(flags('whole.jsonl'));
    const killed = start(flags('killed.jsonl'));
    await expect.poll(() => sizeOf(join(folder, 'killed.jsonl')), { timeout: 30_000, interval: 5 }).toBeGreaterThan(0);
    killed.kill('SIGKILL');
    await once(killed, 'close');
    const path = join(folder, 'killed.jsonl');
    // A kill in the middle of a line.
    const before = readFileSync(path, 'utf8');
    writeFileSync(path, `${before}{"format":1,"game":"isa`);
    const resumed = await runHere(flags('killed.jsonl'));
    expect(resumed.stdout).toBe(whole.stdout);
    const sorted = (name: string) =>
      gamesIn(join(folder, name)).toSorted((one, other) => one.match.index - other.match.index);
    expect(sorted('killed.jsonl')).toEqual(sorted('whole.jsonl'));
    expect(readFileSync(path, 'utf8').startsWith(before)).toBe(true);
    const other = await runHere([...flags('killed.jsonl'), '--plies', '2']);
    expect([other.code, other.stderr]).toEqual([2, expect.stringMatching(/has the games of another match/)]);
  });

  test('gives an engine its time and the margin, and no more, although it answers in the end', async () => {
    const flags = ['--b', '1', '--games', '1', '--seed', '1', '--movetime', '100', '--margin', '300'];
    const out = join(folder, 'slow.jsonl');
    const run = await tablier(['match', 'isaac', '--a', misbehaving('slow', 0), ...flags, '--out', out]);
    expect(run.stderr).toContain('game 1: A: no answer within 400 ms\n');
    expect(JSON.parse(run.stdout)).toMatchObject({ games: 1, b: 1, forfeits: { a: 1, b: 0 } });
    expect(gamesIn(out)[0]).toMatchObject({ end: { by: 'time', places: [2, 1] } });
    expect((await runHere(['replay', out])).stdout).toBe('1 passed, 0 failed\n');
  });

  test('with clocks tells an engine the time of each seat, and ends on time', async () => {
    const flags = ['--b', '1', '--games', '1', '--seed', '1', '--tc', '2+0.01', '--margin', '200'];
    const out = join(folder, 'clock.jsonl');
    const run = await runHere(['match', 'isaac', '--a', misbehaving('slow', -1), ...flags, '--out', out]);
    expect(run.stderr).toMatch(/^game 1: A: no answer within \d+ ms\n$/);
    expect(gamesIn(out)[0]).toMatchObject({ end: { by: 'time', places: [2, 1] } });
    const asked = readFileSync(join(folder, 'slow.log'), 'utf8').match(/^go p1time.*/gm) ?? [];
    expect(asked[0]).toBe('go p1time 2000 p1inc 10 p2time 2000 p2inc 10');
    const left = asked.map((line) => Number(line.split(' ')[2]));
    for (const [index, time] of left.entries()) expect(time).toBeLessThanOrEqual(Math.max(1, 2000 - 690 * index));
  });

  test('of plans takes their settings, and their time, and names what is no plan', async () => {
    const play = (a: string, ...flags: readonly string[]) =>
      runHere(['match', 'isaac', '--a', a, '--b', 'plan:{"lapses":1}', '--games', '4', '--seed', '1', ...flags]);
    expect((await play('plan:{"nodes":500}')).stdout).toBe('{"games":4,"a":4,"b":0,"draws":0}\n');
    // Without the clock it would search for hours.
    const hurried = await play('plan:{"nodes":1000000000,"solverNodes":1000}', '--tc', '0.3', '--margin', '60000');
    expect(JSON.parse(hurried.stdout)).toMatchObject({ games: 4 });
    for (const plan of ['{"nods":1}', '{"nodes":1e999}', '{"nodes":"1"}', '[]', 'x'])
      expect(await play(`plan:${plan}`)).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('bad-plan') as string,
      });
    expect(await play('1', '--tc', '0')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('10+0.1') as string,
    });
  });

  test('of a strong and a weak bot ends as soon as the sequential test has its verdict', async () => {
    const flags = ['--b', '1', '--games', '400', '--seed', '1', '--plies', '2', '--sprt', '0,200'];
    const { stdout } = await runHere(['match', 'isaac', '--a', '4', ...flags]);
    const { games, verdict, llr } = JSON.parse(stdout) as { games: number; verdict: string; llr: number };
    expect([verdict, llr > 2.94, games < 100]).toEqual(['better', true, true]);
  });

  test('takes its openings from a file of moves and records, one after the other', async () => {
    const path = join(folder, 'openings.txt');
    const record = (await runHere(['random', 'isaac', '--seed', '1'])).stdout;
    const { moves, counts, ...rest } = JSON.parse(record) as { moves: string[]; counts: number[]; end?: object };
    delete rest.end;
    writeFileSync(
      path,
      `00-02\n\n${JSON.stringify({ ...rest, moves: moves.slice(0, 4), counts: counts.slice(0, 4) })}\n`,
    );
    const out = join(folder, 'openings.jsonl');
    const flags = ['--a', '1', '--b', '1', '--games', '6', '--seed', '1', '--openings', path, '--out', out];
    expect((await runHere(['match', 'isaac', ...flags])).code).toBe(0);
    const starts = gamesIn(out).map(({ moves: [first = ''] }) => first);
    expect(starts).toEqual(['00-02', '00-02', moves[0], moves[0], '00-02', '00-02']);
    for (const [text, fault] of [
      ['00-02 00-02\n', 'line 1: illegal-move at ply 2'],
      [`00-02\n${'x'.repeat(1_100_000)}\n`, 'line 2: too-long'],
    ] as const) {
      writeFileSync(path, text);
      const refused = await runHere(['match', 'isaac', ...flags]);
      expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(fault) as string });
    }
  });

  test.each([
    ['/dev/full', null, 'is no plain file'],
    ['no-folder/x.jsonl', null, 'x.jsonl: no such file or directory'],
    ['notes.txt', 'My notes, without an end of the line', 'line 1: no game of a match'],
    ['more.txt', '{"format":1}\n', 'line 1: no game of a match'],
  ])('writes no games to %s, and leaves it as it is', async (name, text, fault) => {
    const path = name.startsWith('/') ? name : join(folder, name);
    if (text !== null) writeFileSync(path, text);
    const run = await runHere(['match', 'isaac', '--a', '1', '--b', '1', '--seed', '1', '--out', path]);
    expect(run).toMatchObject({ code: 2, stderr: expect.stringContaining(fault) as string });
    if (text !== null) expect(readFileSync(path, 'utf8')).toBe(text);
  });

  test.each([
    ['searches', 'hang', /^go/m],
    ['greets', 'mute', /^ugi/m],
  ])('that is interrupted while an engine %s says its score and ends it', async (_, mode, line) => {
    const words = ['--a', misbehaving(mode, 1), '--b', '1', '--seed', '1', '--margin', '60000'];
    const child = start(['match', 'isaac', ...words]);
    const log = join(folder, `${mode}.log`);
    await expect.poll(() => sizeOf(log) > 0 && line.test(readFileSync(log, 'utf8')), { timeout: 30_000 }).toBe(true);
    const began = performance.now();
    child.kill('SIGINT');
    let output = '';
    child.stdout.on('data', (text: Buffer) => (output += text.toString()));
    expect(await once(child, 'close')).toEqual([130, null]);
    // After the waits for `stop` and `quit`; that for the greeting would be longer.
    expect(performance.now() - began).toBeLessThan(8000);
    expect(JSON.parse(output)).toEqual({ games: 0, a: 0, b: 0, draws: 0 });
    const pid = Number(/^pid (\d+)/.exec(readFileSync(log, 'utf8'))?.[1]);
    expect([pid > 0, isRunning(pid)]).toEqual([true, false]);
  });
});

const sizeOf = (path: string): number => {
  try {
    return readFileSync(path).length;
  } catch {
    return 0;
  }
};

test('the table counts games and pairs, and the lines of a terminal replace each other', () => {
  const standing = new Standing({ elo0: 0, elo1: 50, alpha: 0.05, beta: 0.05 });
  for (const [index, winner] of (['a', 'a', null, 'b', 'a'] as const).entries()) standing.add({ index, winner });
  const lines = standing.lines({ a: 'one', b: 'two' });
  expect(lines.map((line) => line.replaceAll(/ {2,}/g, ' '))).toEqual([
    'A one 3.5 70.0 %',
    'B two 1.5 30.0 %',
    expect.stringMatching(/^pairs 0 1 0 0 1 Elo 89 ± \d+$/),
    expect.stringMatching(/^LLR \d\.\d\d \(-2\.94 to 2\.94\)$/),
  ]);
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 6 });
  const shown = showLines(terminal);
  shown.show(['one', 'two']);
  shown.print('a fault');
  shown.show(['three and more']);
  expect(String(terminal.read())).toBe('one\ntwo\n\r\u001b[2A\u001b[0Ja fault\none\ntwo\n\r\u001b[2A\u001b[0Jthree\n');
});

test('a terminal that does not say how wide it is shows whole lines', () => {
  const terminal = Object.assign(new PassThrough(), { isTTY: true, columns: 0 });
  showLines(terminal).show(['a whole line']);
  expect(String(terminal.read())).toBe('a whole line\n');
});

test('a clock loses what is used, gains the increment, and owes what it takes of the margin', () => {
  const clocks = createClocks({ base: 1000, increment: 100 }, 2, 50);
  expect([clocks.limit(0), clocks.share(0)]).toEqual([1050, 1000 / 30 + 50]);
  expect([clocks.spend(0, 1040), clocks.limit(0), clocks.share(1)]).toEqual([true, 110, 1000 / 30 + 50]);
  expect(clocks.limits()).toBe('p1time 60 p1inc 100 p2time 1000 p2inc 100');
  expect([clocks.spend(0, 109), clocks.limit(0)]).toEqual([true, 101]);
  expect([clocks.spend(0, 102), clocks.spend(1, 1051)]).toEqual([false, false]);
});
