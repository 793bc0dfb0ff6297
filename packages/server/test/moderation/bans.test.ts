import { join } from 'node:path';
import { openStore } from '@tablier/store';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Route } from '../../src/http/create-http.ts';
import { Operator } from '../../src/operator/operator.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer } from '../running.ts';

/** What a banned person may still change: their access to the account, and what the server sends them. */
const ALLOWED = [
  'POST /api/mail/confirm',
  'POST /api/mail/stop',
  'POST /api/me/confirm',
  'POST /api/me/confirm/options',
  'POST /api/me/passkeys',
  'POST /api/me/passkeys/options',
  'POST /api/me/password',
  'POST /api/password-resets',
  'POST /api/password-resets/password',
  'POST /api/password-resets/token',
  'POST /api/sign-in/passkey',
  'POST /api/sign-in/passkey/options',
  'POST /api/sign-in/password',
  'PUT /api/me/notifications',
  'PUT /api/me/settings',
];

async function open() {
  const routes: Route[] = [];
  const server = await startTestServer({}, undefined, { onRoute: (route) => routes.push(route) });
  onTestFinished(() => server.remove());
  const store = await openStore({ folder: join(server.folder, 'data') });
  if (!store.ok) throw new Error(store.error.detail);
  onTestFinished(() => store.value.close());
  const operator = new Operator(store.value);
  const eve = await Browser.guest(server.url, 'Eve');
  const [{ id = '' } = {}] = await operator.find('Eve');
  const isBanned = async (): Promise<boolean> => (await eve.ask('POST', '/api/v1/me/relations', {})).error === 'banned';
  const ban = async (change: 'banned' | 'unbanned'): Promise<void> => {
    await operator.ban(id, change);
    await expect.poll(isBanned, { interval: 20 }).toBe(change === 'banned');
  };
  return { server, routes, operator, eve, ban };
}

describe('a banned person with a session', () => {
  test('is refused every change of the page but those of their own account, until the ban is lifted', async () => {
    const { server, routes, eve, ban } = await open();
    await ban('banned');
    const changes = routes.filter(({ method, path }) => /^P/.test(method) && path.startsWith('/api/'));
    const allowed: string[] = [];
    for (const { method, path } of changes) {
      const { status, error } = await eve.ask(method, path.replaceAll(/:\w+/g, 'x'.repeat(22)), {});
      if (error !== 'banned') allowed.push(`${method} ${path}`);
      else expect(status).toBe(403);
    }
    expect(changes.length).toBeGreaterThan(40);
    expect(allowed.toSorted()).toEqual(ALLOWED);
    const ada = await Browser.guest(server.url, 'Ada');
    expect((await ada.ask('PUT', '/api/me/profile', {})).error).not.toBe('banned');
    await ban('unbanned');
    expect((await eve.ask('PUT', '/api/me/profile', {})).error).not.toBe('banned');
  });

  test('may read and delete their data, but not read reports', async () => {
    const { eve, ban } = await open();
    await ban('banned');
    expect(await eve.ask('GET', '/api/moderation/reports')).toMatchObject({ status: 403, error: 'banned' });
    expect((await eve.ask('GET', '/api/me')).status).toBe(200);
    expect((await eve.ask('DELETE', '/api/me')).error).not.toBe('banned');
  });

  test('whose session has ended does not become another guest with the same browser', async () => {
    const { operator, eve, ban, server } = await open();
    await ban('banned');
    const [{ id = '' } = {}] = await operator.find('Eve');
    await operator.endSessions(id);
    expect(await eve.ask('POST', '/api/guests', { name: 'Eve' })).toMatchObject({ status: 403, error: 'banned' });
    expect((await Browser.guest(server.url, 'Ada')).cookies.size).toBeGreaterThan(0);
  });

  test('leaves others alone: a forged token with their id refuses nothing but a new guest', async () => {
    const { operator, eve, ban, server } = await open();
    await ban('banned');
    const [{ id = '' } = {}] = await operator.find('Eve');
    const ada = await Browser.guest(server.url, 'Ada');
    const [own] = [...ada.cookies.values()];
    const cookie = `tablier_session=${id}.${'x'.repeat(22)}.${'0'.repeat(64)}; tablier_session=${own}`;
    expect((await ada.ask('PUT', '/api/me/profile', {}, { cookie })).error).not.toBe('banned');
    expect((await eve.ask('PUT', '/api/me/profile', {})).error).toBe('banned');
  });
});
