import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TableView } from '@tablier/protocol';
import { ApiClient, newMember, newToken, terms } from '@tablier/testkit/online';
import { ServerProcess } from '@tablier/testkit/servers';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { linesUntil, runHere, start, tablier } from './tablier.ts';

const serve = (...flags: readonly string[]): Promise<ServerProcess> => {
  const data = mkdtempSync(join(folder, 'data-'));
  return ServerProcess.start([process.execPath, BIN, 'serve', '--port', '0', '--data', data, ...flags]);
};
const BIN = join(import.meta.dirname, '..', 'bin', 'tablier.js');
const EXAMPLE = join(import.meta.dirname, '..', '..', '..', 'examples', 'three-in-a-row.js');
const PAGE = new URL('../../../scripts/pack/readme/rules.md', import.meta.url);

/** The game on the page of `@tablier/rules`. */
const STICKS = [...readFileSync(PAGE, 'utf8').matchAll(/```js\n([^]*?)```/g)]
  .map(([, code = '']) => code)
  .find((code) => code.includes('export const game')) as string;

const CLASS = readFileSync(join(import.meta.dirname, 'class-game.txt'), 'utf8');

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-game-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A file of a game, named after its id: a process can have each id once. */
function gameFile(id: string, code: string): string {
  const path = join(folder, `${id}.js`);
  writeFileSync(path, code.replace("id: 'sticks'", `id: '${id}'`));
  return path;
}

test('the game on the page of the package keeps the contract, and is played as it is', async () => {
  // As `npm init` writes it.
  writeFileSync(join(folder, 'package.json'), '{"type": "commonjs"}');
  const file = gameFile('sticks', STICKS);
  const checked = await tablier(['check-game', file, '--seed', '1']);
  expect(checked.stdout).toMatch(
    /^ok {4}sticks: the declaration is sound\nok {4}2 players: [^]*\n6 passed, 0 failed\n$/,
  );
  expect(checked).toMatchObject({ code: 0, stderr: '' });
  // From ten sticks only two leave the other a lost position.
  const match = await runHere(['match', '--game', file, '--a', '8', '--b', '1', '--games', '4', '--seed', '1']);
  expect(JSON.parse(match.stdout)).toMatchObject({ games: 4 });
  const shown = await tablier(['play', '--game', file, '--seat', '1', '--seed', '1'], { input: '3\nmoves\nquit\n' });
  expect(shown.stdout).toMatch(/^Sticks\. You play First\.[^]*left: 12[^]*left: \d/);
});

test('rules that never return end a match with one line, and its engine with it', async () => {
  const looping = CLASS.replace('play(move) {', "play(move) { while (process.argv.includes('match'));");
  const loop = gameFile('loops', looping);
  const engine = `engine:${process.execPath} ${BIN} engine --game ${loop}`;
  const { code, stdout, stderr } = await tablier([
    'match',
    '--game',
    loop,
    '--a',
    engine,
    '--b',
    engine,
    '--seed',
    '1',
  ]);
  expect(stderr).toBe(
    `tablier: ${loop}:11: play has not returned for 20 s (an endless loop, or a game without an end?)\n`,
  );
  expect([code, stdout]).toEqual([2, '']);
  expect(spawnSync('pgrep', ['-f', loop]).stdout.toString()).toBe('');
});

