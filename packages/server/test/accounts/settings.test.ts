import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { Browser } from './browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const PASSWORD = 'correct horse battery';
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ limits: { guests: MANY, signIns: MANY, accounts: MANY, changes: MANY } });
});
afterAll(() => server.remove());

const settingsOf = async (browser: Browser): Promise<unknown> =>
  (JSON.parse((await browser.ask('GET', '/api/me/settings')).text) as { readonly settings: unknown }).settings;
const save = (browser: Browser, settings: unknown) => browser.ask('PUT', '/api/me/settings', settings);

/** An account signed in to two browsers. */
async function member(login: string) {
  const first = await Browser.guest(server.url, 'Ada');
  expect((await first.setPassword(PASSWORD, login)).status).toBe(204);
  const second = new Browser(server.url, 'Another Browser');
  expect((await second.signIn(login, PASSWORD)).status).toBe(200);
  return { first, second };
}

test('the settings of an account are the same in every browser, and the last change counts', async () => {
  const { first, second } = await member('ada one');
  expect(await settingsOf(first)).toBeNull();
  const all = { language: 'fr', theme: 'dark', boards: 'contrast', chat: false, sound: false, view: '3d' };
  expect((await save(first, { ...all, turnsBoard: true, coordinates: false })).status).toBe(200);
  expect(await settingsOf(second)).toEqual({ ...all, turnsBoard: true, coordinates: false });
  await Promise.all([save(first, { theme: 'light' }), save(second, { theme: 'light' })]);
  expect((await save(second, { language: 'nl' })).status).toBe(200);
  expect(await settingsOf(first)).toEqual({ language: 'nl' });
});

test('what is unknown is dropped, and what is wrong is refused by name and changes nothing', async () => {
  const { first } = await member('ada two');
  await save(first, { theme: 'dark', fontOfTheFuture: 'x', chat: true });
  expect(await settingsOf(first)).toEqual({ theme: 'dark', chat: true });
  for (const [body, detail] of [
    [{ theme: 'pink' }, 'theme'],
    [{ language: '../../etc' }, 'language'],
    [{ language: 'x'.repeat(40) }, 'language'],
    [{ sound: 'yes' }, 'sound'],
    [[], ''],
    ['dark', ''],
  ] as const) {
    const answer = await save(first, body);
    expect([answer.status, answer.error]).toEqual([400, 'bad-request']);
    expect(answer.text).toContain(`"detail":"${detail}"`);
  }
  expect((await save(first, { theme: 'light', more: 'x'.repeat(3000) })).status).toBe(413);
  expect(await settingsOf(first)).toEqual({ theme: 'dark', chat: true });
});

test('a guest stores none, and neither does a stranger or another site', async () => {
  const guest = await Browser.guest(server.url, 'Grace');
  const refused = await save(guest, { theme: 'dark' });
  expect([refused.status, refused.error]).toEqual([403, 'no-account']);
  expect(await settingsOf(guest)).toBeNull();
  const stranger = new Browser(server.url);
  expect((await stranger.ask('GET', '/api/me/settings')).status).toBe(401);
  expect((await save(stranger, {})).status).toBe(401);
  const { first } = await member('ada three');
  const foreign = await first.ask('PUT', '/api/me/settings', {}, { origin: 'https://evil.example' });
  expect([foreign.status, foreign.error]).toEqual([403, 'foreign-origin']);
});

test('they are exported, erased with the account, and written at a limited rate', async () => {
  const { first } = await member('ada four');
  await save(first, { theme: 'dark' });
  expect(JSON.parse((await first.ask('GET', '/api/me/export')).text)).toMatchObject({ settings: { theme: 'dark' } });
  const statuses = new Set<number>();
  for (let asked = 0; asked < 70; asked++) statuses.add((await save(first, { theme: 'light' })).status);
  expect(statuses).toEqual(new Set([200, 429]));
  expect((await first.ask('DELETE', '/api/me')).status).toBe(204);
  expect((await first.ask('GET', '/api/me/settings')).status).toBe(401);
});
