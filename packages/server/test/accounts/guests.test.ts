import { CLOSE_CODES } from '@tablier/protocol';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { join, newGuest, TestClient, terms } from '@tablier/testkit/online';

const MANY = { burst: 1e6, perSecond: 1e6 };
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { lines: MANY, guests: { burst: 12, perSecond: 1e-9 } } });
});
afterAll(() => server.remove());

const ask = (path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) =>
  fetch(`${server.url}${path}`, init);

interface Me {
  readonly name: string;
  readonly sessions: readonly { readonly id: string; readonly current: boolean }[];
}

describe('a guest', () => {
  test('gets a name and a cookie that scripts cannot read and other sites cannot send', async () => {
    const body = JSON.stringify({ name: '  Ada   Lovelace ' });
    const response = await ask('/api/guests', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ name: 'Ada Lovelace' });
    const cookie = response.headers.get('set-cookie') ?? '';
    for (const part of ['HttpOnly', 'SameSite=Strict', 'Path=/']) expect(cookie).toContain(part);
    const me = await ask('/api/me', { headers: { cookie: cookie.split(';')[0] ?? '' } });
    expect(await me.json()).toMatchObject({ name: 'Ada Lovelace', sessions: [{ current: true }] });
  });

  test.each([
    ['', ''],
    ['blank', '   '],
    ['long', 'x'.repeat(25)],
    ['unseen', 'a\u200bb'],
    ['blank to look at', '\u3164'],
    ['a mark alone', '\u0301'],
  ])('is refused a name that is %s', async (_what, name) => {
    const headers = { 'content-type': 'application/json' };
    const response = await ask('/api/guests', { method: 'POST', headers, body: JSON.stringify({ name }) });
    expect(response.status).toBe(422);
    expect(await response.json()).toEqual({ error: { name: 'bad-name' } });
  });

  test('stays the same person who asks for a name again', async () => {
    const cookie = await newGuest(server.url, 'Ada');
    const headers = { 'content-type': 'application/json', cookie };
    const again = await ask('/api/guests', { method: 'POST', headers, body: JSON.stringify({ name: 'Grace' }) });
    expect([again.status, await again.json(), again.headers.get('set-cookie')]).toEqual([200, { name: 'Ada' }, null]);
    expect(await (await ask('/api/me?unsure', { headers: { cookie } })).json()).toMatchObject({ name: 'Ada' });
    expect((await ask('/api/me?unsure')).status).toBe(204);
  });

  test('is not recognised with an invented or changed token', async () => {
    const cookie = await newGuest(server.url, 'Ada');
    const changed = `${cookie.slice(0, -1)}${cookie.endsWith('0') ? '1' : '0'}`;
    for (const wrong of [changed, 'tablier_session=', 'tablier_session=a.b.c', `${cookie}.more`, 'other=1']) {
      expect((await ask('/api/me', { headers: { cookie: wrong } })).status, wrong).toBe(401);
    }
    expect((await ask('/api/me', { headers: { cookie } })).status).toBe(200);
  });

  test('cannot be created from a page of another site', async () => {
    const headers = { 'content-type': 'application/json', origin: 'https://elsewhere.example' };
    const response = await ask('/api/guests', { method: 'POST', headers, body: '{"name":"Eve"}' });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ error: { name: 'foreign-origin' } });
  });
});

describe('a session', () => {
  test('that is revoked ends its connections and is no longer accepted', async () => {
    const cookie = await newGuest(server.url, 'Ada');
    const ada = await new TestClient(server.url, cookie).connect();
    const me = (await (await ask('/api/me', { headers: { cookie } })).json()) as Me;
    const [session] = me.sessions;
    const other = await newGuest(server.url, 'Eve');
    const foreign = await ask(`/api/sessions/${session?.id}`, { method: 'DELETE', headers: { cookie: other } });
    expect(foreign.status).toBe(404);
    const gone = await ask('/api/sessions/current', { method: 'DELETE', headers: { cookie } });
    expect(gone.status).toBe(204);
    await ada.until(() => ada.closedWith !== null);
    expect(ada.closedWith).toBe(CLOSE_CODES.sessionEnded);
    expect((await ask('/api/me', { headers: { cookie } })).status).toBe(401);
  });

  test('survives a restart, and the stored data contains no token', async () => {
    const cookie = await newGuest(server.url, 'Ada');
    const again = await server.again();
    expect((await fetch(`${again.url}/api/me`, { headers: { cookie } })).status).toBe(200);
    await again.close();
    const secret = cookie.split('.')[2] ?? '';
    expect(secret).toHaveLength(64);
    expect(server.log.join('\n')).not.toContain(secret);
  });
});

test('too many guests from one address are refused by name, with the time to wait', async () => {
  const statuses: number[] = [];
  for (let made = 0; made < 14; made++) {
    const headers = { 'content-type': 'application/json' };
    const response = await ask('/api/guests', { method: 'POST', headers, body: '{"name":"Many"}' });
    statuses.push(response.status);
    if (response.status === 201) continue;
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({ error: { name: 'too-many' } });
    break;
  }
  expect(statuses.at(-1)).toBe(429);
});

test('a server that stops announces it on every connection, and games continue after a restart', async () => {
  const first = await startTestServer();
  const ada = await join(first.url, 'Ada');
  const { table } = await ada.must({ kind: 'open', terms: terms('isaac') });
  await first.close();
  await ada.until(() => ada.closedWith !== null);
  expect(ada.closedWith).toBe(CLOSE_CODES.restart);
  const second = await first.again();
  await ada.connect(second.url);
  expect((await ada.view(table)).you).toBe(0);
  await ada.leave();
  await second.close();
});