describe('rules that never return', () => {
  const LOOPS: readonly (readonly [string, string, string])[] = [
    ['legalMoves', 'legalMoves(into) {', 'legalMoves(into) { while (this.left < 5);'],
    ['play', 'play(move) {', 'play(move) { while (this.left < 5);'],
    ['outcome', 'outcome() {', 'outcome() { for (;;);'],
    ['view', 'view: (position) => (', 'view: (position) => position.left < 5 ? CLEAR.test(LONG) : ('],
    ['draw', 'start:', 'deals: { draw() { for (;;); }, parse: (_, n, value) => ({ ok: true, value }) },\n  start:'],
    ['the file itself', 'const facts =', 'for (;;);\nconst facts ='],
  ];
  /** A search of a text that takes for ever, without a statement. */
  const SEARCH = "const CLEAR = /^(a+)+$/;\nconst LONG = `${'a'.repeat(60)}b`;\n";

  test.each(['check-game', 'serve'])('%s ends with one line that names the function', async (command) => {
    const runs = LOOPS.map(async ([name, part, looping], index) => {
      expect(CLASS).toContain(part);
      const file = gameFile(`${command}-loop-${index}`, SEARCH + CLASS.replace(part, looping));
      const args = command === 'serve' ? ['--port', '0', '--data', folder, '--game', file] : [file, '--seed', '1'];
      const { code, stderr } = await tablier([command, ...args]);
      expect(stderr.replace(/:\d+: /, ': ')).toBe(
        `tablier: ${file}: ${name} has not returned for 20 s (an endless loop, or a game without an end?)\n`,
      );
      expect(code).toBe(2);
    });
    await Promise.all(runs);
  });

  const COMMANDS: readonly (readonly string[])[] = [
    ['moves'],
    ['perft', '--depth', '9'],
    ['perft', '--depth', '9', '--divide'],
    ['play', '--seed', '1', '--seat', '1'],
    ['random', '--seed', '1'],
  ];

  test('every command that takes a game file ends with that line, but not while it counts', async () => {
    const name = 'legalMoves(into) {';
    const looping = CLASS.replace(name, `${name} while (process.argv.length > 2);`);
    const runs = COMMANDS.map(async (words, index) => {
      const file = gameFile(`stuck-${index}`, looping);
      const { code, stderr } = await tablier([...words, '--game', file], { input: '1\n' });
      expect([words, code, stderr.replace(/:\d+: /, ': ')]).toEqual([
        words,
        2,
        `tablier: ${file}: legalMoves has not returned for 20 s (an endless loop, or a game without an end?)\n`,
      ]);
    });
    // 927 moves, of which each takes 30 ms.
    const slow = gameFile(
      'slow',
      CLASS.replace('play(move) {', `play(move) { for (const end = Date.now() + 30; Date.now() < end;);`),
    );
    const counts = tablier(['perft', '--game', slow, '--depth', '8']);
    await Promise.all(runs);
    expect(await counts).toMatchObject({ code: 0, stderr: '' });
  });

  test('a random game without an end is refused', async () => {
    const endless = gameFile('endless', CLASS.replace('this.left -= move + 1;', ''));
    const { code, stderr } = await tablier(['random', '--game', endless, '--seed', '1']);
    expect([code, stderr]).toEqual([2, 'tablier: endless-game (endless: not over after 100000 moves)\n']);
  });

  test('a signal ends the check at once', async () => {
    const file = gameFile('deaf', CLASS.replace('outcome() {', "outcome() { console.log('now'); for (;;);"));
    for (const args of [
      ['check-game', file, '--seed', '1'],
      ['serve', '--port', '0', '--data', folder, '--game', file],
    ]) {
      const child = start(args);
      const closed = once(child, 'close');
      await linesUntil(child, /now/);
      child.kill('SIGTERM');
      expect(await closed).toEqual([null, 'SIGTERM']);
    }
  });
});

test('a match of bots that need no time to think ends at a signal', async () => {
  const [file, out] = [gameFile('quick', CLASS), join(folder, 'quick.jsonl')];
  const child = start([
    'match',
    '--game',
    file,
    '--a',
    '1',
    '--b',
    '1',
    '--games',
    '99999999',
    '--out',
    out,
    '--seed',
    '1',
  ]);
  const closed = once(child, 'close');
  await expect.poll(() => statSync(out, { throwIfNoEntry: false })?.size ?? 0, { timeout: 60_000 }).toBeGreaterThan(0);
  child.kill('SIGTERM');
  expect((await closed)[0]).toBe(143);
});

