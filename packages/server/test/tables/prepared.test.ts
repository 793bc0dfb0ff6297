import { makeSetup, type Position } from '@tablier/core';
import { isaac } from '@tablier/games';
import { MAX_PREPARED, MAX_PREPARED_MOVES, type PreparedLines, type TableView } from '@tablier/protocol';
import { openStore } from '@tablier/store';
import { makePostgresDatabase } from '@tablier/testkit';
import { ApiClient, newGuest, newMember, newToken, sitDown, terms, TestClient } from '@tablier/testkit/online';
import { afterEach, describe, expect, test } from 'vitest';
import { UNLIMITED, type RunningServer } from '../../src/index.ts';
import { preparedLog } from '../../src/tables/logs/prepared-moves.ts';
import { startTestServer, type TestServer } from '../running.ts';

let server: TestServer | null = null;
let others: RunningServer[] = [];
let people: TestClient[] = [];
afterEach(async () => {
  await Promise.all(people.map((player) => player.leave()));
  await Promise.all(others.map((each) => each.close()));
  await server?.remove();
  [server, others, people] = [null, [], []];
});

const DAYS = { system: 'days', days: 3, vacation: 0 } as const;

/** The moves of a game of Isaac in which everyone makes the legal move with this index, in notation. */
function movesBy(indices: readonly number[]): readonly string[] {
  const setup = makeSetup(isaac, { players: 2 });
  if (!setup.ok) throw new Error(setup.error.name);
  const position: Position = isaac.start(setup.value);
  return indices.map((index) => {
    const legal = new Uint16Array(isaac.maxMoves);
    const move = legal[index % position.legalMoves(legal)] ?? -1;
    position.play(move);
    return isaac.formatMove(move);
  });
}

const LINE = movesBy([10, 20, 30, 40, 50, 60]);
/** Another first move, and an answer to it. */
const OTHER = movesBy([11, 25]);

const COOKIES = new WeakMap<TestClient, string>();
const cookieOf = (player: TestClient): string => COOKIES.get(player) ?? '';

async function connect(url: string, cookie: string): Promise<TestClient> {
  const client = await new TestClient(url, cookie).connect();
  COOKIES.set(client, cookie);
  people.push(client);
  return client;
}

const join = async (url: string, name: string): Promise<TestClient> => connect(url, await newGuest(url, name));

async function started(url: string, game = 'isaac'): Promise<{ ada: TestClient; bob: TestClient; table: string }> {
  const [ada, bob] = [await join(url, 'Ada'), await join(url, 'Bob')];
  const table = await sitDown([ada, bob], terms(game, { clock: DAYS, seating: 'chosen', takeBack: 'asked' }));
  return { ada, bob, table };
}

const play = (player: TestClient, table: string, move: string) => player.act(table, { kind: 'move', move });
const prepare = (player: TestClient, table: string, line: readonly string[], played: readonly string[] = []) =>
  player.do({ kind: 'prepare', table, played: [...played], line: [...line] });

/** What the seat of a player has prepared, as the page reads it. */
async function listed(url: string, player: TestClient, table: string): Promise<readonly (readonly string[])[]> {
  const answer = await fetch(`${url}/api/v1/tables/${table}/prepared`, { headers: { cookie: cookieOf(player) } });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as PreparedLines).lines.map(({ moves }) => moves);
}

const madeIn = ({ match }: TableView): readonly string[] => match?.moves.map(({ text }) => text) ?? [];
const whenMade = (player: TestClient, table: string, plies: number) =>
  player.view(table, ({ match }) => (match?.plies ?? 0) >= plies);

const DATABASES: readonly (readonly [string, () => Promise<string | undefined>])[] = [
  ['SQLite', () => Promise.resolve(undefined)],
  ['PostgreSQL', makePostgresDatabase],
];

