import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { Authenticator } from './authenticator.ts';
import { Browser } from './browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const DAY = 86_400_000;
const PASSWORD = 'correct horse battery';
let ahead = 0;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, changes: MANY }, now: () => Date.now() + ahead });
});
beforeEach(() => {
  ahead = 0;
});
afterAll(() => server.remove());

const me = (cookie: string) => fetch(`${server.url}/api/me`, { headers: { cookie } });
const tokenOf = ({ cookies }: Browser): string => cookies.get('tablier_session') ?? '';

describe('a session', () => {
  test.each(['password', 'passkey'])(
    'that gains a %s has another token; a copy of the old one is worth nothing',
    async (kind) => {
      const browser = await Browser.guest(server.url, 'Ada');
      const copied = `tablier_session=${tokenOf(browser)}`;
      const client = await browser.connect();
      const kept =
        kind === 'password'
          ? await browser.setPassword(PASSWORD, 'ada of the sessions')
          : await browser.addPasskey(new Authenticator(browser.url));
      expect(kept.status).toBe(204);
      expect((await me(copied)).status).toBe(401);
      const deletion = await fetch(`${server.url}/api/me`, { method: 'DELETE', headers: { cookie: copied } });
      expect(deletion.status).toBe(401);
      expect((await browser.profile()).name).toBe('Ada');
      expect(client.closedWith).toBeNull();
      await client.leave();
    },
  );

  test('ends after 90 days without use, and each day of use is stored', async () => {
    const [used, unused] = [await Browser.guest(server.url, 'Ada'), await Browser.guest(server.url, 'Eve')];
    ahead = 60 * DAY;
    expect((await used.ask('GET', '/api/me')).status).toBe(200);
    await expect.poll(async () => (await used.profile()).sessions[0]?.usedOn).toBeGreaterThan(Date.now() + 58 * DAY);
    const day = (await used.profile()).sessions[0]?.usedOn ?? 1;
    expect(day % DAY).toBe(0);
    ahead = 100 * DAY;
    expect((await used.ask('GET', '/api/me')).status).toBe(200);
    expect((await unused.ask('GET', '/api/me')).status).toBe(401);
  });

  test('is found among several cookies of its name, in any order', async () => {
    const browser = await Browser.guest(server.url, 'Ada');
    const own = `tablier_session=${tokenOf(browser)}`;
    for (const cookie of [`tablier_session=planted; ${own}`, `${own}; tablier_session=planted`]) {
      expect((await me(cookie)).status, cookie).toBe(200);
    }
    const hosted = `__Host-tablier=${tokenOf(browser)}`;
    const other = await Browser.guest(server.url, 'Eve');
    const answer = await me(`tablier_session=${tokenOf(other)}; ${hosted}`);
    expect(await answer.json()).toMatchObject({ name: 'Ada' });
  });
});
