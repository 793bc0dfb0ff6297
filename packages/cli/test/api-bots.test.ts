import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { TableView } from '@tablier/protocol';
import { startServer, UNLIMITED, type RunningServer } from '@tablier/server';
import { ApiClient, newMember, newToken, terms } from '@tablier/testkit/online';
import { tmpdir } from 'node:os';
import { tablier } from './tablier.ts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const BIN = join(ROOT, 'packages', 'cli', 'bin', 'tablier.js');

let server: RunningServer;
let folder: string;
let count = 0;
const children: ChildProcess[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-bots-'));
  const place = { port: 0, host: '127.0.0.1', dataDir: folder, pageDir: folder };
  server = await startServer({ ...place, log: () => undefined, online: UNLIMITED });
});
afterEach(async () => {
  for (const child of children.splice(0)) {
    const closed = once(child, 'close');
    child.kill();
    await closed;
  }
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true });
});

async function tokenOf(scope: 'play' | 'bot'): Promise<string> {
  return (await newToken(server.url, await newMember(server.url, `Player${++count}`), [scope])).secret;
}

const PYTHON = join(ROOT, 'python');
/** The package is used as it lies here. */
const PYTHONPATH = [PYTHON, join(PYTHON, 'examples')].join(delimiter);
const env = { ...process.env, PYTHONPATH, TABLIER_ENGINE: `${process.execPath} ${BIN} engine` };

function start(command: string, args: readonly string[]): void {
  const child = spawn(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env });
  children.push(child);
}

/** A person opens a table and plays a legal move each turn, until the game against the bot is over; they may resign after some moves. */
async function playAgainst(game: string, moves = Number.POSITIVE_INFINITY): Promise<TableView> {
  const client = new ApiClient(server.url, await tokenOf('play'));
  const stream = await client.stream('/events');
  const opened = await client.post('/tables', {
    id: 'open',
    terms: terms(game, { visibility: 'open', chairs: ['me', 'open'] }),
  });
  expect(opened.status, opened.text).toBe(200);
  let made = 0;
  for (;;) {
    const event = await stream.next((each) => each.event === 'table');
    if (event === null) throw new Error('the stream ended');
    const { table } = JSON.parse(event.data) as { readonly table: TableView };
    if (table.phase === 'over') {
      stream.close();
      return table;
    }
    if (table.legal === undefined) continue;
    const move = table.legal[table.version % table.legal.length];
    const action = made++ < moves ? { kind: 'move', move } : { kind: 'resign' };
    await client.post(`/tables/${table.id}/actions`, { id: `m${table.version}`, action });
  }
}

/** Without and with secrets: the examples know no game. */
const GAMES = ['isaac', 'masker'];

describe.each([
  ['TypeScript', join('examples', 'bot.ts'), process.execPath],
  ['Python', join('python', 'examples', 'random_bot.py'), 'python3'],
])('the example in %s', (_language, file, command) => {
  test('says in one line that its token is wrong, and ends', async () => {
    const child = spawn(command, [join(ROOT, file), server.url, 'tbl_x'], { env });
    let said = '';
    child.stderr.on('data', (part) => (said += String(part)));
    const [code] = (await once(child, 'close')) as [number];
    expect([code, said]).toEqual([1, expect.stringMatching(/^The server refuses [^\n]*\bbad-token\b[^\n]*\n$/)]);
  });

  test('plays on after the server has restarted', async () => {
    const place = { host: '127.0.0.1', dataDir: mkdtempSync(join(folder, 'restarted-')), pageDir: folder };
    const startAgain = (port: number) => startServer({ ...place, port, log: () => undefined, online: UNLIMITED });
    let restarted = await startAgain(0);
    const { url } = restarted;
    const tokenAt = async (name: string, scope: 'play' | 'bot') =>
      (await newToken(url, await newMember(url, name), [scope])).secret;
    const person = new ApiClient(url, await tokenAt('Person', 'play'));
    start(command, [join(ROOT, file), url, await tokenAt('Program', 'bot')]);
    const wanted = terms('isaac', { visibility: 'open', chairs: ['me', 'open'], seating: 'chosen' });
    const presence = await person.stream('/events');
    const { table } = (await person.post('/tables', { id: 'open', terms: wanted })).json as { readonly table: string };
    /** Moves as soon as the other side has. */
    const moveAt = async (plies: number): Promise<void> => {
      const view = async () => (await person.get(`/tables/${table}`)).json as TableView;
      await expect.poll(async () => (await view()).match?.plies, { timeout: 30_000 }).toBe(plies);
      const action = { kind: 'move', move: (await view()).legal?.[0], plies };
      expect((await person.post(`/tables/${table}/actions`, { id: `m${plies}`, action })).status).toBe(200);
    };
    await moveAt(0);
    await moveAt(2);
    presence.close();
    await restarted.close();
    restarted = await startAgain(Number(new URL(url).port));
    for (const plies of [4, 6, 8]) await moveAt(plies);
    await restarted.close();
  });

  test('has at most 60 lines', () => {
    expect(readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length).toBeLessThanOrEqual(60);
  });

  test('plays whole games, with and without secrets, and its seat says that a program plays', async () => {
    start(command, [join(ROOT, file), server.url, await tokenOf('bot')]);
    for (const view of await Promise.all(GAMES.map((game) => playAgainst(game)))) {
      expect([view.game, view.match?.end?.by]).toEqual([view.game, 'rules']);
      expect(view.chairs.filter((chair) => chair.kind === 'person' && chair.program === true)).toHaveLength(1);
    }
  });
});

