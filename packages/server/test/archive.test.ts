import type { GameRecord } from '@tablier/core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isaacRecord, startTestServer, type TestServer } from './running.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.remove());

const JSON_TYPE = { 'content-type': 'application/json' };
const post = (body: string | Uint8Array<ArrayBuffer>, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
  fetch(`${server.url}/api/games`, { method: 'POST', headers, body });
const postRecord = (record: unknown) => post(JSON.stringify(record));
const get = (path: string) => fetch(`${server.url}${path}`);

async function keep(record: GameRecord): Promise<string> {
  const answer = (await (await postRecord(record)).json()) as { readonly id: string };
  return answer.id;
}

async function expectError(response: Response, status: number, error: object): Promise<void> {
  expect(await response.json()).toEqual({ error });
  expect(response.status).toBe(status);
  expect(response.headers.get('content-security-policy')).toContain("default-src 'none'");
}

describe('keeping a game', () => {
  test('a game that holds is kept and given back as it was sent', async () => {
    const record = { ...isaacRecord('kept'), note: 'a field of somebody else' };
    const response = await postRecord(record);
    const { id } = (await response.json()) as { readonly id: string };
    expect(response.status).toBe(201);
    expect(response.headers.get('location')).toBe(`/api/games/${id}`);
    const kept = await get(`/api/games/${id}`);
    expect(await kept.json()).toEqual(record);
    expect(kept.headers.get('cache-control')).toContain('immutable');
  });

  test('the same game sent twice is one game', async () => {
    const record = isaacRecord('twice');
    expect(await keep(record)).toBe(await keep(record));
  });

  test('a game that is still on is kept, but not listed', async () => {
    const id = await keep(isaacRecord('running', 5));
    expect((await get(`/api/games/${id}`)).status).toBe(200);
    expect(await (await get('/api/games?limit=100')).text()).not.toContain(id);
  });

  test('a game outlives the server', async () => {
    const record = isaacRecord('outlives');
    const id = await keep(record);
    const second = await server.again();
    expect(await (await fetch(`${second.url}/api/games/${id}`)).json()).toEqual(record);
    await second.close();
  });
});

describe('a bad game is refused by name', () => {
  const good = isaacRecord('good');
  const { counts = [], end } = good;
  const first = good.moves[0] as string;

  test.each([
    ['another game', { ...good, game: 'chess' }, 422, { name: 'unknown-game', detail: 'chess' }],
    ['a name from the prototype', { ...good, game: '__proto__' }, 422, { name: 'unknown-game', detail: '__proto__' }],
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
      { name: 'end-mismatch', detail: 'the game is over but has no end' },
    ],
    ['a list', [good], 400, { name: 'bad-record', detail: 'not an object' }],
    ['null', null, 400, { name: 'bad-record', detail: 'not an object' }],
    ['moves that are numbers', { ...good, moves: [1, 2] }, 400, { name: 'bad-record', detail: 'moves' }],
    [
      'an end without places',
      { ...good, end: { by: 'rules', scores: end?.scores } },
      400,
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

  test('nothing of all this was kept', async () => {
    const { games } = (await (await get('/api/games?limit=100')).json()) as {
      readonly games: readonly { id: string }[];
    };
    for (const { id } of games) expect((await get(`/api/games/${id}`)).status).toBe(200);
    expect(await keep(good)).toBe(await keep(good));
    expect(games.map((game) => game.id)).not.toContain(await keep(good));
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
      await expectError(await post('{}', { 'content-type': type }), 415, error);
    }
  });

  test('more than the longest game needs', async () => {
    await expectError(await post(JSON.stringify({ moves: 'x'.repeat(300_000) })), 413, { name: 'too-large' });
  });

  test('data nested to exhaust the stack', async () => {
    const error = { name: 'bad-record', detail: 'nested too deeply' };
    await expectError(await post('['.repeat(100_000) + ']'.repeat(100_000)), 400, error);
    const deep: unknown = JSON.parse('['.repeat(100) + ']'.repeat(100));
    await expectError(await postRecord({ ...isaacRecord('deep'), deep }), 400, error);
  });
});

describe('finding games', () => {
  test('no game has an id that was never given', async () => {
    for (const id of ['nothing', '..%2f..%2fetc%2fpasswd', "'%20or%201=1--", 'x'.repeat(99), '%00', '%F0%9F%8E%B2']) {
      await expectError(await get(`/api/games/${id}`), 404, { name: 'not-found' });
    }
  });

  test('the list is newest first, and tells neither moves nor deals', async () => {
    const older = await keep(isaacRecord('older'));
    const record = isaacRecord('newer');
    const newer = await keep(record);
    const { games } = (await (await get('/api/games?limit=2')).json()) as { readonly games: readonly object[] };
    const { game, players, options, end, moves } = record;
    const keptAt = expect.any(Number) as number;
    expect(games[0]).toEqual({ id: newer, keptAt, game, players, options, end, plies: moves.length });
    expect(games[1]).toMatchObject({ id: older });
    expect(games).toHaveLength(2);
  });

  test('a limit that is none is refused by name', async () => {
    const error = { name: 'bad-limit', detail: 'from 1 to 100' };
    for (const limit of ['0', '-1', '101', '1.5', 'x', '', '1e2', '2&limit=3']) {
      await expectError(await get(`/api/games?limit=${limit}`), 400, error);
    }
  });

  test('what the API does not know is not found, or not readable', async () => {
    await expectError(await get('/api/nothing'), 404, { name: 'not-found' });
    await expectError(await fetch(`${server.url}/api/games`, { method: 'DELETE' }), 404, { name: 'not-found' });
    await expectError(await get('/api/games/%zz'), 400, { name: 'bad-request' });
    const page = { headers: { accept: 'text/html' } };
    await expectError(await fetch(`${server.url}/api/nothing`, page), 404, { name: 'not-found' });
  });
});
