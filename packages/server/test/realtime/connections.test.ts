import { CLOSE_CODES, MAX_MESSAGE_BYTES, MAX_WATCHED, PROTOCOL_VERSION } from '@tablier/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startTestServer, type TestServer } from '../running.ts';
import {
  join,
  newGuest,
  playRandomly,
  RawConnection,
  randomChoice,
  sitDown,
  TestClient,
  terms,
} from '@tablier/testkit/online';
import { SeededRng } from '@tablier/core';

/** A typical client-generated id. */
const UUID = '0b7e6d0e-52a1-4f3c-9d0a-6a1c0a8f2f11';
const MANY = { burst: 1e6, perSecond: 1e6 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, lines: MANY, tables: MANY } });
});
afterAll(() => server.remove());

const open = (headers: Readonly<Record<string, string>> = {}, greet?: 'greeted' | 'silent') =>
  RawConnection.open(server.url, headers, greet);

describe('a greeting', () => {
  test('in another version is answered with the supported ones, and the connection closes with its own code', async () => {
    const line = await open({}, 'silent');
    line.send({ kind: 'hello', version: PROTOCOL_VERSION + 1 });
    expect((await line.next('error')).error).toEqual({ name: 'other-version', detail: String(PROTOCOL_VERSION) });
    expect(await line.closed).toEqual({ code: CLOSE_CODES.otherVersion, reason: 'other-version' });
  });

  test('must come first, and once', async () => {
    const early = await open({}, 'silent');
    early.send({ kind: 'enter-lobby' });
    expect(await early.error()).toBe('hello-first');
    expect((await early.closed).code).toBe(CLOSE_CODES.badHello);
    const eager = await open({}, 'silent');
    eager.send({ kind: 'do', id: UUID, command: { kind: 'stand', table: 'a'.repeat(22) } });
    expect(await eager.next('refused')).toMatchObject({ id: UUID, error: { name: 'hello-first' } });
    expect((await eager.closed).code).toBe(CLOSE_CODES.badHello);
    const twice = await open();
    twice.send({ kind: 'hello', version: PROTOCOL_VERSION });
    expect(await twice.error()).toBe('already-greeted');
    twice.ws.terminate();
  });

  test('returns the name of the client, or that it is anonymous', async () => {
    const anonymous = await open({}, 'silent');
    anonymous.send({ kind: 'hello', version: PROTOCOL_VERSION });
    expect((await anonymous.next('welcome')).you).toBeNull();
    const known = await open({ cookie: await newGuest(server.url, 'Ada') }, 'silent');
    known.send({ kind: 'hello', version: PROTOCOL_VERSION });
    expect((await known.next('welcome')).you).toEqual({ name: 'Ada' });
    for (const line of [anonymous, known]) line.ws.terminate();
  });
});

describe('an invalid message', () => {
  test.each([
    ['not JSON', '{', 'bad-json'],
    ['nothing', '', 'bad-json'],
    ['a number', '7', 'bad-message'],
    ['an unknown kind', '{"kind":"move"}', 'bad-message'],
    ['a field too many', '{"kind":"ping","n":1,"admin":true}', 'bad-message'],
    ['a table that cannot be', '{"kind":"watch","table":"../../etc"}', 'bad-message'],
    ['nested deeply', `{"kind":"ping","n":${'['.repeat(4000)}${']'.repeat(4000)}}`, 'bad-message'],
    ['a prototype', '{"__proto__":{"kind":"ping"},"n":1}', 'bad-message'],
  ])('%s is answered by its name, and the line goes on', async (_what, text, name) => {
    const line = await open();
    line.send(text);
    expect(await line.error()).toBe(name);
    line.send({ kind: 'ping', n: 5 });
    expect((await line.next('pong')).n).toBe(5);
    line.ws.terminate();
  });

  test.each([
    ['a seat of one\u2019s choice', { kind: 'resign', seat: 1 }],
    ['a command of the host', { kind: 'flag', at: 1 }],
    ['an empty move', { kind: 'move', move: '' }],
  ])('%s is refused by its id, and the connection goes on', async (_what, action) => {
    const line = await open();
    const table = 'a'.repeat(22);
    line.send({ kind: 'do', id: UUID, command: { kind: 'act', table, action } });
    expect(await line.next('refused')).toMatchObject({ id: UUID, error: { name: 'bad-message' } });
    line.send({ kind: 'watch', table, from: -1 });
    expect(await line.next('not-watching')).toMatchObject({ table, error: { name: 'bad-message', detail: 'from' } });
    line.send({ kind: 'ping', n: 5 });
    expect((await line.next('pong')).n).toBe(5);
    line.ws.terminate();
  });

  test('in binary is answered', async () => {
    const line = await open();
    line.ws.send(Buffer.from([1, 2, 3]));
    expect(await line.error()).toBe('bad-message');
    line.ws.terminate();
  });

  test('that is too large closes the connection', async () => {
    const line = await open();
    line.send({ kind: 'ping', n: 1, padding: 'x'.repeat(MAX_MESSAGE_BYTES) });
    expect((await line.closed).code).toBe(CLOSE_CODES.tooLarge);
  });

  test('sent repeatedly closes the connection', async () => {
    const line = await open();
    for (let sent = 0; sent < 40; sent++) line.send('nonsense');
    expect((await line.closed).code).toBe(CLOSE_CODES.tooManyErrors);
  });

  test('sent too fast is refused with the time to wait, and in the end the connection is closed', async () => {
    const line = await open();
    for (let sent = 0; sent < 200; sent++) line.send({ kind: 'ping', n: sent });
    const { error } = await line.next('error');
    expect(error.name).toBe('too-many');
    expect(error.retryMs).toBeGreaterThan(0);
    expect((await line.closed).code).toBe(CLOSE_CODES.tooMany);
  });
});

