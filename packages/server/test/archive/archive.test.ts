import { type GameRecord, makeRecord, makeSetup, SeededRng } from '@tablier/core';
import { arcanor, isaac } from '@tablier/games';
import { DEFAULT_ALLOWANCES } from '../../src/archive/incoming.ts';
import { join, newGuest, randomChoice, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isaacRecord, startTestServer, type TestServer } from '../running.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { records: { burst: 1000, perSecond: 1 } } });
  JSON_TYPE['cookie'] = await newGuest(server.url, 'Ada');
});
afterAll(() => server.remove());

const JSON_TYPE: Record<string, string> = { 'content-type': 'application/json' };
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  fetch(`${server.url}/api/games`, { method: 'POST', headers, body });
const postRecord = (record: unknown) => post(JSON.stringify(record));
const get = (path: string) => fetch(`${server.url}${path}`);

async function keep(record: GameRecord): Promise<string> {
  const answer = (await (await postRecord(record)).json()) as { readonly id: string };
  return answer.id;
}

interface Listed {
  readonly games: readonly { readonly id: string }[];
  readonly next: string | null;
}

/** The record of a game that two people played at a table for this many moves, until one resigned. */
async function playedAt(visibility: 'open' | 'link', plies: number): Promise<GameRecord> {
  const players = [await join(server.url, 'Ada'), await join(server.url, 'Grace')];
  const table = await sitDown(players, terms('isaac', { visibility }));
  const rng = new SeededRng(`${visibility} ${plies}`);
  for (let ply = 0; ply < plies; ply++) {
    const player = players[ply % 2] as TestClient;
    const view = await player.view(table, ({ match }) => match?.plies === ply);
    await player.must({ kind: 'act', table, action: { kind: 'move', move: randomChoice(view, rng) } });
  }
  await (players[0] as TestClient).must({ kind: 'act', table, action: { kind: 'resign' } });
  const { match } = await (players[0] as TestClient).view(table, ({ phase }) => phase === 'over');
  await Promise.all(players.map((player) => player.leave()));
  if (!match?.record) throw new Error('no record');
  return match.record as GameRecord;
}

async function expectError(response: Response, status: number, error: object): Promise<void> {
  expect(await response.json()).toEqual({ error });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
}