describe.each(DATABASES)('prepared moves on %s', (_, database) => {
  test('the server answers at once with what was prepared, also after a restart, and only in exactly that position', async () => {
    server = await startTestServer(UNLIMITED, await database());
    const { ada, bob, table } = await started(server.url);
    expect(await prepare(bob, table, LINE.slice(0, 4))).toMatchObject({ ok: true });
    expect(await prepare(bob, table, OTHER)).toMatchObject({ ok: true });
    expect(await play(ada, table, LINE[0] ?? '')).toMatchObject({ ok: true });
    expect(madeIn(await whenMade(ada, table, 2))).toEqual(LINE.slice(0, 2));
    // The line that Ada did not follow is over; the other one goes on.
    expect(await listed(server.url, bob, table)).toEqual([LINE.slice(2, 4)]);

    const cookies = [ada, bob].map(cookieOf);
    await Promise.all([ada.leave(), bob.leave()]);
    await server.close();
    const second = await server.again(UNLIMITED);
    others.push(second);
    const [again, bobAgain] = await Promise.all(cookies.map((cookie) => connect(second.url, cookie)));
    if (again === undefined || bobAgain === undefined) throw new Error('not there');
    expect(await listed(second.url, bobAgain, table)).toEqual([LINE.slice(2, 4)]);
    expect(await play(again, table, LINE[2] ?? '')).toMatchObject({ ok: true });
    expect(madeIn(await whenMade(again, table, 4))).toEqual(LINE.slice(0, 4));
    expect(await listed(second.url, bobAgain, table)).toEqual([]);
  });

  test('a move that was not expected ends what was prepared', async () => {
    server = await startTestServer(UNLIMITED, await database());
    const { ada, bob, table } = await started(server.url);
    expect(await prepare(bob, table, LINE.slice(0, 2))).toMatchObject({ ok: true });
    await play(ada, table, OTHER[0] ?? '');
    await whenMade(bob, table, 1);
    await expect.poll(() => listed(server?.url ?? '', bob, table)).toEqual([]);
    // Ada goes back and plays the expected move after all: nothing is left that would answer.
    await ada.act(table, { kind: 'take-back', to: 0 });
    await bob.act(table, { kind: 'answer-take-back', accept: true });
    await play(ada, table, LINE[0] ?? '');
    expect(madeIn(await whenMade(bob, table, 1))).toEqual([LINE[0]]);
    expect((await play(bob, table, LINE[1] ?? '')).ok).toBe(true);
  });
});