describe('a limit', () => {
  test('of messages refuses each command by its id', async () => {
    const line = await open({ cookie: await newGuest(server.url, 'Ada') });
    const command = { kind: 'stand', table: 'a'.repeat(22) };
    for (let n = 0; n < 70; n++) line.send({ kind: 'do', id: `n${n}`, command });
    const ids: string[] = [];
    let tooMany = 0;
    while (ids.length < 70) {
      const { id, error } = await line.next('refused');
      ids.push(id);
      if (error.name !== 'too-many') continue;
      tooMany++;
      expect(error.retryMs).toBeGreaterThan(0);
    }
    expect(tooMany).toBeGreaterThan(0);
    expect(ids.toSorted()).toEqual(Array.from({ length: 70 }, (_, n) => `n${n}`).toSorted());
    line.ws.terminate();
  });

  test('of watched tables has its own name and no retry time, also for many concurrent requests', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, (_, n) => join(server.url, `Host ${n}`)));
    const tables: string[] = [];
    for (let n = 0; n < MAX_WATCHED + 2; n++) {
      const host = people[n % people.length];
      tables.push((await host?.must({ kind: 'open', terms: terms('isaac') }))?.table ?? '');
    }
    const line = await open();
    for (const table of tables) line.send({ kind: 'watch', table });
    for (let refused = 0; refused < 2; refused++)
      expect((await line.next('not-watching')).error).toEqual({ name: 'too-many-subscriptions' });
    line.ws.terminate();
    for (const person of people) await person.leave();
  });
});

describe('origins that may connect', () => {
  const refusal = (headers: Readonly<Record<string, string>>, path = '/api/socket') =>
    new Promise<number>((resolve) => {
      const ws = new WebSocket(`${server.url.replace('http', 'ws')}${path}`, { headers });
      ws.on('error', () => undefined);
      ws.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0));
      ws.on('open', () => resolve(101));
    });

  test('include pages of this server, and no others', async () => {
    expect(await refusal({ origin: server.url })).toBe(101);
    expect(await refusal({})).toBe(101);
    expect(await refusal({ origin: 'https://elsewhere.example' })).toBe(403);
    expect(await refusal({ origin: 'null' })).toBe(403);
    expect(await refusal({}, '/api/other')).toBe(404);
  });
});

describe('a connection that breaks', () => {
  test('is opened again, and the match continues with the newest view and the chat lines sent meanwhile', async () => {
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const table = await sitDown([ada, grace], terms('isaac'));
    const rng = new SeededRng(3);
    await ada.act(table, { kind: 'move', move: randomChoice(await ada.view(table), rng) });
    await grace.leave();
    await ada.must({ kind: 'say', table, text: 'still there?' });
    expect((await ada.view(table)).version).toBeGreaterThan(0);
    await grace.connect();
    const back = await grace.view(table, ({ match }) => match?.plies === 1);
    expect(back.match?.view.turn).toBe(back.you);
    expect(await grace.chat(table, 'players', 1)).toEqual(['Ada: still there?']);
    const ends = await Promise.all([ada, grace].map((player, seat) => playRandomly(player, table, `again ${seat}`)));
    expect(ends.map(({ phase }) => phase)).toEqual(['over', 'over']);
    for (const player of [ada, grace]) await player.leave();
  });

  test('drops no pending command: resent, it is done once', async () => {
    const [ada, grace] = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
    const table = await sitDown([ada, grace], terms('isaac'));
    const rng = new SeededRng(4);
    for (let ply = 0; ply < 6; ply++) {
      const mover = ply % 2 === 0 ? ada : grace;
      const view = await mover.view(table, ({ match }) => match?.plies === ply);
      const answer = mover.act(table, { kind: 'move', move: randomChoice(view, rng) });
      mover.drop();
      expect(await answer).toMatchObject({ ok: true });
    }
    expect((await ada.view(table, ({ match }) => match?.plies === 6)).match?.plies).toBe(6);
    for (const player of [ada, grace]) await player.leave();
  });

  test('a client with the newest view gets `current`, one without a view gets it', async () => {
    const ada = await join(server.url, 'Ada');
    const table = (await ada.must({ kind: 'open', terms: terms('isaac') })).table;
    const line = await open();
    line.send({ kind: 'watch', table });
    const { version } = (await line.next('table')).table;
    line.send({ kind: 'watch', table, from: version });
    expect((await line.next('current')).version).toBe(version);
    line.send({ kind: 'watch', table, from: version + 10 });
    expect((await line.next('table')).table.version).toBe(version);
    line.ws.terminate();
    await ada.leave();
  });
});