test('the bot of the README in Python searches the views of tables', async () => {
  const blocks = readFileSync(join(PYTHON, 'README.md'), 'utf8').matchAll(/^```python\n(.*?)^```/gms);
  const bot = [...blocks].find(([, block = '']) => block.includes('state_from_view'))?.[1] ?? '';
  start('python3', ['-c', bot, server.url, await tokenOf('bot')]);
  for (const view of await Promise.all(GAMES.map((game) => playAgainst(game)))) {
    expect([view.game, view.match?.end?.by]).toEqual([view.game, 'rules']);
  }
});

test('a bot in Python that chooses no legal move ends, and says so', async () => {
  const bot = "import sys; from tablier import Client, play; play(Client(*sys.argv[1:]), lambda table: '00-00')";
  const child = spawn('python3', ['-c', bot, server.url, await tokenOf('bot')], { env });
  let said = '';
  child.stderr.on('data', (part) => (said += String(part)));
  const closed = once(child, 'close');
  // The game has no end: the stream ends with the server.
  playAgainst('isaac').catch(() => null);
  expect(await closed).toEqual([1, null]);
  expect(said).toContain('tablier.client.Refused: unreadable-move (00-00)');
});

test('tablier bot plays a whole game with an engine, and leaves alone what an engine cannot be told', async () => {
  const engine = `${process.execPath} ${BIN} engine`;
  const token = await tokenOf('bot');
  const hidden = new ApiClient(server.url, await tokenOf('play'));
  const stream = await hidden.stream('/events');
  const wanted = terms('masker', { visibility: 'open', chairs: ['me', 'open'] });
  const { table } = (await hidden.post('/tables', { id: 'hidden', terms: wanted })).json as { readonly table: string };
  start(process.execPath, [
    BIN,
    'bot',
    '--server',
    server.url,
    '--token',
    token,
    '--engine',
    engine,
    '--movetime',
    '20',
  ]);
  const view = await playAgainst('isaac');
  expect(view.match?.end?.by).toBe('rules');
  expect(view.chairs.some((chair) => chair.kind === 'person' && chair.program === true)).toBe(true);
  expect((await hidden.get(`/tables/${table}`)).json).toMatchObject({ phase: 'waiting' });
  stream.close();
});

test('tablier bot resigns a game in which its engine has chosen an illegal move', async () => {
  const engine = `${process.execPath} ${BIN} engine | sed -u 's/^bestmove .*/bestmove z9/'`;
  const flags = ['--server', server.url, '--token', await tokenOf('bot'), '--engine', engine, '--movetime', '20'];
  start(process.execPath, [BIN, 'bot', ...flags]);
  const { match, chairs } = await playAgainst('isaac');
  const program = chairs.findIndex((chair) => chair.kind === 'person' && chair.program === true);
  expect([match?.end?.by, match?.end?.places[program]]).toEqual(['resign', 2]);
});

