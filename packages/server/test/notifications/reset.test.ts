import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { backup } from '@tablier/store';
import { expect, test } from 'vitest';
import { Browser } from '../accounts/browser.ts';
import { type Player, player } from '../members.ts';
import { startTestServer, type TestServer } from '../running.ts';
import type { MailServer } from './mail-server.ts';
import { type Notified, save, startNotified } from './notified.ts';

const WAIT = { interval: 50 };
const NEW = 'seven green lanterns';

/** A member with a confirmed address. The mails so far are forgotten. */
async function holder({ url, mail }: Notified, username: string, address: string): Promise<Player> {
  const person = await player(url, `Name of ${username}`, username);
  expect((await person.browser.ask('PUT', '/api/me/email', { address })).status).toBe(204);
  await expect.poll(() => mail.received.length, WAIT).toBe(1);
  const link = /\/api\/mail\/confirm\?link=[\w.-]+/.exec(mail.received[0]?.text ?? '')?.[0] ?? '';
  expect((await fetch(`${url}${link}`, { method: 'POST' })).status).toBe(200);
  mail.received.splice(0);
  return person;
}

const stranger = ({ url }: Notified): Browser => new Browser(url);
const ask = (browser: Browser, address: string, language = 'en') =>
  browser.ask('POST', '/api/password-resets', { address, language });
const use = (browser: Browser, token: string, changes: object = {}) =>
  browser.ask('POST', '/api/password-resets/password', { token, password: NEW, ...changes });

async function tokenIn({ received }: MailServer, count = 1): Promise<string> {
  await expect.poll(() => received.length, WAIT).toBe(count);
  return /\/reset#([\w.-]+)/.exec(received[count - 1]?.text ?? '')?.[1] ?? '';
}

/** All that the database holds. */
async function databaseText({ folder, databaseUrl }: TestServer): Promise<string> {
  const file = join(mkdtempSync(join(tmpdir(), 'tablier-reset-')), 'backup');
  const place = databaseUrl === undefined ? { folder: join(folder, 'data') } : { folder, url: databaseUrl };
  expect(await backup(place, file)).toMatchObject({ ok: true });
  return readFileSync(file, 'utf8');
}

test('the owner of a confirmed address sets a new password with a link, once, and all browsers are signed out', async () => {
  const notified = await startNotified('sqlite');
  const { mail, server } = notified;
  const ada = await holder(notified, 'ada', 'Ada@club.example');
  await save(ada, { language: 'fr' });
  const browser = stranger(notified);
  expect(JSON.parse((await browser.ask('GET', '/api/password-resets')).text)).toEqual({ hasMail: true });
  expect((await ask(browser, 'ada@CLUB.example', 'nl')).status).toBe(204);
  const secret = await tokenIn(mail);
  // The link names no one.
  expect(secret).toMatch(/^[0-9a-f]{64}$/);
  const { text = '', to } = mail.received[0] ?? {};
  expect(to).toEqual(['Ada@club.example']);
  // In the language of the person, not of who asks.
  expect(text).toContain('Subject: Choisissez un nouveau mot de passe pour Tablier');
  expect(text).toContain('L’identifiant est ada.');
  expect(text).not.toContain('List-Unsubscribe');
  // Earlier links named the account, and a program that found the link in a text took the sign behind it.
  for (const token of [secret, `${'a'.repeat(22)}.${secret}`, `${secret}.`, `${secret}%E2%80%8B`, `${secret}>`]) {
    const owner = await browser.ask('POST', '/api/password-resets/token', { token });
    expect(JSON.parse(owner.text)).toEqual({ username: 'ada' });
  }
  const data = JSON.parse((await ada.browser.ask('GET', '/api/me/export')).text) as { passwordReset: object };
  expect(Object.keys(data.passwordReset)).toEqual(['createdAt', 'expiresAt']);
  expect((await use(browser, secret, { password: 'ada' })).error).toBe('bad-password');
  expect((await use(browser, `${secret}0`)).error).toBe('bad-link');
  expect(await databaseText(server)).not.toContain(secret);
  expect((await use(browser, secret)).status).toBe(200);
  await expect.poll(() => ada.client.closedWith, WAIT).toBe(4004);
  expect((await ada.browser.ask('GET', '/api/me')).error).toBe('no-session');
  expect((await use(browser, secret)).error).toBe('bad-link');
  const old = { login: 'ada', password: 'correct horse battery' };
  expect((await browser.ask('POST', '/api/sign-in/password', old)).error).toBe('wrong-sign-in');
  expect((await browser.ask('POST', '/api/sign-in/password', { login: 'ada', password: NEW })).status).toBe(200);
  expect(server.log.join('\n')).not.toContain(secret);
  expect(server.log.join('\n').toLowerCase()).not.toContain('club.example');
}, 180_000);