describe('a command', () => {
  test('sent twice under one id is done once and gets the same answer, done or refused', async () => {
    const cookie = await newGuest(server.url, 'Ada');
    const [ada, other] = [await open({ cookie }), await open({ cookie })];
    const opening = {
      kind: 'do',
      id: 'one',
      command: { kind: 'open', terms: terms('isaac', { chairs: ['me', { bot: 'beginner' }] }) },
    };
    for (const line of [ada, ada, other]) line.send(opening);
    const { table } = await ada.next('done');
    expect((await ada.next('done')).table).toBe(table);
    expect((await other.next('done')).table).toBe(table);
    const bad = { kind: 'do', id: 'two', command: { kind: 'act', table, action: { kind: 'take-back', to: 9 } } };
    for (const line of [ada, other]) line.send(bad);
    expect((await ada.next('refused')).error).toEqual((await other.next('refused')).error);
    const resign = { kind: 'do', id: 'three', command: { kind: 'act', table, action: { kind: 'resign' } } };
    for (const line of [ada, other, ada]) line.send(resign);
    const answers = [await ada.next('done'), await ada.next('done'), await other.next('done')];
    expect(new Set(answers.map(({ version }) => version)).size).toBe(1);
    for (const line of [ada, other]) line.ws.terminate();
  });

  test('of a person who does not sit there, or of an anonymous client, changes nothing', async () => {
    const [ada, grace, eve] = [
      await join(server.url, 'Ada'),
      await join(server.url, 'Grace'),
      await join(server.url, 'Eve'),
    ];
    const table = await sitDown([ada, grace], terms('isaac'));
    const before = await ada.view(table);
    const act = (action: { kind: 'resign' } | { kind: 'move'; move: string }) =>
      ({ kind: 'act', table, action }) as const;
    expect(await eve.refusal(act({ kind: 'resign' }))).toBe('not-seated');
    expect(await eve.refusal(act({ kind: 'move', move: '00-02' }))).toBe('not-seated');
    expect(await eve.refusal({ kind: 'sit', table, chair: 1 })).toBe('table-begun');
    expect(await eve.refusal({ kind: 'rematch', table, agree: true })).toBe('not-seated');
    expect(await eve.refusal({ kind: 'stand', table })).toBe('table-begun');
    expect(await grace.refusal(act({ kind: 'move', move: '00-02' }))).toBe('not-your-turn');
    expect(await ada.refusal(act({ kind: 'move', move: 'xx' }))).toBe('unreadable-move');
    expect(await ada.refusal(act({ kind: 'move', move: '00-99' }))).toMatch(/move$/);
    const anonymous = new TestClient(server.url);
    await anonymous.connect();
    expect(await anonymous.refusal(act({ kind: 'resign' }))).toBe('no-session');
    expect(await anonymous.refusal({ kind: 'open', terms: terms('isaac') })).toBe('no-session');
    expect(await ada.view(table)).toEqual(before);
    for (const player of [ada, grace, eve, anonymous]) await player.leave();
  });

  test('at a table that does not exist is refused, and such a table is not watched', async () => {
    const ada = await join(server.url, 'Ada');
    const table = 'a'.repeat(22);
    expect(await ada.refusal({ kind: 'sit', table, chair: 0 })).toBe('unknown-table');
    ada.core.watch(table);
    await ada.until(() => ada.table(table).error !== null);
    expect(ada.table(table).error?.name).toBe('unknown-table');
    await ada.leave();
  });

  test('the log of a person cannot be requested as a table', async () => {
    const cookie = await newGuest(server.url, 'Ada');
    const person = cookie.split('=')[1]?.split('.')[0] ?? '';
    const line = await open({ cookie });
    line.send({ kind: 'watch', table: `p-${person}` });
    expect((await line.next('not-watching')).error.name).toBe('unknown-table');
    line.ws.terminate();
  });
});
