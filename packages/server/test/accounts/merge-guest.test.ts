import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSE_CODES, type TableView } from '@tablier/protocol';
import { makePostgresDatabase, mustOpen, SEED } from '@tablier/testkit';
import { playRandomly, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { Authenticator } from './authenticator.ts';
import { Browser } from './browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const limits = { guests: MANY, lines: MANY, tables: MANY, signIns: MANY, accounts: MANY, changes: MANY, exports: MANY };
const PASSWORD = 'correct horse battery';
let server: TestServer;
let names = 0;
const lines: TestClient[] = [];
beforeAll(async () => {
  server = await startTestServer({ limits });
});
afterAll(async () => {
  await leave();
  await server.remove();
});

async function leave(): Promise<void> {
  for (const line of lines.splice(0)) await line.leave();
}

/** The line of a browser, ended with the test. */
async function lineOf(browser: Browser): Promise<TestClient> {
  const line = await browser.line();
  lines.push(line);
  return line;
}

async function somebody(name: string, url = server.url) {
  const browser = await Browser.guest(url, name);
  return { browser, line: await lineOf(browser) };
}

/** Somebody who kept his account, in a browser of his own. */
async function owner(url = server.url) {
  const login = `owner ${++names}`;
  const { browser, line } = await somebody('Owner', url);
  expect((await browser.setPassword(PASSWORD, login)).status).toBe(204);
  return { browser, line, login };
}

const signIn = (browser: Browser, login: string, password = PASSWORD) =>
  browser.ask('POST', '/api/sign-in/password', { login, password, along: true });

const idOf = ({ cookies }: Browser): string => (cookies.get('tablier_session') ?? '').split('.')[0] ?? '';
const tablesOf = async (browser: Browser): Promise<string[]> => {
  const { tables } = JSON.parse((await browser.ask('GET', '/api/me/tables')).text) as { tables: { id: string }[] };
  return tables.map(({ id }) => id).toSorted();
};
const namesIn = ({ chairs }: TableView) => chairs.map((chair) => ('name' in chair ? chair.name : chair.kind));
/** A table but for the number of its last event. */
const shown = (view: TableView): TableView => ({ ...view, version: 0 });
const dataOf = (folder: string): string =>
  readdirSync(join(folder, 'data'))
    .map((file) => readFileSync(join(folder, 'data', file), 'latin1'))
    .join('\n');

describe('a guest who signs in and takes his games along', () => {
  test('goes on with them as himself: the same seat, the same view, the same names', async () => {
    const own = await startTestServer({ limits });
    const { browser: elsewhere, login } = await owner(own.url);
    const [guest, grace] = [await somebody('Ada', own.url), await somebody('Grace', own.url)];
    const over = await sitDown([guest.line, grace.line], terms('isaac'));
    await Promise.all([playRandomly(guest.line, over, SEED), playRandomly(grace.line, over, SEED)]);
    const on = await sitDown([grace.line, guest.line], terms('masker'));
    const { table: waiting } = await guest.line.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
    const watched = await sitDown([grace.line, (await somebody('Eve', own.url)).line], terms('isaac'));
    await guest.line.must({ kind: 'say', table: on, text: 'Hello Grace' });
    await guest.line.must({ kind: 'say', table: watched, text: 'Nice move' });
    const [before, seen] = [await guest.line.view(on), await grace.line.view(on)];
    const [person, token] = [idOf(guest.browser), guest.browser.cookie];

    expect((await signIn(guest.browser, login)).status).toBe(200);
    await guest.line.until(() => guest.line.closedWith !== null);
    expect(guest.line.closedWith).toBe(CLOSE_CODES.sessionEnded);
    expect((await fetch(`${own.url}/api/me`, { headers: { cookie: token } })).status).toBe(401);
    expect(idOf(guest.browser)).toBe(idOf(elsewhere));
    expect(await tablesOf(elsewhere)).toEqual([on, over, waiting].toSorted());

    const account = await lineOf(guest.browser);
    expect(shown(await account.view(on))).toEqual(shown(before));
    expect(shown(await grace.line.view(on, ({ version }) => version > seen.version))).toEqual(shown(seen));
    expect((await account.view(waiting)).host).toBe(0);
    const [end] = await Promise.all([playRandomly(account, on, SEED), playRandomly(grace.line, on, SEED)]);
    expect(end.match?.end?.by, `seed ${SEED}`).toBe('rules');
    const exported = (await elsewhere.ask('GET', '/api/me/export')).text;
    for (const said of ['Hello Grace', 'Nice move']) expect(exported).toContain(said);
    await leave();
    await own.close();
    expect(dataOf(own.folder)).not.toContain(person);
    await own.remove();
  });

  test('does so with a passkey too', async () => {
    const kept = await somebody('Owner');
    const device = new Authenticator(kept.browser.url);
    await kept.browser.addPasskey(device);
    const [guest, grace] = [await somebody('Ada'), await somebody('Grace')];
    const table = await sitDown([guest.line, grace.line], terms('masker'));
    const passkey = device.get(await guest.browser.options('/api/sign-in/passkey'));
    expect((await guest.browser.ask('POST', '/api/sign-in/passkey', { passkey, along: true })).status).toBe(200);
    expect(await tablesOf(kept.browser)).toEqual([table]);
  });

  test('has not two chairs at one table: there the guest gives up, and the account sees from its own seat alone', async () => {
    const { browser, line, login } = await owner();
    const guest = await somebody('Ada');
    const table = await sitDown([line, guest.line], terms('masker'));
    const before = await line.view(table);
    expect((await signIn(guest.browser, login)).status).toBe(200);
    const after = await line.view(table, (view) => namesIn(view)[1] === '');
    expect(after.match?.end).toMatchObject({ by: 'resign', places: [1, 2] });
    expect([after.you, namesIn(after)]).toEqual([before.you, ['Owner', '']]);
    expect(await tablesOf(browser)).toEqual([table]);
  });

  test('keeps what the account is invited to for the account, and loses his own chair there', async () => {
    const { line, login } = await owner();
    const [guest, grace] = [await somebody('Ada'), await somebody('Grace')];
    const met = await sitDown([grace.line, line], terms('isaac'));
    const chairs = ['me', { invite: { table: met, seat: 1 } }, 'open'] as const;
    const { table } = await grace.line.must({ kind: 'open', terms: terms('masker', { chairs: [...chairs] }) });
    await guest.line.must({ kind: 'sit', table, chair: 2 });
    expect((await signIn(guest.browser, login)).status).toBe(200);
    const view = await line.view(table, (now) => now.chairs[2]?.kind === 'open');
    expect([view.you, view.invited]).toEqual([null, 1]);
    await line.must({ kind: 'sit', table, chair: 1 });
  });

  test('has them on a line that is open already, at another server too, which showed the table to a spectator', async () => {
    const own = await startTestServer({ limits }, await makePostgresDatabase());
    const second = await own.again();
    const { browser, login } = await owner(own.url);
    const [guest, grace] = [await somebody('Ada', own.url), await somebody('Grace', own.url)];
    const table = await sitDown([grace.line, guest.line], terms('masker'));
    const hers = await guest.line.view(table);
    browser.url = second.url.replace('127.0.0.1', 'localhost');
    const there = await lineOf(browser);
    expect((await there.view(table)).you).toBeNull();
    expect((await signIn(guest.browser, login)).status).toBe(200);
    expect(shown(await there.view(table, ({ you }) => you !== null))).toEqual(shown(hers));
    await leave();
    await second.close();
    await own.remove();
  });

  test('seeks no more', async () => {
    const { login } = await owner();
    const guest = await somebody('Ada');
    const { table } = await guest.line.must({ kind: 'seek', game: 'isaac', pace: 'quick' });
    expect((await signIn(guest.browser, login)).status).toBe(200);
    const { line } = await somebody('Eve');
    expect((await line.view(table)).phase).toBe('closed');
  });

  test('and was cut short by a crash, finds all of them after the next start', async () => {
    const own = await startTestServer({ limits });
    const { browser, login } = await owner(own.url);
    const [guest, grace] = [await somebody('Ada', own.url), await somebody('Grace', own.url)];
    const table = await sitDown([guest.line, grace.line], terms('masker'));
    const [person, account] = [idOf(guest.browser), idOf(browser)];
    await leave();
    await own.close();
    const store = await mustOpen({ folder: join(own.folder, 'data') });
    expect(await store.accounts.beginDeletion(person, account)).toMatchObject({ ok: true });
    await store.close();
    const next = await own.again();
    const again = new Browser(next.url);
    await again.signIn(login, PASSWORD);
    expect(await tablesOf(again)).toEqual([table]);
    await next.close();
    expect(dataOf(own.folder)).not.toContain(person);
    await own.remove();
  });
});

describe('games stay where they are', () => {
  test('where nobody asks for them, and where the sign-in is refused: the guest goes on then', async () => {
    const { browser, login } = await owner();
    const [guest, grace] = [await somebody('Ada'), await somebody('Grace')];
    const table = await sitDown([guest.line, grace.line], terms('masker'));
    expect((await signIn(guest.browser, login, 'a guess')).status).toBe(403);
    expect(await tablesOf(guest.browser)).toEqual([table]);
    expect((await guest.browser.signIn(login, PASSWORD)).status).toBe(200);
    expect(await tablesOf(browser)).toEqual([]);
    expect(namesIn(await grace.line.view(table))).toEqual(['Ada', 'Grace']);
  });

  test('where they are of an account that somebody kept, and not of a guest', async () => {
    const [first, second] = [await owner(), await owner()];
    const { table } = await first.line.must({ kind: 'open', terms: terms('isaac') });
    expect((await signIn(first.browser, second.login)).status).toBe(200);
    expect(await tablesOf(first.browser)).toEqual([]);
    const back = new Browser(server.url);
    await back.signIn(first.login, PASSWORD);
    expect(await tablesOf(back)).toEqual([table]);
  });
});