test('an address without an account has the same answers and limits, and gets no mail', async () => {
  const { limits } = { limits: { passwordResets: { burst: 3, perSecond: 1e-9 } } };
  const notified = await startNotified('sqlite', { limits: { ...limits, signIns: { burst: 1e6, perSecond: 1e6 } } });
  const { mail, url } = notified;
  await holder(notified, 'ada', 'ada@club.example');
  const unconfirmed = await player(url, 'Eve', 'eve');
  expect((await unconfirmed.browser.ask('PUT', '/api/me/email', { address: 'eve@club.example' })).status).toBe(204);
  await tokenIn(mail);
  mail.received.splice(0);
  const answers = new Map<string, string[]>();
  for (const address of ['ada@club.example', 'eve@club.example', 'no-one@club.example']) {
    const told: string[] = [];
    for (let time = 0; time < 4; time++) {
      const { status, text, error } = await ask(stranger(notified), address);
      told.push(`${status} ${error ?? text}`);
    }
    answers.set(address, told);
  }
  const same = ['204 ', '204 ', '204 ', '429 too-many'];
  expect([...answers.values()]).toEqual([same, same, same]);
  await expect.poll(() => mail.received.length, WAIT).toBeGreaterThan(0);
  await new Promise((resolve) => setTimeout(resolve, 1500));
  expect(new Set(mail.received.map(({ to }) => to.join(' ')))).toEqual(new Set(['ada@club.example']));
  expect((await ask(stranger(notified), 'not an address')).error).toBe('bad-address');
  const foreign = { origin: 'https://elsewhere.example' };
  const asked = await stranger(notified).ask('POST', '/api/password-resets', { address: 'a@b.example' }, foreign);
  expect(asked.error).toBe('foreign-origin');
});

test('a link ends with a newer one, another address, and its hour', async () => {
  let later = 0;
  const notified = await startNotified('sqlite', { now: () => Date.now() + later });
  const { mail } = notified;
  const ada = await holder(notified, 'ada', 'ada@club.example');
  const browser = stranger(notified);
  await ask(browser, 'ada@club.example');
  const first = await tokenIn(mail);
  await ask(browser, 'ada@club.example');
  const second = await tokenIn(mail, 2);
  expect((await use(browser, first)).error).toBe('bad-link');
  later = 3_600_001;
  expect((await use(browser, second)).error).toBe('bad-link');
  later = 0;
  expect((await ada.browser.ask('DELETE', '/api/me/email')).status).toBe(204);
  expect((await use(browser, second)).error).toBe('bad-link');
});

test('an address is only set by an owner who confirmed just now, since it can set the password', async () => {
  let later = 0;
  const notified = await startNotified('sqlite', { now: () => Date.now() + later });
  const ada = await player(notified.url, 'Ada', 'ada');
  later = 5 * 60_000 + 1;
  const put = () => ada.browser.ask('PUT', '/api/me/email', { address: 'ada@club.example' });
  expect((await put()).error).toBe('confirm-first');
  const password = 'correct horse battery';
  expect((await ada.browser.ask('POST', '/api/me/confirm', { password })).status).toBe(204);
  expect((await put()).status).toBe(204);
});

test('a server without mail reports that', async () => {
  const server = await startTestServer();
  const browser = new Browser(server.url);
  expect(JSON.parse((await browser.ask('GET', '/api/password-resets')).text)).toEqual({ hasMail: false });
  expect((await ask(browser, 'ada@club.example')).error).toBe('no-mail');
  await server.remove();
});
