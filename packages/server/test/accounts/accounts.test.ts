import { CLOSE_CODES } from '@tablier/protocol';
import { terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MAX_SESSIONS } from '../../src/accounts/people.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { Authenticator } from './authenticator.ts';
import { Browser } from './browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const MINUTE = 60_000;
/** The difference of the server's clock to that of this machine. */
let ahead = 0;
let server: TestServer;
let names = 0;

beforeAll(async () => {
  const limits = { guests: MANY, lines: MANY, tables: MANY, signIns: MANY, accounts: MANY, changes: MANY };
  server = await startTestServer({ limits, now: () => Date.now() + ahead });
});
beforeEach(() => {
  ahead = 0;
});
afterAll(() => server.remove());

const PASSWORD = 'correct horse battery';
const newUsername = (): string => `user ${++names}`;
const guest = (name = 'Ada', agent?: string) => Browser.guest(server.url, name, agent);
const device = () => new Authenticator(server.url.replace('127.0.0.1', 'localhost'));
const elsewhere = (agent = 'Another Browser') => new Browser(server.url, agent);

/** A guest who set a password. */
async function withPassword(name = 'Ada') {
  const [browser, login] = [await guest(name), newUsername()];
  expect((await browser.setPassword(PASSWORD, login)).status).toBe(204);
  return { browser, login };
}

async function withPasskey(name = 'Ada') {
  const [browser, passkey] = [await guest(name), device()];
  expect((await browser.addPasskey(passkey)).status).toBe(204);
  return { browser, passkey };
}

test('password managers find the page that changes a password', async () => {
  const { url } = server;
  const answer = await fetch(`${url}/.well-known/change-password`, { redirect: 'manual' });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/account']);
});

describe('a password', () => {
  test('keeps the account: on another device it is the same person, with their tables', async () => {
    const browser = await guest();
    const ada = await browser.connect();
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac') });
    await ada.leave();
    const login = newUsername();
    expect((await browser.setPassword(PASSWORD, ` ${login.toUpperCase()} `)).status).toBe(204);
    expect(await browser.profile()).toMatchObject({ name: 'Ada', login, hasPassword: true, passkeys: [] });
    const other = elsewhere();
    expect((await other.signIn(login, PASSWORD)).status).toBe(200);
    const tables = JSON.parse((await other.ask('GET', '/api/v1/me/tables')).text) as { tables: { id: string }[] };
    expect(tables.tables.map(({ id }) => id)).toEqual([table]);
    expect((await other.profile()).sessions.map(({ agent, current }) => [agent, current])).toEqual([
      ['Test Browser', false],
      ['Another Browser', true],
    ]);
  });

  test('is compared in normalised form', async () => {
    const [browser, login] = [await guest(), `zoé ${newUsername()}`];
    await browser.setPassword('mot de passe é', login.normalize('NFD'));
    expect((await elsewhere().signIn(login.toUpperCase(), 'mot de passe e\u0301')).status).toBe(200);
  });

  test('that is wrong gets the same answer as an unknown username', async () => {
    const { login } = await withPassword();
    const passkeyOnly = await withPasskey();
    const answers = [
      await elsewhere().signIn(login, `${PASSWORD}r`),
      await elsewhere().signIn(newUsername(), PASSWORD),
      await elsewhere().signIn('', PASSWORD),
      await elsewhere().signIn(login, ''),
      await elsewhere().signIn(login, 'x'.repeat(10_000)),
      await elsewhere().ask('POST', '/api/sign-in/passkey', { passkey: { id: passkeyOnly.passkey.id } }),
    ];
    for (const { status, text } of answers) {
      expect([status, text]).toEqual([403, '{"error":{"name":"wrong-sign-in"}}']);
    }
    expect((await elsewhere().signIn(login, PASSWORD)).status).toBe(200);
  });

  test.each([
    ['bad-password', 'short'],
    ['bad-password', 'x'.repeat(201)],
    ['bad-password', '12345678'],
    ['bad-password', 'Password'],
    ['bad-password', 'aaaaaaaa'],
    ['bad-password', 'tablier1'],
    ['bad-password', 'My name is Augusta'],
  ])('is refused as %s', async (name, password) => {
    const answer = await (await guest('Augusta')).ask('POST', '/api/me/password', { login: newUsername(), password });
    expect([answer.status, answer.error]).toEqual([422, name]);
  });

  test.each(['', '   ', 'a\u200bb', 'x'.repeat(61)])('is not set with the username %j', async (login) => {
    const answer = await (await guest()).ask('POST', '/api/me/password', { login, password: PASSWORD });
    expect([answer.status, answer.error]).toEqual([422, 'bad-login']);
  });

  test('must differ from the username, and the username must be free', async () => {
    const { login } = await withPassword();
    const eve = await guest('Eve');
    expect((await eve.setPassword('I am the name', 'i AM the NAME')).error).toBe('bad-password');
    expect((await eve.setPassword(PASSWORD, login.toUpperCase())).error).toBe('login-taken');
    expect((await eve.profile()).hasPassword).toBe(false);
  });

  test('with a username that two people claim at once goes to one of them', async () => {
    const [login, people] = [newUsername(), await Promise.all(['Ada', 'Eve', 'Bob'].map((name) => guest(name)))];
    const statuses = await Promise.all(people.map(async (each) => (await each.setPassword(PASSWORD, login)).status));
    expect(statuses.toSorted((a, b) => a - b)).toEqual([204, 409, 409]);
  });

  test('is changed after a confirmation with the old one, and signs other browsers out', async () => {
    const { browser, login } = await withPassword();
    const other = elsewhere();
    await other.signIn(login, PASSWORD);
    const client = await other.connect();
    ahead = 10 * MINUTE;
    expect((await browser.setPassword('another password')).error).toBe('confirm-first');
    expect((await browser.ask('POST', '/api/me/confirm', { password: 'wrong one' })).error).toBe('wrong-sign-in');
    expect((await browser.setPassword('another password')).error).toBe('confirm-first');
    expect((await browser.ask('POST', '/api/me/confirm', { password: PASSWORD })).status).toBe(204);
    expect((await browser.setPassword('another password', 'another name')).status).toBe(204);
    await client.until(() => client.closedWith !== null);
    expect(client.closedWith).toBe(CLOSE_CODES.sessionEnded);
    expect((await other.ask('GET', '/api/me')).status).toBe(401);
    expect((await elsewhere().signIn(login, PASSWORD)).error).toBe('wrong-sign-in');
    expect((await elsewhere().signIn(login, 'another password')).status).toBe(200);
  });
});

