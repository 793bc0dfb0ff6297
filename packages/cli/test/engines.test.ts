import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { type TableView, tableView } from '@tablier/protocol';
import { type RunningServer, startServer, UNLIMITED } from '@tablier/server';
import { ApiClient, newMember, newToken, terms } from '@tablier/testkit/online';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Engine } from '../src/bot/engine.ts';
import { linesFor } from '../src/bot/position-lines.ts';
import { isRunning, start, tablier } from './tablier.ts';

let folder = '';
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-engines-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** The command of an engine that misbehaves at one of its searches, and what it has read so far. */
function misbehaving(mode: string, at: number) {
  const log = join(folder, `${++count}.log`);
  const script = join(import.meta.dirname, 'misbehaving-engine.ts');
  const lines = (): string[] => readFileSync(log, 'utf8').split('\n');
  return { command: `${process.execPath} ${script} ${mode} ${at} ${log}`, lines };
}

const pidsIn = (lines: readonly string[]): number[] =>
  lines.flatMap((line) => (line.startsWith('pid ') ? [Number(line.slice(4))] : []));

const searchAfter = (...moves: readonly string[]) => ({
  lines: linesFor({ game: 'isaac', options: {}, players: 2, moves }, 'movetime 10'),
  limit: 1000,
});
/** The first legal move at the start, and the one after it. */
const FIRST = '00-02';
const SECOND = '03-05';

/** Megabytes in use. */
const memory = (): number => process.memoryUsage().rss / 2 ** 20;

