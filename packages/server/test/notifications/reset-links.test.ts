import { join } from 'node:path';
import { mustOpen } from '@tablier/testkit';
import { expect, onTestFinished, test } from 'vitest';
import type { OnlineSettings } from '../../src/index.ts';
import { Operator } from '../../src/operator/operator.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer, type TestServer } from '../running.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const NEW = 'seven green lanterns';

/** A server whose operator makes links. `linkFor` returns the token of a new one. */
async function startWithOperator(online: OnlineSettings = {}) {
  const server: TestServer = await startTestServer({ limits: { guests: MANY, accounts: MANY }, ...online });
  const store = await mustOpen({ folder: join(server.folder, 'data') });
  onTestFinished(async () => {
    await store.close();
    await server.remove();
  });
  const operator = new Operator(store);
  const linkFor = async (person: string): Promise<string> => {
    const made = await operator.resetPassword(person);
    if (!made.ok) throw new Error(made.error);
    return made.value.split('#')[1] ?? '';
  };
  return { url: server.url, store, operator, linkFor };
}

const personOf = ({ cookie }: Browser): string => /=([\w-]{22})\./.exec(cookie)?.[1] ?? '';
const whose = (browser: Browser, token: string) => browser.ask('POST', '/api/password-resets/token', { token });
const use = (browser: Browser, token: string, changes: object = {}) =>
  browser.ask('POST', '/api/password-resets/password', { token, password: NEW, ...changes });

test('a link names its account only with its secret, and only within its hour', async () => {
  let later = 0;
  const { url, linkFor } = await startWithOperator({ now: () => Date.now() + later });
  const ada = await Browser.guest(url, 'Ada');
  expect((await ada.setPassword('correct horse battery', 'ada')).status).toBe(204);
  const token = await linkFor(personOf(ada));
  const stranger = new Browser(url);
  expect(JSON.parse((await whose(stranger, token)).text)).toEqual({ username: 'ada' });
  const other = `${token.startsWith('0') ? '1' : '0'}${token.slice(1)}`;
  const person = personOf(ada);
  for (const wrong of [other, `${person}.${other}`, person, token.slice(1), `${token}0`, `x${token}`, ''])
    expect((await whose(stranger, wrong)).error, wrong).toBe('bad-link');
  later = 3_600_001;
  expect((await whose(stranger, token)).error).toBe('bad-link');
});

test('a new password is one that could be set otherwise, and its browser is known to sign-ins', async () => {
  const { url, linkFor } = await startWithOperator();
  const ada = await Browser.guest(url, 'Ada');
  expect((await ada.setPassword('correct horse battery', 'adalovelace')).status).toBe(204);
  const token = await linkFor(personOf(ada));
  const browser = new Browser(url);
  for (const password of ['short', 'password1', 'i am adalovelace', 'aaaaaaaaaaaa'])
    expect((await use(browser, token, { password })).error, password).toBe('bad-password');
  expect(browser.cookies.has('tablier_device')).toBe(false);
  expect((await use(browser, token)).status).toBe(200);
  expect(browser.cookies.has('tablier_device')).toBe(true);
});

test('who has no username chooses one with the link, but no reserved one and none of someone else', async () => {
  const { url, operator, linkFor } = await startWithOperator();
  expect(await operator.reserve('club', 'reserved')).toMatchObject({ ok: true });
  const ada = await Browser.guest(url, 'Ada');
  expect((await ada.setPassword('correct horse battery', 'ada')).status).toBe(204);
  const guest = await Browser.guest(url, 'Grace');
  const token = await linkFor(personOf(guest));
  const browser = new Browser(url);
  expect(JSON.parse((await whose(browser, token)).text)).toEqual({ username: null });
  expect((await use(browser, token)).error).toBe('bad-login');
  for (const login of ['admin', 'ADA']) expect((await use(browser, token, { login })).error, login).toBe('login-taken');
  expect((await use(browser, token, { login: 'grace' })).status).toBe(200);
  expect((await browser.signIn('grace', NEW)).status).toBe(200);
});

test('links are tried as often as passwords, by address of the network', async () => {
  const limits = { guests: MANY, accounts: MANY, signIns: { burst: 3, perSecond: 1e-9 } };
  const { url } = await startWithOperator({ limits });
  const browser = new Browser(url);
  const guess = `${'x'.repeat(22)}.${'0'.repeat(64)}`;
  expect((await whose(browser, guess)).error).toBe('bad-link');
  expect((await use(browser, guess)).error).toBe('bad-link');
  expect((await whose(browser, guess)).error).toBe('bad-link');
  for (const attempt of [whose, use]) expect((await attempt(browser, guess)).error).toBe('too-many');
});