/** An engine of which the first process ends at its third search, and all others as `then` says. */
function endingEngine(then: 'at once' | 'never'): string {
  const script = join(folder, `ending-${++count}.mjs`);
  const mark = join(folder, `ended-${count}`);
  writeFileSync(
    script,
    `import { spawn } from 'node:child_process';
     import { existsSync, writeFileSync } from 'node:fs';
     import { createInterface } from 'node:readline';
     const isSecond = existsSync(${JSON.stringify(mark)});
     const engine = spawn(process.execPath, [${JSON.stringify(BIN)}, 'engine'], { stdio: ['pipe', 'inherit', 'inherit'] });
     let searches = 0;
     createInterface({ input: process.stdin }).on('line', (line) => {
       if (line.startsWith('go') && (isSecond ? ${then === 'at once'} : ++searches === 3)) {
         writeFileSync(${JSON.stringify(mark)}, '');
         engine.kill();
         process.exit(7);
       }
       engine.stdin.write(line + '\\n');
     }).on('close', () => engine.kill());`,
  );
  return `${process.execPath} ${script}`;
}

test('tablier bot starts an engine that has ended again, and plays on', async () => {
  const flags = ['--server', server.url, '--token', await tokenOf('bot'), '--movetime', '20'];
  start(process.execPath, [BIN, 'bot', ...flags, '--engine', endingEngine('never')]);
  const { match, you } = await playAgainst('isaac', 6);
  expect([match?.end?.by, match?.end?.places[you ?? 0]]).toEqual(['resign', 2]);
});

test('tablier bot resigns the game in which its engine ends twice, and the others when it gives up an engine that always ends', async () => {
  const flags = ['--server', server.url, '--token', await tokenOf('bot'), '--movetime', '20'];
  const ended = tablier(['bot', ...flags, '--engine', endingEngine('at once')]);
  const resigned = async (): Promise<void> => expect((await playAgainst('isaac')).match?.end?.by).toBe('resign');
  await resigned();
  await resigned();
  void playAgainst('isaac').catch(() => undefined);
  const { code, stderr } = await ended;
  expect([code, stderr.match(/isaac \S+: resigned/g)?.length]).toEqual([2, 3]);
});

test('tablier bot says why it cannot play', async () => {
  const engine = `${process.execPath} ${BIN} engine`;
  const wrong = await tablier(['bot', '--server', server.url, '--token', 'tbl_x', '--engine', engine]);
  expect([wrong.code, wrong.stderr]).toEqual([2, 'tablier: the server refuses the token (bad-token)\n']);
  const ended = await tablier(['bot', '--server', server.url, '--token', await tokenOf('bot'), '--engine', 'exit 3']);
  expect([ended.code, ended.stderr]).toEqual([2, expect.stringContaining('the engine has ended (exit code 3)')]);
});

test('tablier bot enters a tournament, plays its games to the end, and ends with it', async () => {
  const engine = `${process.execPath} ${BIN} engine`;
  const organiser = new ApiClient(server.url, await tokenOf('play'));
  const tournament = {
    name: 'Engines',
    game: 'isaac',
    options: {},
    seats: 2,
    clock: { system: 'sudden-death', base: 10 },
    kind: 'swiss',
    rounds: 1,
    breakSeconds: 0,
    visibility: 'open',
    bots: true,
    rated: false,
  };
  const created = await organiser.post('/tournaments', { id: 'engines', terms: tournament });
  const { tournament: id } = created.json as { readonly tournament: string };
  const entered = async (): Promise<number> =>
    ((await organiser.get(`/tournaments/${id}`)).json as { readonly standings: readonly unknown[] }).standings.length;
  const play = async () =>
    tablier(['bot', '--server', server.url, '--token', await tokenOf('bot'), '--engine', engine, '--tournament', id]);
  const both = [play(), play()];
  await expect.poll(entered, { timeout: 60_000 }).toBe(2);
  expect((await organiser.post(`/tournaments/${id}/start`, {})).status).toBe(200);
  const ends = await Promise.all(both);
  expect(ends.map(({ code }) => code)).toEqual([0, 0]);
  const ranks = ends.map(({ stderr }) => Number(/Engines is over: rank (\d), [\d.]+ points/.exec(stderr)?.[1]));
  expect(Math.min(...ranks)).toBe(1);
  const { json } = await organiser.get(`/tournaments/${id}/rounds/1`);
  expect(json).toMatchObject({ pairings: [{ endedBy: 'rules' }] });
  const wrong = await tablier([
    'bot',
    '--server',
    server.url,
    '--token',
    await tokenOf('bot'),
    '--engine',
    engine,
    '--tournament',
    'none',
  ]);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringContaining('unknown-tournament (none: ')]);
}, 180_000);