describe('a passkey', () => {
  test('keeps the account, and finds it on another device without a username', async () => {
    const { browser, passkey } = await withPasskey();
    const [kept] = (await browser.profile()).passkeys;
    expect(kept).toEqual({
      id: expect.any(String) as string,
      agent: 'Test Browser',
      addedAt: expect.any(Number) as number,
    });
    const other = elsewhere();
    expect((await other.signInWith(passkey)).status).toBe(200);
    expect((await other.profile()).name).toBe('Ada');
    expect((await elsewhere().signInWith(passkey)).status).toBe(200);
  });

  test('signs in once with each answer, and only in the browser that asked', async () => {
    const { passkey } = await withPasskey();
    const other = elsewhere();
    const answer = passkey.get(await other.options('/api/sign-in/passkey'));
    const stranger = elsewhere();
    await stranger.options('/api/sign-in/passkey');
    expect((await stranger.ask('POST', '/api/sign-in/passkey', { passkey: answer })).error).toBe('wrong-sign-in');
    expect((await other.ask('POST', '/api/sign-in/passkey', { passkey: answer })).status).toBe(200);
    expect((await other.ask('POST', '/api/sign-in/passkey', { passkey: answer })).error).toBe('wrong-sign-in');
  });

  test('without a counter is also accepted once per challenge', async () => {
    const { browser, passkey } = await withPasskey();
    const other = elsewhere();
    const asked = await other.options('/api/sign-in/passkey');
    const answers = [0, 1, 2].map(() => {
      passkey.counter = -1;
      return passkey.get(asked);
    });
    const results = await Promise.all(
      answers.map((each) => other.ask('POST', '/api/sign-in/passkey', { passkey: each })),
    );
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 403, 403]);
    expect((await browser.profile()).sessions).toHaveLength(2);
  });

  test('is refused if its answer is late, for another purpose, from another site, without user verification, or missing', async () => {
    const { browser, passkey } = await withPasskey();
    const other = elsewhere();
    const enter = async (answer: unknown) =>
      (await other.ask('POST', '/api/sign-in/passkey', { passkey: answer })).error;
    const asked = () => other.options('/api/sign-in/passkey');
    const late = passkey.get(await asked());
    ahead = 6 * MINUTE;
    expect(await enter(late)).toBe('wrong-sign-in');
    ahead = 0;
    expect(await enter(passkey.get(await browser.options('/api/me/confirm')))).toBe('wrong-sign-in');
    expect(await enter(passkey.get({ ...(await asked()), challenge: 'AAAA' }))).toBe('wrong-sign-in');
    expect(await enter(passkey.get({ ...(await asked()), rpId: 'elsewhere.example' }))).toBe('wrong-sign-in');
    passkey.origin = 'https://elsewhere.example';
    expect(await enter(passkey.get(await asked()))).toBe('wrong-sign-in');
    passkey.origin = other.url;
    passkey.verifies = false;
    expect(await enter(passkey.get(await asked()))).toBe('wrong-sign-in');
    passkey.verifies = true;
    const good = passkey.get(await asked());
    const { response } = good;
    for (const bad of [
      { ...good, id: device().id },
      { ...good, response: { ...response, userHandle: 'x'.repeat(22) } },
      { ...good, response: { ...response, userHandle: undefined } },
      { ...good, response: { ...response, signature: response.authenticatorData } },
      { ...good, response: { ...response, authenticatorData: 'AAAA' } },
      { ...good, response: { ...response, clientDataJSON: '{}' } },
      { ...good, response: { ...response, clientDataJSON: 'x'.repeat(10_000) } },
      { ...good, response: null },
      { id: good.id },
      null,
      7,
    ]) {
      expect(await enter(bad), JSON.stringify(bad)).toBe('wrong-sign-in');
    }
    expect(await enter(good)).toBeNull();
  });

  test('is not added twice, or with an answer to another challenge', async () => {
    const { browser, passkey } = await withPasskey();
    expect((await browser.addPasskey(passkey)).error).toBe('bad-passkey');
    const own = device();
    const answer = own.create(await browser.options('/api/me/passkeys'));
    const eve = await guest('Eve');
    expect((await eve.ask('POST', '/api/me/passkeys', { passkey: answer })).error).toBe('bad-passkey');
    expect((await browser.ask('POST', '/api/me/passkeys', { passkey: answer })).status).toBe(204);
    expect((await browser.profile()).passkeys).toHaveLength(2);
    for (const bad of [null, {}, { ...answer, response: {} }, own.get(await browser.options('/api/me/confirm'))]) {
      expect((await browser.ask('POST', '/api/me/passkeys', { passkey: bad })).error).toBe('bad-passkey');
    }
  });

  test('is removed by the owner; the last credential only with an explicit request', async () => {
    const { browser, passkey } = await withPasskey();
    const [kept] = (await browser.profile()).passkeys;
    const path = `/api/me/passkeys/${kept?.id}`;
    ahead = 10 * MINUTE;
    expect((await browser.ask('DELETE', path)).error).toBe('confirm-first');
    expect((await browser.confirmWith(passkey)).status).toBe(204);
    expect((await browser.ask('DELETE', '/api/me/passkeys/nothing')).status).toBe(404);
    expect((await browser.ask('DELETE', path)).error).toBe('last-way-in');
    const second = device();
    await browser.addPasskey(second);
    expect((await browser.ask('DELETE', path)).status).toBe(204);
    expect((await elsewhere().signInWith(passkey)).error).toBe('wrong-sign-in');
    const [left] = (await browser.profile()).passkeys;
    expect((await browser.ask('DELETE', `/api/me/passkeys/${left?.id}?last=yes`)).status).toBe(204);
    expect((await browser.profile()).passkeys).toEqual([]);
  });

  test('is not possible at an IP address', async () => {
    const browser = await guest();
    browser.url = server.url;
    expect((await browser.ask('POST', '/api/me/passkeys/options', {})).error).toBe('no-passkeys-here');
    expect((await browser.ask('POST', '/api/sign-in/passkey/options', {})).error).toBe('no-passkeys-here');
  });

  test('created under one host name is invalid under another', async () => {
    const passkey = new Authenticator('https://games.example');
    const browser = await guest();
    const proxied = { host: 'games.example', origin: 'https://games.example' };
    const asked = JSON.parse((await browser.ask('POST', '/api/me/passkeys/options', {})).text) as {
      rp: { id: string };
    };
    expect(asked.rp.id).toBe('localhost');
    const answer = passkey.create({ ...asked, challenge: (await browser.options('/api/me/passkeys')).challenge });
    expect((await browser.ask('POST', '/api/me/passkeys', { passkey: answer }, proxied)).status).not.toBe(204);
    expect((await browser.ask('POST', '/api/me/passkeys', { passkey: answer })).error).toBe('bad-passkey');
  });
});