describe('keeping a game', () => {
  test('a valid game is stored and returned unchanged', async () => {
    const record = isaacRecord('kept');
    const response = await postRecord(record);
    const { id } = (await response.json()) as { readonly id: string };
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/api/v1/records/${id}`);
    const kept = await get(`/api/v1/records/${id}`);
    expect(await kept.json()).toEqual(record);
    expect(kept.headers.get('cache-control')).toContain('immutable');
  });

  test('fields that are not part of a record are not stored, at any depth', async () => {
    const record = isaacRecord('junk');
    const junk = 'x'.repeat(1000);
    const peeks = [{ after: 1, seat: 0, peek: junk }];
    const id = await keep({ ...record, junk, peeks, end: { ...record.end, junk } } as GameRecord);
    expect(await (await get(`/api/v1/records/${id}`)).json()).toEqual(record);
    expect(id).toBe(await keep(record));
  });

  test('peeks are kept where the rules allowed them', async () => {
    const moves = ['a1a2'];
    const setup = makeSetup(arcanor, { options: { table: 'memory' } });
    if (!setup.ok) throw new Error(setup.error.detail);
    const position = arcanor.start(setup.value);
    const [places, first] = [arcanor.peeks?.list(position) ?? [], position.randomMove(new SeededRng(1))];
    moves[0] = arcanor.formatMove(first);
    position.play(first);
    const later = arcanor.peeks?.list(position) ?? [];
    const record = makeRecord(arcanor, setup.value, [first]);
    const good = [
      ...places.slice(0, 1).map((peek) => ({ after: 0, seat: 0, peek })),
      ...later.slice(0, 1).map((peek) => ({ after: 1, seat: 1, peek })),
    ];
    const bad = [
      { after: 0, seat: 1, peek: places[0] },
      { after: 0, seat: 0, peek: 'z9' },
      { after: 7, seat: 0, peek: 'a1' },
    ];
    const id = await keep({ ...record, peeks: [...bad, ...good] } as GameRecord);
    const kept = (await (await get(`/api/v1/records/${id}`)).json()) as { readonly peeks?: unknown };
    expect(kept.peeks ?? []).toEqual(good);
  });

  test('a client without a session cannot store a game', async () => {
    const answer = await post(JSON.stringify(isaacRecord('no-session')), { 'content-type': 'application/json' });
    await expectError(answer, 401, { name: 'no-session' });
  });

  test('the same game sent twice is one game', async () => {
    const record = isaacRecord('twice');
    expect(await keep(record)).toBe(await keep(record));
  });

  test('an unfinished game is stored, but not listed', async () => {
    const id = await keep(isaacRecord('on', 5));
    expect((await get(`/api/v1/records/${id}`)).status).toBe(200);
    expect(await (await get('/api/v1/records?limit=100')).text()).not.toContain(id);
  });

  test('a game outlives the server', async () => {
    const [own, record] = [await startTestServer(), isaacRecord('outlives')];
    const headers = { 'content-type': 'application/json', cookie: await newGuest(own.url, 'Ada') };
    await fetch(`${own.url}/api/games`, { method: 'POST', headers, body: JSON.stringify(record) });
    const id = await keep(record);
    await own.close();
    const second = await own.again();
    expect(await (await fetch(`${second.url}/api/v1/records/${id}`)).json()).toEqual(record);
    await second.close();
    await own.remove();
  });
});

describe('a bad game is refused by name', () => {
  const good = isaacRecord('good');
  const { counts = [], end } = good;
  const first = good.moves[0] as string;

  test.each([
    ['another game', { ...good, game: 'chess' }, 404, { name: 'unknown-game', detail: 'chess' }],
    ['a name from the prototype', { ...good, game: '__proto__' }, 404, { name: 'unknown-game', detail: '__proto__' }],
    ['a later form', { ...good, format: 99 }, 422, { name: 'too-new', detail: 'format 99' }],
    ['later rules', { ...good, rules: 99 }, 422, { name: 'too-new', detail: 'rules 99' }],
    ['too many players', { ...good, players: 3, end: undefined }, 422, { name: 'bad-players', detail: '3' }],
    [
      'an unknown option',
      { ...good, options: { ...good.options, x: 1 } },
      422,
      { name: 'unknown-option', detail: 'x' },
    ],
    ['a missing option', { ...good, options: {} }, 422, { name: 'missing-option', detail: 'scoringStarts' }],
    [
      'an unreadable move',
      { ...good, moves: ['?', ...good.moves.slice(1)] },
      422,
      { name: 'unreadable-move', ply: 1, detail: '?' },
    ],
    [
      'an illegal move',
      { ...good, moves: [first, first, ...good.moves.slice(2)], counts: undefined },
      422,
      { name: 'illegal-move', ply: 2, detail: first },
    ],
    [
      'a wrong count',
      { ...good, counts: [1, ...counts.slice(1)] },
      422,
      { name: 'count-mismatch', ply: 1, detail: '1 recorded, 600 legal' },
    ],
    [
      'a move after the end',
      { ...good, moves: [...good.moves, first], counts: undefined },
      422,
      { name: 'move-after-end', ply: good.moves.length + 1, detail: first },
    ],
    [
      'a missing end',
      { ...good, end: undefined },
      422,
      { name: 'end-mismatch', detail: expect.stringContaining('add "end":{"by":"rules"') as string },
    ],
    ['a list', [good], 422, { name: 'bad-record', detail: 'not an object' }],
    ['null', null, 422, { name: 'bad-record', detail: 'not an object' }],
    ['moves that are numbers', { ...good, moves: [1, 2] }, 422, { name: 'bad-record', detail: 'moves' }],
    [
      'an end without places',
      { ...good, end: { by: 'rules', scores: end?.scores } },
      422,
      { name: 'bad-record', detail: 'end' },
    ],
  ])('%s', async (_what, record, status, error) => {
    await expectError(await postRecord(record), status, error);
  });

  test('scores that are not those of the game', async () => {
    const scores = end?.scores.map((score) => score + 1);
    const response = await postRecord({ ...good, end: { ...end, scores } });
    await expectError(response, 422, { name: 'end-mismatch', detail: `scores are ${end?.scores.join(' ')}` });
  });

  test('places that are no ranking', async () => {
    const record = isaacRecord('resigned', 4);
    const scores = isaac.start({ options: record.options, players: 2, deal: null }).outcome().scores;
    for (const places of [[], [1], [1, 2, 3], [2, 2], [1, 9], [1.5, 1]]) {
      const response = await postRecord({ ...record, end: { by: 'resign', scores, places } });
      expect(response.status, places.join()).toBe(422);
      expect(await response.json()).toMatchObject({ error: { name: 'end-mismatch' } });
    }
  });
});

describe('a body that is no record is refused by name', () => {
  test.each([
    ['half of a JSON text', '{"format":1,'],
    ['nothing', ''],
    ['a key that reaches for the prototype', '{"__proto__":{"x":1}}'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00])],
  ])('%s', async (_what, body) => {
    await expectError(await post(body), 400, { name: 'bad-json' });
  });

  test('another type', async () => {
    const error = { name: 'unsupported-media-type', detail: 'send application/json' };
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'x']) {
      await expectError(await post('{}', { ...JSON_TYPE, 'content-type': type }), 415, error);
    }
  });

  test('more than the longest game needs', async () => {
    for (const length of [66_000, 300_000]) {
      await expectError(await post(JSON.stringify({ moves: 'x'.repeat(length) })), 413, { name: 'too-large' });
    }
  });

  test('data nested to exhaust the stack', async () => {
    const error = { name: 'bad-record', detail: 'nested too deeply' };
    await expectError(await post('['.repeat(30_000) + ']'.repeat(30_000)), 422, error);
    const deep: unknown = JSON.parse('['.repeat(100) + ']'.repeat(100));
    await expectError(await postRecord({ ...isaacRecord('deep'), deep }), 422, error);
  });
});

describe('finding games', () => {
  test('no game has an id that was never given', async () => {
    for (const id of ['nothing', '..%2f..%2fetc%2fpasswd', "'%20or%201=1--", 'x'.repeat(99), '%00', '%F0%9F%8E%B2']) {
      await expectError(await get(`/api/v1/records/${id}`), 404, { name: 'not-found' });
    }
  });

  test('the list is newest first, and contains neither moves nor deals', async () => {
    const records = [await playedAt('open', 1), await playedAt('open', 2), await playedAt('open', 3)];
    const [older, , newest] = records;
    const { games, next } = (await (await get('/api/v1/records?limit=2')).json()) as Listed;
    const { game, players, options, end, moves } = newest as GameRecord;
    const keptAt = expect.any(Number) as number;
    const id = expect.any(String) as string;
    expect(games[0]).toEqual({ id, keptAt, game, players, options, end, plies: moves.length });
    expect(games).toHaveLength(2);
    const rest = (await (await get(`/api/v1/records?limit=2&before=${next ?? ''}`)).json()) as Listed;
    expect(rest.games[0]).toMatchObject({ plies: older?.moves.length });
    expect(rest).toMatchObject({ games: [{}], next: null });
  });

  test('a game of a table by link, and one that a person stored, are found by their ids only', async () => {
    const before = await (await get('/api/v1/records?limit=100')).text();
    const record = await playedAt('link', 1);
    const id = await keep(record);
    expect(await (await get(`/api/v1/records/${id}`)).json()).toEqual(record);
    await keep(isaacRecord('published'));
    expect(await (await get('/api/v1/records?limit=100')).text()).toBe(before);
  });

  test('a page with an unknown start is empty, or refused', async () => {
    for (const before of ['nothing', "'%20or%201=1", '%00']) {
      expect(await (await get(`/api/v1/records?before=${before}`)).json()).toEqual({ games: [], next: null });
    }
    await expectError(await get('/api/v1/records?before=a&before=b'), 400, { name: 'bad-request', detail: 'before' });
  });

  test('an invalid limit is refused by name', async () => {
    const error = { name: 'bad-request', detail: 'limit' };
    for (const limit of ['0', '-1', '101', '1.5', 'x', '', '2&limit=3']) {
      await expectError(await get(`/api/v1/records?limit=${limit}`), 400, error);
    }
  });

  test('an unknown route is not found, a wrong method and a malformed URL are refused', async () => {
    await expectError(await get('/api/nothing'), 404, { name: 'not-found' });
    const deleted = await fetch(`${server.url}/api/games`, { method: 'DELETE' });
    await expectError(deleted, 405, { name: 'wrong-method', detail: 'POST' });
    expect(deleted.headers.get('allow')).toContain('POST');
    await expectError(await get('/api/v1/records/%zz'), 400, { name: 'bad-request' });
    const page = { headers: { accept: 'text/html' } };
    await expectError(await fetch(`${server.url}/api/nothing`, page), 404, { name: 'not-found' });
  });
});

test('the daily allowance is refused by name over HTTP', async () => {
  const own = await startTestServer({ limits: { records: { burst: 1000, perSecond: 1000 } } });
  const headers = { 'content-type': 'application/json', cookie: await newGuest(own.url, 'Ada') };
  const body = JSON.stringify(isaacRecord('again', 3));
  const statuses: number[] = [];
  for (let each = 0; each <= DEFAULT_ALLOWANCES.person.items; each++) {
    const answer = await fetch(`${own.url}/api/games`, { method: 'POST', headers, body });
    statuses.push(answer.status);
    if (answer.status !== 201) expect(await answer.json()).toMatchObject({ error: { name: 'too-many' } });
  }
  expect(statuses.lastIndexOf(201)).toBe(DEFAULT_ALLOWANCES.person.items - 1);
  expect(statuses.at(-1)).toBe(429);
  await own.remove();
});
