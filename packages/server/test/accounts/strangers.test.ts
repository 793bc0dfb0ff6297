import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { Browser } from './browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const PASSWORD = 'correct horse battery';
const MINUTE = 60_000;
let ahead = 0;
let server: TestServer;
beforeEach(async () => {
  ahead = 0;
  server = await startTestServer({ limits: { guests: MANY }, now: () => Date.now() + ahead });
});
afterEach(() => server.remove());

async function owner(login: string): Promise<Browser> {
  const browser = await Browser.guest(server.url, 'Ada');
  expect((await browser.setPassword(PASSWORD, login)).status).toBe(204);
  return browser;
}

/** The answers to `count` wrong attempts, each from a new browser. */
async function wrongTries(login: string, count: number): Promise<number[]> {
  const statuses: number[] = [];
  for (let tries = 0; tries < count; tries++) {
    statuses.push((await new Browser(server.url).signIn(login, `guess ${tries}`)).status);
  }
  return statuses;
}

describe('wrong passwords of strangers', () => {
  test('do not lock the owner out of a known browser or an open session', async () => {
    const browser = await owner('ada');
    const known = new Browser(server.url);
    expect((await known.signIn('ada', PASSWORD)).status).toBe(200);
    await known.ask('DELETE', '/api/sessions/current');
    const statuses = await wrongTries('ada', 14);
    expect(statuses.at(-1)).toBe(429);
    expect((await new Browser(server.url).signIn('ada', PASSWORD)).status).toBe(429);
    expect((await known.signIn('ada', PASSWORD)).status).toBe(200);
    expect((await browser.ask('POST', '/api/me/confirm', { password: PASSWORD })).status).toBe(204);
  });

  test('have to wait longer after each one, and are forgotten after a day', async () => {
    await owner('ada');
    expect(await wrongTries('ada', 6)).toEqual([403, 403, 403, 403, 403, 429]);
    ahead += MINUTE;
    expect(await wrongTries('ada', 2)).toEqual([403, 429]);
    ahead += MINUTE / 2;
    expect(await wrongTries('ada', 1)).toEqual([429]);
    ahead += MINUTE;
    expect(await wrongTries('ada', 2)).toEqual([403, 429]);
    ahead += 25 * 60 * MINUTE;
    expect(await wrongTries('ada', 5)).toEqual([403, 403, 403, 403, 403]);
  });
});

describe('a known browser', () => {
  test('is known for one username only, and has its own limit of attempts', async () => {
    await owner('ada');
    const bob = await owner('bob');
    await wrongTries('ada', 6);
    expect((await bob.signIn('ada', PASSWORD)).status).toBe(429);
    const statuses: number[] = [];
    for (let tries = 0; tries < 12; tries++) statuses.push((await bob.signIn('bob', `guess ${tries}`)).status);
    expect(statuses.at(-1)).toBe(429);
  });

  test('is recognised by a cookie that cannot be forged', async () => {
    const browser = await owner('ada');
    await wrongTries('ada', 6);
    const device = browser.cookies.get('tablier_device') ?? '';
    for (const value of ['', 'x.y', `${device}x`, device.replace(/^./, (first) => (first === 'a' ? 'b' : 'a'))]) {
      const stranger = new Browser(server.url);
      stranger.cookies.set('tablier_device', value);
      expect((await stranger.signIn('ada', PASSWORD)).status, value).toBe(429);
    }
  });
});

describe('usernames', () => {
  test('that a guest claims concurrently: one is taken, and none after deletion', async () => {
    const browser = await Browser.guest(server.url, 'Ada');
    const before = browser.cookie;
    const names = Array.from({ length: 18 }, (_, index) => `name ${index}`);
    const answers = await Promise.all(names.map((name) => browser.setPassword(PASSWORD, name)));
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1);
    expect(browser.cookie).not.toBe(before);
    const { login } = await browser.profile();
    const isFree = async (name: string) => {
      const other = await Browser.guest(server.url, 'Bob');
      const { status } = await other.setPassword(PASSWORD, name);
      await other.ask('DELETE', '/api/me');
      return status === 204;
    };
    ahead += 60 * MINUTE;
    const taken: string[] = [];
    for (const name of names) if (!(await isFree(name))) taken.push(name);
    expect(taken).toEqual([login]);
    await browser.ask('POST', '/api/me/confirm', { password: PASSWORD });
    expect((await browser.ask('DELETE', '/api/me')).status).toBe(204);
    expect(await isFree(login ?? '')).toBe(true);
  });
});
