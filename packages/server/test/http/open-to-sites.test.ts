import { ApiClient, newMember, newToken } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';

const ELSEWHERE = { origin: 'https://elsewhere.example' };

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startTestServer();
  cookie = await newMember(server.url, 'Ada');
});
afterAll(() => server.remove());

const ask = (path: string, method = 'GET', headers: Readonly<Record<string, string>> = {}) =>
  fetch(`${server.url}${path}`, { method, headers: { ...ELSEWHERE, ...headers } });

const readable = (answer: Response): readonly (string | null)[] =>
  ['access-control-allow-origin', 'cross-origin-resource-policy'].map((name) => answer.headers.get(name));

describe('pages of other sites', () => {
  test.each([
    ...['/api/v1/games', '/api/v1/records/none', '/api/openapi.json', '/api/oembed', '/archives/none'],
    ...['/api/oauth/token', '/.well-known/oauth-authorization-server'],
  ])('may read %s, and its errors', async (path) => expect(readable(await ask(path))).toEqual(['*', 'cross-origin']));

  test.each([
    '/',
    '/api/me',
    '/api/v1',
    '/api/v10/games',
    '/api/me/tokens',
    '/api/me/ratings',
    '/api/me/authorizations',
  ])('may not read %s', async (path) => expect(readable(await ask(path))).toEqual([null, 'same-origin']));

  test('may send a command with a token, after they have asked', async () => {
    const { secret } = await newToken(server.url, cookie, ['read', 'play']);
    const wanted = { 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' };
    const asked = await ask('/api/v1/tables/unknown-unknown-unknown/leave', 'OPTIONS', wanted);
    expect([asked.status, ...readable(asked)]).toEqual([204, '*', 'cross-origin']);
    expect(asked.headers.get('access-control-allow-headers')).toContain('authorization');
    const sent = await new ApiClient(server.url, secret, ELSEWHERE).post('/tables/unknown-unknown-unknown/leave', {
      id: 'leave',
    });
    expect([sent.status, sent.json]).toMatchObject([404, { error: { name: 'unknown-table' } }]);
  });

  test('have no account there, even with the cookie of a session', async () => {
    const answer = await ask('/api/v1/me', 'GET', { cookie });
    expect([answer.status, await answer.json()]).toMatchObject([401, { error: { name: 'no-token' } }]);
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
  });

  test('may neither ask for nor make changes elsewhere', async () => {
    const wanted = { 'access-control-request-method': 'POST' };
    expect((await ask('/api/guests', 'OPTIONS', wanted)).status).toBe(403);
    expect((await ask('/api/guests', 'POST')).status).toBe(403);
  });
});
