import { verify } from '@node-rs/argon2';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Passwords } from '../../src/accounts/passwords.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { Authenticator } from './authenticator.ts';
import { Browser } from './browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const PASSWORD = 'correct horse battery';
/** The kind of each hash that something was compared with, and its parameters: all that the time of a comparison hangs on. */
const work: string[] = [];
let server: TestServer;

beforeEach(async () => {
  work.length = 0;
  const passwords = new Passwords((hash, password) => {
    work.push(hash.split('$').slice(1, 4).join(' '));
    return verify(hash, password);
  });
  const limits = { guests: MANY, signIns: { burst: 20, perSecond: 1e-6 }, accounts: { burst: 3, perSecond: 1e-6 } };
  server = await startTestServer({ limits, passwords });
});
afterEach(() => server.remove());

/** What the hash of a password, and that of nobody's, are made with. */
const ONE_COMPARISON = ['argon2id v=19 m=19456,t=2,p=1'];

/** What was compared for one try to sign in, and the answer without what differs each time. */
async function tried(login: string, password: string) {
  work.length = 0;
  const { status, text, headers } = await new Browser(server.url).signIn(login, password);
  return { work: [...work], status, text, headers: [...headers.keys()] };
}

async function withPassword(login: string): Promise<Browser> {
  const browser = await Browser.guest(server.url, 'Ada');
  expect((await browser.setPassword(PASSWORD, login)).status).toBe(204);
  return browser;
}

describe('the work of a try to sign in', () => {
  test('is the same for a name that nobody has, one with another password, and one who has only passkeys', async () => {
    await withPassword('ada');
    const grace = await Browser.guest(server.url, 'Grace');
    await grace.addPasskey(new Authenticator(grace.url));
    const wrong = await tried('ada', `${PASSWORD}r`);
    expect(wrong).toMatchObject({ work: ONE_COMPARISON, status: 403 });
    expect(await tried('nobody', PASSWORD)).toEqual(wrong);
    expect(await tried('grace', PASSWORD)).toEqual(wrong);
    expect(await tried('nobody', '')).toEqual(wrong);
    expect(await tried('ada', PASSWORD)).toMatchObject({ work: ONE_COMPARISON, status: 200 });
  });

  test('is none, and the answer the same, where a name was tried too often, whether anybody has it or not', async () => {
    await withPassword('ada');
    for (const login of ['ada', 'nobody']) for (let tries = 0; tries < 3; tries++) await tried(login, 'a guess');
    const [of, ofNobody] = [await tried('ada', PASSWORD), await tried('nobody', PASSWORD)];
    expect([of.work, of.status]).toEqual([[], 429]);
    const withoutTime = (answer: typeof of) => ({ ...answer, text: answer.text.replace(/\d+/g, '0') });
    expect(withoutTime(ofNobody)).toEqual(withoutTime(of));
  });
});

describe('a name to sign in with', () => {
  test('that is asked for counts as a try from this address: more guests are not told of more names', async () => {
    await withPassword('ada');
    const statuses: number[] = [];
    for (let asked = 0; asked < 22; asked++) {
      const browser = await Browser.guest(server.url, 'Eve');
      statuses.push((await browser.setPassword(PASSWORD, 'ada')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 409), 429, 429, 429]);
  });

  test('whose owner changes his password is not asked for again', async () => {
    const ada = await withPassword('ada');
    for (let tries = 0; tries < 20; tries++) await tried(`guess ${tries}`, 'a guess');
    expect((await ada.setPassword(`${PASSWORD}!`)).status).toBe(204);
  });
});