describe('an engine', () => {
  const engines: Engine[] = [];
  afterEach(() => Promise.all(engines.splice(0).map((engine) => engine.stop())));
  const startEngine = async (command: string): Promise<Engine> => {
    const engine = await Engine.start(command);
    engines.push(engine);
    return engine;
  };

  test.each([
    ['late', FIRST],
    ['blanks', FIRST],
    ['garbage', FIRST],
    ['huge-move', '9'.repeat(200 - 'bestmove '.length)],
    ['hang', /has not answered for 1 s/],
    ['endless-line', /has not answered for 1 s/],
    ['escapes', /the engine says: info string error: {2}\[2Jgone/],
    ['empty', /the engine says: bestmove/],
    ['none', /the engine says: bestmove \(none\)/],
    ['error-then-move', /the engine says: info string error: no table base/],
  ])('that misbehaves (%s) answers that search or none, and the next one rightly', async (mode, expected) => {
    const { command, lines } = misbehaving(mode, 2);
    const engine = await startEngine(command);
    expect(await engine.bestMove(() => searchAfter())).toBe(FIRST);
    const held = memory();
    const second = await engine.bestMove(() => searchAfter('30-34'));
    expect(memory() - held).toBeLessThan(100);
    if (typeof expected === 'string') expect(second).toBe(expected);
    else expect(second).toEqual({ name: 'refused', detail: expect.stringMatching(expected) as string });
    expect(await engine.bestMove(() => searchAfter(FIRST))).toBe(SECOND);
    if (mode === 'hang') expect(pidsIn(lines()).map(isRunning)).toEqual([false, true]);
  });

  test('is not asked what is not needed any more, and its answer to a dropped search is thrown away', async () => {
    const { command, lines } = misbehaving('slow', 0);
    const engine = await startEngine(command);
    const drop = new AbortController();
    const dropped = engine.bestMove(() => ({ ...searchAfter('30-34'), dropped: drop.signal }));
    const neverAsked = engine.bestMove(() => null);
    const next = engine.bestMove(() => searchAfter('00-02'));
    await expect.poll(() => lines().some((line) => line.startsWith('go'))).toBe(true);
    drop.abort();
    expect(await Promise.all([dropped, neverAsked, next])).toEqual([null, null, SECOND]);
    expect(lines().filter((line) => line.startsWith('position'))).toEqual([
      'position startpos moves 30-34',
      'position startpos moves 00-02',
    ]);
  });

  test('that never says ugiok is given up, and one that ignores quit ends with all that it has started', async () => {
    const mute = misbehaving('mute', 0);
    await expect(Engine.start(mute.command)).rejects.toThrow('the engine has not said ugiok for 10 s');
    const stubborn = misbehaving('no-quit', 0);
    const forked = misbehaving('fork', 0);
    await (await Engine.start(forked.command)).stop();
    // A process in another group is out of reach. It holds the output of the engine open.
    const [pid = 0, other = 0] = pidsIn(forked.lines());
    expect([pid, other].map(isRunning)).toEqual([false, true]);
    process.kill(other);
    // The shell stays between the two: it does not pass signals on.
    const engine = await Engine.start(`${stubborn.command}; true`);
    await engine.stop();
    expect([...pidsIn(mute.lines()), ...pidsIn(stubborn.lines())].map(isRunning)).toEqual([false, false]);
  });
});

test.each([
  [['match', 'isaac', '--b', '1', '--a', 'engine:'], 'no-engine'],
  [['bot', '--server', 'http://127.0.0.1:7', '--token', 'x', '--engine', ''], 'no-engine'],
  [['bot', '--server', 'http://127.0.0.1:7', '--token', 'x\ny', '--engine', 'cat'], 'bad-token'],
])('tablier %j is refused at once: %s', async (words, fault) => {
  expect(await tablier(words)).toMatchObject({ code: 2, stderr: expect.stringContaining(fault) as string });
});

test.each([
  [['check-engine'], 'SIGINT', 130],
  [['perft', 'isaac', '--depth', '1', '--against'], 'SIGTERM', 143],
  [['bot', '--server', 'http://127.0.0.1:7', '--token', 'x', '--engine'], 'SIGHUP', 129],
] as const)(
  'tablier %j ends with its engine, although that has not answered, after %s',
  async (words, signal, code) => {
    const { command, lines } = misbehaving('mute', 0);
    const child = start([...words, `${command}; true`]);
    await expect.poll(() => existsSync(join(folder, `${count}.log`)) && pidsIn(lines()).length).toBe(1);
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill(signal);
    expect(await closed).toBe(code);
    // On a loaded machine a check may have started it again by then.
    expect(pidsIn(lines()).map(isRunning)).not.toContain(true);
  },
);

describe('tablier match', () => {
  test.each([
    ['illegal', /game 1: A: illegal-move \(00-00\)/],
    ['hang', /game 1: A: no answer within 2010 ms/],
    ['none', /game 1: A: the engine says: bestmove \(none\)/],
  ])('counts the game of an engine that misbehaves (%s) as lost, and plays the next one', async (mode, said) => {
    const { command } = misbehaving(mode, 3);
    const flags = ['--b', '1', '--games', '2', '--seed', '1', '--movetime', '10'];
    const { code, stdout, stderr } = await tablier(['match', 'isaac', '--a', `engine:${command}`, ...flags]);
    expect([code, stderr]).toEqual([0, expect.stringMatching(said)]);
    expect(JSON.parse(stdout)).toMatchObject({ games: 2, forfeits: { a: 1, b: 0 } });
  });
});

describe('tablier bot', () => {
  let server: RunningServer;
  beforeAll(async () => {
    const place = { port: 0, host: '127.0.0.1', dataDir: join(folder, 'data'), pageDir: folder };
    server = await startServer({ ...place, log: () => undefined, online: UNLIMITED });
  });
  afterAll(() => server.close());

  const tokenOf = async (scope: 'play' | 'bot'): Promise<string> =>
    (await newToken(server.url, await newMember(server.url, `Player${++count}`), [scope])).secret;

  /** A running bot: what it says, and its end. */
  async function startBot(command: string, ...flags: readonly string[]) {
    const words = ['bot', '--server', server.url, '--token', await tokenOf('bot'), '--engine', command, ...flags];
    const child = start(words);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
    const closed = new Promise<number | null>((resolve) => child.on('close', resolve));
    return { said: () => said, end: () => (child.kill('SIGTERM'), closed) };
  }

  /** A person at an open table of Isaac. */
  async function sitDown(clock: TableView['clock']) {
    const client = new ApiClient(server.url, await tokenOf('play'));
    // Presence lasts as long as the stream.
    const stream = await client.stream('/events');
    const wanted = terms('isaac', { visibility: 'open', chairs: ['me', 'open'], clock, takeBack: 'asked' });
    const opened = (await client.post('/tables', { id: 'open', terms: wanted })).json as { readonly table: string };
    const view = async (): Promise<TableView> => tableView.parse((await client.get(`/tables/${opened.table}`)).json);
    let sent = 0;
    const act = (action: object) => client.post(`/tables/${opened.table}/actions`, { id: `act-${++sent}`, action });
    const turn = async (): Promise<TableView> => {
      await expect.poll(async () => (await view()).legal !== undefined).toBe(true);
      return view();
    };
    const move = async (index: number) => {
      const { legal } = await turn();
      // The match may not have begun.
      await expect.poll(async () => (await act({ kind: 'move', move: legal?.at(index) })).status).toBe(200);
    };
    return { view, act, turn, move, close: () => stream.close() };
  }
  const untimed = { system: 'none' } as const;

  test('searches each position once: a request to take back is declined, and no old answer is played', async () => {
    const { command, lines } = misbehaving('slow', 0);
    const bot = await startBot(command);
    const person = await sitDown(untimed);
    await person.move(0);
    await expect.poll(() => lines().filter((line) => line.startsWith('go')).length).toBe(1);
    expect((await person.act({ kind: 'take-back', to: 0 })).status).toBe(200);
    await person.turn();
    await person.move(5);
    const { match } = await person.turn();
    expect([match?.end, match?.plies, match?.takeBackAsked]).toEqual([null, 4, null]);
    expect(lines().filter((line) => line.startsWith('go')).length).toBe(2);
    await person.act({ kind: 'resign' });
    await expect.poll(bot.said).toMatch(/isaac \S+: won 0 to 0 against Player\d+ by resignation after 4 moves/);
    expect(await bot.end()).toBe(143);
    // On a loaded machine a check may have started it again by then.
    expect(pidsIn(lines()).map(isRunning)).not.toContain(true);
    person.close();
  });

  test('tells the time that is left when a search begins, and goes on after a search without an answer', async () => {
    const { command, lines } = misbehaving('hang', 3);
    const bot = await startBot(command);
    const persons = await Promise.all([1, 2, 3].map(() => sitDown({ system: 'sudden-death', base: 15 })));
    for (const person of persons) await person.move(0);
    // One of the searches is never answered: that game is lost, the others are not. What comes first counts: a person who was answered
    // does not move, and loses on time while the test waits for the others.
    const firstSeen = async (person: (typeof persons)[number]): Promise<string> => {
      for (;;) {
        const { match, legal } = await person.view();
        const seen = match?.end?.by ?? (legal && 'answered');
        if (seen !== undefined) return seen;
        await sleep(200);
      }
    };
    const seen = await Promise.all(persons.map(firstSeen));
    expect(seen.toSorted()).toEqual(['answered', 'answered', 'resign']);
    expect(bot.said().match(/the engine has not answered for \d+ s/g)?.length).toBeGreaterThanOrEqual(1);
    // It is started again when it is needed.
    expect(pidsIn(lines()).filter(isRunning).length).toBeLessThan(2);
    const left = lines().flatMap((line) => /^go p1time \d+ p2time (\d+)$/.exec(line)?.[1] ?? []);
    expect(Number(left[1])).toBeLessThan(15_000);
    const other = await sitDown(untimed);
    await other.move(0);
    await other.turn();
    await bot.end();
    for (const person of [...persons, other]) person.close();
  });

  test('names the server that it cannot reach, and what is no server', async () => {
    const { command } = misbehaving('well', 0);
    const wrong = await tablier(['bot', '--server', 'nonsense', '--token', 'x', '--engine', command]);
    expect([wrong.code, wrong.stderr]).toEqual([2, 'tablier: bad-server (nonsense)\n']);
    const child = start(['bot', '--server', 'http://127.0.0.1:7', '--token', 'x', '--engine', command]);
    const [said] = (await once(createInterface({ input: child.stderr }), 'line')) as [string];
    expect(said).toMatch(/^cannot reach http:\/\/127\.0\.0\.1:7 \(.+\), trying again$/);
    const closed = new Promise((resolve) => child.on('close', resolve));
    child.kill('SIGINT');
    expect(await closed).toBe(130);
  });
});
