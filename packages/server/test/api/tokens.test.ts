import type { TableTerms } from '@tablier/protocol';
import { ApiClient, newGuest, newMember, newToken, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DEFAULT_LIMITS, UNLIMITED } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';

const DAY = 86_400_000;
let now = Date.now();
let server: TestServer;
let count = 0;
beforeAll(async () => {
  server = await startTestServer({
    ...UNLIMITED,
    limits: { ...UNLIMITED.limits, api: DEFAULT_LIMITS.api },
    now: () => now,
  });
});
afterAll(() => server.remove());

const TERMS: Partial<TableTerms> = { chairs: ['me', 'open'], visibility: 'open', seating: 'drawn' };

const member = () => newMember(server.url, `Ada${++count}`);
const ask = async (cookie: string, method: string, path: string, body?: unknown) => {
  const json = { headers: { cookie, 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(`${server.url}${path}`, {
    method,
    headers: { cookie },
    ...(body !== undefined && json),
  });
  return { status: response.status, text: await response.text() };
};

test('the secret is shown once, stored as a hash, and never logged', async () => {
  const cookie = await member();
  const { secret, id } = await newToken(server.url, cookie, ['read']);
  const client = new ApiClient(server.url, secret);
  expect((await client.get('/me')).status).toBe(200);
  expect((await new ApiClient(server.url, `${secret}0`).get('/me')).text).toContain('bad-token');
  const list = await ask(cookie, 'GET', '/api/me/tokens');
  const exported = await ask(cookie, 'GET', '/api/me/export');
  const hidden = secret.slice(-64);
  for (const { text } of [list, exported]) {
    expect(text).toContain(id);
    expect(text).not.toContain(hidden);
    expect(text).not.toMatch(/hash/i);
  }
  expect(server.log.join('\n')).not.toContain(hidden);
});

test('a scope allows its own operations and no others', async () => {
  const cookie = await member();
  const open = { id: 'open', terms: terms('isaac') };
  const reader = new ApiClient(server.url, (await newToken(server.url, cookie, ['read'])).secret);
  expect((await reader.post('/tables', open)).text).toBe('{"error":{"name":"wrong-scope","detail":"play"}}');
  expect((await reader.get('/events')).status).toBe(403);
  expect((await reader.get('/me/tables')).status).toBe(200);
  const player = new ApiClient(server.url, (await newToken(server.url, cookie, ['play'])).secret);
  const { table } = (await player.post('/tables', open)).json as { readonly table: string };
  expect((await player.get(`/tables/${table}`)).text).not.toContain('"program"');
});

test('a token of the scope bot marks its seats, which are never rated, and plays no seat of a person', async () => {
  const cookie = await member();
  const bot = new ApiClient(server.url, (await newToken(server.url, cookie, ['bot'])).secret);
  const player = new ApiClient(server.url, (await newToken(server.url, cookie, ['play'])).secret);
  const other = new ApiClient(server.url, (await newToken(server.url, await member(), ['bot'])).secret);
  const open = async (client: ApiClient, id: string, rated = false) =>
    client.post('/tables', { id, terms: terms('isaac', { ...TERMS, ...(rated && { rated }) }) });
  const { table } = (await open(bot, 'one')).json as { readonly table: string };
  const view = (await new ApiClient(server.url).get(`/tables/${table}`)).json as {
    readonly chairs: readonly unknown[];
  };
  expect(view.chairs[0]).toMatchObject({ kind: 'person', program: true });
  expect((await open(bot, 'two', true)).text).toContain('cannot-be-rated');
  const rated = (await open(player, 'three', true)).json as { readonly table: string };
  expect((await other.post(`/tables/${rated.table}/join`, { id: 'join', chair: 1 })).text).toContain('no-programs');
  expect((await bot.post('/seeks', { id: 's', game: 'isaac', pace: 'calm' })).text).toContain('no-programs');
  const own = (await open(player, 'four')).json as { readonly table: string };
  expect((await other.post(`/tables/${own.table}/join`, { id: 'join', chair: 1 })).status).toBe(200);
  const resign = { id: 'helped', action: { kind: 'resign' } };
  expect((await bot.post(`/tables/${own.table}/actions`, resign)).text).toContain('no-programs');
  expect((await player.post(`/tables/${own.table}/actions`, { ...resign, id: 'own' })).status).toBe(200);
});

test('a revoked and an expired token are refused at once, and an account has at most 20', async () => {
  const cookie = await member();
  const { secret, id } = await newToken(server.url, cookie, ['read'], 1);
  const client = new ApiClient(server.url, secret);
  expect((await client.get('/me')).status).toBe(200);
  now += DAY + 1;
  expect((await client.get('/me')).text).toContain('bad-token');
  now -= DAY + 1;
  expect((await client.get('/me')).status).toBe(200);
  expect((await ask(await member(), 'DELETE', `/api/me/tokens/${id}`)).status).toBe(404);
  expect((await ask(cookie, 'DELETE', `/api/me/tokens/${id}`)).status).toBe(204);
  expect((await client.get('/me')).text).toContain('bad-token');
  for (let made = 0; made < 20; made++) await newToken(server.url, cookie, ['read']);
  await expect(newToken(server.url, cookie, ['read'])).rejects.toThrow('too-many-tokens');
});

test('guests have no tokens, and wrong terms are refused by name', async () => {
  const guest = await newGuest(server.url, 'Guest');
  const good = { label: 'x', scopes: ['read'], days: null };
  expect(await ask(guest, 'POST', '/api/me/tokens', good)).toEqual({
    status: 403,
    text: '{"error":{"name":"no-account"}}',
  });
  const cookie = await member();
  for (const [change, refusal] of [
    [{ scopes: [] }, '400 bad-request scopes'],
    [{ scopes: ['admin'] }, '400 bad-request scopes.0'],
    [{ label: '\u202e' }, '422 bad-token-terms label'],
    [{ days: 0 }, '400 bad-request days'],
  ] as const) {
    const { status, text } = await ask(cookie, 'POST', '/api/me/tokens', { ...good, ...change });
    const { error } = JSON.parse(text) as { readonly error: { readonly name: string; readonly detail: string } };
    expect(`${status} ${error.name} ${error.detail}`).toBe(refusal);
  }
});

test('the limit of a token reports what is left and when to continue', async () => {
  const { secret } = await newToken(server.url, await member(), ['read']);
  const client = new ApiClient(server.url, secret);
  const first = await client.get('/games');
  expect(first.headers.get('ratelimit-limit')).toBe('120');
  expect(first.headers.get('ratelimit-remaining')).toBe('119');
  for (let asked = 0; asked < 119; asked++) await client.get('/me');
  const refused = await client.get('/me');
  expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit-reset')]).toEqual([
    429,
    '1',
    '12',
  ]);
  expect(refused.json).toEqual({ error: { name: 'too-many', retryMs: 100 } });
  now += 100;
  expect((await client.get('/me')).status).toBe(200);
});