describe('prepared moves', () => {
  test('another node that makes the opponent’s move answers it too', async () => {
    server = await startTestServer(UNLIMITED, await makePostgresDatabase());
    const { ada, bob, table } = await started(server.url);
    const second = await server.again();
    others.push(second);
    const there = await connect(second.url, cookieOf(ada));
    await there.view(table);
    // The other node has read what was prepared before, so it must notice what comes after.
    expect(await prepare(bob, table, OTHER)).toMatchObject({ ok: true });
    const bobThere = await connect(second.url, cookieOf(bob));
    await expect.poll(() => listed(second.url, bobThere, table)).toEqual([OTHER]);
    expect(await prepare(bob, table, LINE.slice(0, 2))).toMatchObject({ ok: true });
    await expect.poll(() => listed(second.url, bobThere, table)).toHaveLength(2);
    expect(await play(there, table, LINE[0] ?? '')).toMatchObject({ ok: true });
    expect(madeIn(await whenMade(there, table, 2))).toEqual(LINE.slice(0, 2));
  });

  test('a take-back of a prepared answer does not bring the same answer again', async () => {
    server = await startTestServer(UNLIMITED);
    const { ada, bob, table } = await started(server.url);
    await prepare(bob, table, LINE.slice(0, 4));
    await play(ada, table, LINE[0] ?? '');
    await whenMade(bob, table, 2);
    await bob.act(table, { kind: 'take-back', to: 1 });
    await ada.act(table, { kind: 'answer-take-back', accept: true });
    const view = await bob.view(table, ({ match }) => match?.plies === 1);
    expect(madeIn(view)).toEqual([LINE[0]]);
    await expect.poll(() => listed(server?.url ?? '', bob, table)).toEqual([]);
    expect((await play(bob, table, OTHER[1] ?? '')).ok).toBe(true);
  });

  test('a line that arrives after the expected move is answered at once; one for another position is refused', async () => {
    server = await startTestServer(UNLIMITED);
    const { ada, bob, table } = await started(server.url);
    await play(ada, table, LINE[0] ?? '');
    await whenMade(bob, table, 1);
    expect(await prepare(bob, table, OTHER)).toMatchObject({ ok: false, error: { name: 'position-changed' } });
    expect(await prepare(bob, table, LINE.slice(0, 2))).toMatchObject({ ok: true });
    expect(madeIn(await whenMade(ada, table, 2))).toEqual(LINE.slice(0, 2));
  });

  test('what cannot be prepared is refused by name, and changes nothing', async () => {
    server = await startTestServer(UNLIMITED);
    const { ada, bob, table } = await started(server.url);
    const refusal = async (player: TestClient, line: readonly string[], played: readonly string[] = []) => {
      const answer = await prepare(player, table, line, played);
      return answer.ok ? 'accepted' : answer.error.name;
    };
    expect(await refusal(ada, LINE.slice(0, 1))).toBe('your-turn');
    expect(await refusal(bob, LINE.slice(0, 1))).toBe('no-answer');
    expect(await refusal(bob, [LINE[0] ?? '', LINE[0] ?? ''])).toBe('illegal-move');
    expect(await refusal(bob, [LINE[0] ?? '', '?'])).toBe('unreadable-move');
    expect(await refusal(bob, LINE.slice(1, 3), LINE.slice(0, 1))).toBe('position-changed');
    expect(await refusal(bob, [])).toBe('bad-message');
    expect(
      await refusal(
        bob,
        Array.from({ length: MAX_PREPARED_MOVES + 1 }, () => 'a1'),
      ),
    ).toBe('bad-message');
    const eve = await join(server.url, 'Eve');
    expect(await refusal(eve, LINE.slice(0, 2))).toBe('not-seated');
    expect(await refusal(bob, LINE.slice(0, 2))).toBe('accepted');
    expect(await refusal(bob, [LINE[0] ?? '', OTHER[1] ?? ''])).toBe('answered-otherwise');
    // A longer line replaces the one that it goes on from; a shorter one is in it.
    expect(await refusal(bob, LINE.slice(0, 4))).toBe('accepted');
    expect(await refusal(bob, LINE.slice(0, 2))).toBe('accepted');
    expect(await listed(server.url, bob, table)).toEqual([LINE.slice(0, 4)]);
  });

  test('a player has at most so many lines, and removes one or all', async () => {
    server = await startTestServer(UNLIMITED);
    const { bob, table } = await started(server.url);
    const lines = Array.from({ length: MAX_PREPARED + 1 }, (_, index) => movesBy([index, 300]));
    for (const line of lines.slice(0, -1)) expect(await prepare(bob, table, line)).toMatchObject({ ok: true });
    expect(await prepare(bob, table, lines.at(-1) ?? [])).toMatchObject({ error: { name: 'too-many-prepared' } });
    const answer = await fetch(`${server.url}/api/v1/tables/${table}/prepared`, { headers: { cookie: cookieOf(bob) } });
    const [first] = ((await answer.json()) as PreparedLines).lines;
    await bob.must({ kind: 'unprepare', table, line: first?.id ?? '' });
    expect(await listed(server.url, bob, table)).toEqual(lines.slice(1, -1));
    await bob.must({ kind: 'unprepare', table });
    expect(await listed(server.url, bob, table)).toEqual([]);
  });

  test('only its owner sees a line: views, versions and lists of others stay as they were', async () => {
    server = await startTestServer(UNLIMITED);
    const { ada, bob, table } = await started(server.url);
    const before = await ada.view(table, ({ match }) => match?.clock?.seat === 0);
    await prepare(bob, table, LINE.slice(0, 2));
    expect(await listed(server.url, ada, table)).toEqual([]);
    await ada.must({ kind: 'say', table, text: 'hello' });
    expect(await ada.view(table)).toEqual(before);
    const eve = await join(server.url, 'Eve');
    const { status } = await fetch(`${server.url}/api/v1/tables/${table}/prepared`, {
      headers: { cookie: cookieOf(eve) },
    });
    expect(status).toBe(403);
  });

  test.each(['masker', 'arcanor'])('nothing can be prepared in %s, which hides something', async (game) => {
    server = await startTestServer(UNLIMITED);
    const { bob, table } = await started(server.url, game);
    const answer = await prepare(bob, table, ['a1', 'a2']);
    expect(answer).toMatchObject({ ok: false, error: { name: 'not-prepared-here' } });
  });

  test('what was prepared is erased with the match, and is part of the export until then', async () => {
    server = await startTestServer(UNLIMITED);
    const { ada, bob, table } = await started(server.url);
    await prepare(bob, table, LINE.slice(0, 2));
    const exported = await fetch(`${server.url}/api/me/export`, { headers: { cookie: cookieOf(bob) } });
    expect(await exported.json()).toMatchObject({ prepared: [{ table, plies: 0, moves: LINE.slice(0, 2) }] });
    await ada.act(table, { kind: 'resign' });
    // At once, while the server still works at the end of the match.
    await server.close();
    const opened = await openStore({ folder: `${server.folder}/data` });
    if (!opened.ok) throw new Error(opened.error.detail);
    await expect(opened.value.head(preparedLog(table, 1))).resolves.toBeUndefined();
    await opened.value.close();
  });

  test('programs prepare moves with a token', async () => {
    server = await startTestServer(UNLIMITED);
    const { url } = server;
    const client = async (who: string) =>
      new ApiClient(url, (await newToken(url, await newMember(url, who), ['read', 'play'])).secret);
    const [ada, bob] = [await client('Ada'), await client('Bob')];
    const wanted = terms('isaac', { chairs: ['me', 'open'], seating: 'chosen', clock: DAYS });
    const { table } = (await ada.post('/tables', { id: 'open', terms: wanted })).json as { readonly table: string };
    await bob.post(`/tables/${table}/join`, { id: 'join', chair: 1 });
    const body = { id: 'one', played: [], line: LINE.slice(0, 2) };
    expect((await bob.post(`/tables/${table}/prepared`, body)).status).toBe(200);
    expect((await bob.get(`/tables/${table}/prepared`)).json).toMatchObject({ lines: [{ moves: LINE.slice(0, 2) }] });
    expect((await ada.get(`/tables/${table}/prepared`)).json).toMatchObject({ lines: [] });
  });
});