describe('other commands know the game of a file', () => {
  const other = (): string => gameFile('others', STICKS);

  test.each([
    ['moves', ['--moves', '3 3 3 2'], '1'],
    ['perft', ['--depth', '2'], '9'],
    ['moves', ['others', '--json'], '["1","2","3"]'],
  ])('%s %j', async (command, words, expected) => {
    expect((await runHere([command, '--game', other(), ...words])).lines).toEqual([expected]);
  });

  test('records are made, checked and judged', async () => {
    const { stdout } = await runHere(['random', '--game', other(), '--seed', '1']);
    const checked = await tablier(['replay', '--game', other()], { input: stdout });
    expect([checked.stdout, checked.code]).toEqual(['1 passed, 0 failed\n', 0]);
    const judged = await tablier(['analyse', '--game', other(), '--nodes', '50', '--json'], { input: stdout });
    expect(judged.stdout).toMatch(/^\{/);
  });

  test('the engine', async () => {
    const input = 'setoption name Game value others\nposition startpos moves 2\ngo nodes 200\nquit\n';
    const { lines } = await tablier(['engine', '--game', other()], { input });
    expect(lines.at(-1)).toMatch(/^bestmove 2/);
  });
});

test('the example keeps the contract, and its cells are the board of the terminal', async () => {
  expect(await runHere(['check-game', EXAMPLE, '--seed', '1'])).toMatchObject({ code: 0 });
  const { stdout } = await tablier(['play', '--game', EXAMPLE, '--level', 'none', '--seed', '1'], {
    input: 'b2\na1\nquit\n',
  });
  expect(stdout).toContain(' 3  ·  ·  ·\n 2  ·  ●  ·\n 1  ○  ·  ·\n    a  b  c\n');
});

describe('a server with a game of a file', () => {
  let server: ServerProcess | null = null;
  afterEach(async () => {
    await server?.stop();
    server = null;
  });

  test('its bots play it, and the API and the page know it', async () => {
    const file = gameFile('sticks', STICKS);
    const { url } = (server = await serve('--game', file));
    expect(await (await fetch(`${url}/api/health`)).json()).toMatchObject({
      games: expect.arrayContaining(['sticks']) as unknown,
    });
    const script = await (await fetch(`${url}/games/sticks.js`)).text();
    expect(script).toContain("from '/rules.js'");
    expect(await (await fetch(`${url}/sticks`)).text()).toContain('content="Take sticks, and the last one wins. Play ');
    const { secret } = await newToken(url, await newMember(url, 'Ada'), ['play']);
    const client = new ApiClient(url, secret);
    // A bot plays while its opponent is there.
    const presence = await client.stream('/events');
    const opened = await client.post('/tables', {
      id: 'open',
      terms: terms('sticks', { chairs: ['me', { bot: 'beginner' }] }),
    });
    expect(opened.status, opened.text).toBe(200);
    const { table } = opened.json as { readonly table: string };
    const view = async () => (await client.get(`/tables/${table}`)).json as TableView;
    await expect.poll(async () => (await view()).legal?.length, { timeout: 30_000 }).toBeGreaterThan(0);
    const before = (await view()).match?.plies ?? 0;
    await client.post(`/tables/${table}/actions`, { id: 'm', action: { kind: 'move', move: '1' } });
    await expect.poll(async () => (await view()).match?.plies, { timeout: 30_000 }).toBe(before + 2);
    presence.close();
  });

  /** What the check before does not see: only a server that is ready hears signals. */
  const SERVING = "process.listenerCount('SIGTERM') > 0";

  test('rules that never return at a table end the server with one line', async () => {
    const file = gameFile('trap', CLASS.replace('play(move) {', `play(move) { while (${SERVING});`));
    const { url } = (server = await serve('--game', file));
    const { secret } = await newToken(url, await newMember(url, 'Ada'), ['play']);
    const client = new ApiClient(url, secret);
    const bot = { bot: 'beginner' as const };
    const opened = await client.post('/tables', { id: 'open', terms: terms('trap', { chairs: ['me', bot] }) });
    const { table } = opened.json as { readonly table: string };
    const move = { id: 'm', action: { kind: 'move', move: '1' } };
    await client.post(`/tables/${table}/actions`, move).catch(() => undefined);
    const line = `tablier: ${file}:11: play has not returned for 20 s (an endless loop, or a game without an end?)`;
    await expect.poll(() => server?.log.at(-1), { timeout: 60_000 }).toBe(line);
    await expect.poll(() => server?.hasEnded).toBe(true);
  });

  test('a view that fails is logged once, however often the table is looked at', async () => {
    const code = CLASS.replace('view: (position) => (', `view: (position) => ${SERVING} ? unseen() : (`);
    const file = gameFile('unseen', `${code}\nfunction unseen() { throw new Error('no view'); }\n`);
    const { url, log } = (server = await serve('--game', file));
    const { secret } = await newToken(url, await newMember(url, 'Ada'), ['play']);
    const client = new ApiClient(url, secret);
    const bot = { bot: 'beginner' as const };
    const opened = await client.post('/tables', { id: 'open', terms: terms('unseen', { chairs: ['me', bot] }) });
    const { table } = opened.json as { readonly table: string };
    const look = async () => (await client.get(`/tables/${table}`)).status;
    expect([await look(), await look(), await look()]).toEqual([500, 500, 500]);
    await expect.poll(() => log.join('\n')).toContain('no view');
    expect(log.filter((line) => line.includes('"level":50'))).toHaveLength(1);
  });

  test('a game that breaks the contract is refused in one line', async () => {
    const file = gameFile('broken', CLASS.replace('placesByScore(scores) }', '[2, 2] }'));
    await expect(serve('--game', file)).rejects.toThrow(
      `exit code 2): tablier: ${file} breaks the contract of a game: 2 players: ends, outcomes and records of ` +
        'random games: no seat is in the first place (see tablier check-game)',
    );
  });

  test('rules that fail at the turn of a bot are reported once, not at each try', async () => {
    const code = CLASS.replace(
      'legalMoves(into) {',
      `legalMoves(into) { if (this.turnIndex > 0 && ${SERVING}) throw new Error('no rules');`,
    );
    const { url, log } = (server = await serve('--game', gameFile('thrower', code)));
    const { secret } = await newToken(url, await newMember(url, 'Ada'), ['play']);
    const client = new ApiClient(url, secret);
    const presence = await client.stream('/events');
    const bot = { bot: 'beginner' as const };
    const opened = await client.post('/tables', { id: 'open', terms: terms('thrower', { chairs: ['me', bot] }) });
    const { table } = opened.json as { readonly table: string };
    await client.post(`/tables/${table}/actions`, { id: 'm', action: { kind: 'move', move: '1' } });
    const faults = () => log.filter((line) => line.includes('"level":50'));
    await expect.poll(faults, { timeout: 60_000 }).not.toEqual([]);
    // Tries follow after 1, 2 and 4 seconds.
    await sleep(8000);
    expect(faults()).toEqual([expect.stringContaining('table maintenance failed')]);
    presence.close();
  });

  test('a file that imports others is refused in one line: browsers would not find them', async () => {
    writeFileSync(join(folder, 'part.js'), 'export const most = 3;');
    const file = gameFile('parts', `import { most } from './part.js';\n${STICKS}`);
    await expect(serve('--game', file)).rejects.toThrow(
      `exit code 2): tablier: ${file} imports ./part.js: for the page it must be one file, as a bundler makes it`,
    );
  });

  test('the id of a page of the site is refused', async () => {
    const file = gameFile('lobby', STICKS);
    await expect(serve('--game', file)).rejects.toThrow(`${file}: /lobby is a page of the site: choose another id`);
  });
});

describe('a game that breaks the contract fails the check', () => {
  test.each([
    ['ends', 'this.left === 0 ? NOBODY : 1 - this.turn', '1 - this.turn', /ends, .* is not over after 20000 moves$/],
    ['turns', 'this.turnIndex++;', '', /another seat moves in the same turn/],
    ['texts', 'String(move + 1)', "'take'", /: 3 moves share 1 texts$/],
    [
      'copies',
      '{ left, turn, turnIndex, passed });\n',
      '{ turn, turnIndex, passed });\n',
      /does not copy the fields left/,
    ],
    ['places', 'placesByScore(scores) }', '[2, 2] }', /no seat is in the first place/],
    ['into', 'into = new Sticks(3)', '_, into = new Sticks(3)', /restore does not write into the position/],
    [
      'views',
      '{ ...commonView(position, {}, 2), left: position.left }',
      'position',
      /the outcome of a view is wrong after the end/,
    ],
    [
      'space',
      'moveSpace: 3',
      'moveSpace: 2',
      /randomMove draws other moves than the legal ones: \[0,1,2\] instead of \[0,1\]/,
    ],
    ['faults', 'this.left -= move + 1;', 'this.left -= move.taken.count;', /TypeError: .* at .*faults\.js:/],
  ])('%s', async (id, part, broken, fault) => {
    expect(CLASS).toContain(part);
    const { code, lines } = await runHere(['check-game', gameFile(id, CLASS.replace(part, broken)), '--seed', '1']);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([expect.stringMatching(fault)]);
    expect([lines.at(-1), code]).toEqual([expect.stringMatching(/, 1 failed$/), 1]);
  });

  test.each([
    ['unknown', "legal: ({ left }) => ['1', '2', '3']", "legal: ({ left }) => ['1', '2', '4']", /the move "4", which/],
    ['no-moves', '.slice(0, left)', '.slice(0, left - 3)', /"legal" has no move for seat [01]/],
    ['stateless', 'scores: turn === 0 ? [1, 0] : [0, 1] }', 'scores: [1, 0] } && undefined', /"play" returns no state/],
    [
      'uncelled',
      'about:',
      "cells: () => { throw new Error('no cells'); }, about:",
      /the board: .*: Error: no cells at/,
    ],
    ['no-columns', 'about:', 'cells: () => ({ columns: 0, pieces: [] }), about:', /cells has 0 columns/],
    ['no-list', 'about:', 'cells: () => ({ columns: 1 }), about:', /cells has no list of pieces/],
    ['piece', 'about:', 'cells: () => ({ columns: 1, pieces: [null, { seat: 2 }] }), about:', /drawn: {"seat":2}$/],
    ['no-seat', 'turn: 1 - turn', 'turn: 2 - turn', /the turn is that of 2, which is no seat/],
  ])('of states: %s', async (id, part, broken, fault) => {
    expect(STICKS).toContain(part);
    const { lines } = await runHere(['check-game', gameFile(id, STICKS.replace(part, broken)), '--seed', '1']);
    expect(lines.filter((line) => line.startsWith('FAIL'))).toEqual([expect.stringMatching(fault)]);
  });
});

describe('a file without a game gets one clear line', () => {
  const bad: readonly (readonly [string, string, string | RegExp])[] = [
    ['nothing', 'export const other = 1;', 'is no game: it exports no "game"'],
    [
      'half',
      "export const game = { id: 'half', name: 'Half' };",
      'is no game: its game has no string "author": defineGame makes a whole game',
    ],
    ['taken', STICKS.replace("id: 'sticks'", "id: 'isaac'"), 'is no game: there is already a game with the id "isaac"'],
    [
      'named',
      STICKS.replace("id: 'sticks'", "id: 'My Game'"),
      'is no game: the id "My Game" has other signs than a-z, 0-9 and -',
    ],
    ['unread', 'export const game = ;', "Unexpected token ';'"],
    ['thrown', "throw new Error('no sticks');", 'no sticks'],
    ['alone', "import 'no-such-package';", /Cannot find package 'no-such-package' imported from /],
  ];
  test.each(bad)('%s', async (id, code, reason) => {
    const path = join(folder, `${id}.js`);
    writeFileSync(path, code);
    for (const words of [
      ['check-game', path],
      ['match', '--game', path, '--a', '1', '--b', '1'],
    ]) {
      const run = await runHere([...words, '--seed', '1']);
      expect([run.code, run.stdout, run.stderr.split('\n').length]).toEqual([2, '', 2]);
      expect(run.stderr).toMatch(/^tablier: /);
      expect(run.stderr).toContain(path);
      if (typeof reason === 'string') expect(run.stderr).toContain(reason);
      else expect(run.stderr).toMatch(reason);
    }
  });

  test('a file that is not there', async () => {
    for (const path of ['./no-such.js', folder]) {
      const { code, stderr } = await runHere(['check-game', path]);
      expect([code, stderr]).toEqual([2, `tablier: cannot load ${path}: there is no such file\n`]);
    }
  });
});