describe('an account', () => {
  test('changes its display name at once, on open connections too, and refuses a bad one', async () => {
    const browser = await guest();
    const ada = await browser.connect();
    expect((await browser.ask('PATCH', '/api/me', { name: ' Ada  L. ' })).text).toBe('{"name":"Ada L."}');
    expect((await browser.ask('PATCH', '/api/me', { name: '' })).error).toBe('bad-name');
    expect((await browser.profile()).name).toBe('Ada L.');
    const { table } = await ada.must({ kind: 'open', terms: terms('isaac') });
    expect((await ada.view(table)).chairs[0]).toEqual({ kind: 'person', name: 'Ada L.', guest: true });
    await ada.leave();
  });

  test('cannot be taken over at an open browser: adding a credential needs a confirmation', async () => {
    const { browser } = await withPassword();
    ahead = 10 * MINUTE;
    expect((await browser.options('/api/me/passkeys')) as unknown).toEqual({ error: { name: 'confirm-first' } });
    expect((await browser.setPassword('mine from now on')).error).toBe('confirm-first');
  });

  test('replaces the guest of a browser at sign-in; the guest’s session and connection end', async () => {
    const { login } = await withPassword();
    const browser = await guest('Guest');
    const before = new Browser(server.url);
    for (const [name, value] of browser.cookies) before.cookies.set(name, value);
    const client = await browser.connect();
    expect((await browser.signIn(login, PASSWORD)).status).toBe(200);
    await client.until(() => client.closedWith !== null);
    expect((await browser.profile()).name).toBe('Ada');
    expect((await before.ask('GET', '/api/me')).status).toBe(401);
  });

  test('closes other sessions and their connections, and keeps this one', async () => {
    const { browser, login } = await withPassword();
    const others = [elsewhere(), elsewhere()];
    for (const other of others) await other.signIn(login, PASSWORD);
    const clients = await Promise.all(others.map((other) => other.connect()));
    expect((await browser.ask('DELETE', '/api/sessions/others')).status).toBe(204);
    await Promise.all(clients.map((client) => client.until(() => client.closedWith !== null)));
    expect(clients.map(({ closedWith }) => closedWith)).toEqual([CLOSE_CODES.sessionEnded, CLOSE_CODES.sessionEnded]);
    expect((await browser.profile()).sessions).toHaveLength(1);
    expect((await browser.ask('DELETE', '/api/sessions/others')).status).toBe(204);
  });

  test('has a maximum number of sessions: a new one closes the oldest', async () => {
    const { browser, login } = await withPassword();
    const [newest, last] = [elsewhere(), elsewhere()];
    for (let sessions = 2; sessions < MAX_SESSIONS; sessions++) await elsewhere().signIn(login, PASSWORD);
    await newest.signIn(login, PASSWORD);
    expect((await newest.profile()).sessions).toHaveLength(MAX_SESSIONS);
    await last.signIn(login, PASSWORD);
    expect((await browser.ask('GET', '/api/me')).status).toBe(401);
    expect((await last.profile()).sessions).toHaveLength(MAX_SESSIONS);
  });

  test('cannot be changed from a page of another site', async () => {
    const { browser } = await withPassword();
    const headers = { origin: 'https://elsewhere.example' };
    for (const [method, path] of [
      ['POST', '/api/me/password'],
      ['POST', '/api/sign-in/password'],
      ['POST', '/api/me/confirm'],
      ['PATCH', '/api/me'],
      ['DELETE', '/api/sessions/others'],
    ] as const) {
      expect((await browser.ask(method, path, {}, headers)).error, path).toBe('foreign-origin');
    }
  });

  test('survives a restart; neither answers nor the log contain a hash, key or secret', async () => {
    const { browser, passkey } = await withPasskey();
    const login = newUsername();
    await browser.setPassword(PASSWORD, login);
    await elsewhere().signIn(login, 'a wrong password');
    await browser.profile();
    const again = await server.again();
    const other = new Browser(again.url);
    expect((await other.signIn(login, PASSWORD)).status).toBe(200);
    expect((await new Browser(again.url).signInWith(Object.assign(passkey, { origin: other.url }))).status).toBe(200);
    await again.close();
    const told = [...browser.answers, ...server.log].join('\n');
    expect(told).not.toContain('argon2');
    expect(told).not.toContain(PASSWORD);
    expect(told).not.toContain('a wrong password');
    expect(browser.answers.filter((answer) => answer.includes(passkey.id))).toEqual([]);
    for (const secret of [...browser.cookies.values()].map((token) => token.split('.')[2] ?? token)) {
      expect(told).not.toContain(secret);
    }
  });
});

describe('limits', () => {
  test('by address and by account answer with the time to wait, and accounts have separate limits', async () => {
    const few = { burst: 5, perSecond: 1e-9 };
    const own = await startTestServer({ limits: { accounts: few, signIns: { burst: 12, perSecond: 1e-9 } } });
    const browser = await Browser.guest(own.url, 'Ada');
    await browser.setPassword(PASSWORD, 'ada');
    const attacker = new Browser(own.url);
    for (let tries = 0; tries < 5; tries++) expect((await attacker.signIn('ada', `guess ${tries}`)).status).toBe(403);
    const refused = await attacker.signIn('ada', PASSWORD);
    expect([refused.status, refused.error]).toEqual([429, 'too-many']);
    expect(JSON.parse(refused.text)).toMatchObject({ error: { retryMs: expect.any(Number) as number } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    for (let tries = 0; tries < 6; tries++)
      expect((await attacker.signIn('bob', 'a guess')).status).toBe(tries < 5 ? 403 : 429);
    expect((await attacker.signIn('carol', 'a guess')).status).toBe(429);
    await own.remove();
  });
});
