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
const clients: TestClient[] = [];
beforeAll(async () => {
  server = await startTestServer({ limits });
});
afterAll(async () => {
  await leave();
  await server.remove();
});

async function leave(): Promise<void> {
  for (const client of clients.splice(0)) await client.leave();
}

/** A connection of a browser, closed at the end of the test. */
async function connectionOf(browser: Browser): Promise<TestClient> {
  const client = await browser.connect();
  clients.push(client);
  return client;
}

async function newPlayer(name: string, url = server.url) {
  const browser = await Browser.guest(url, name);
  return { browser, client: await connectionOf(browser) };
}

/** The owner of an account, in a separate browser. */
async function owner(url = server.url) {
  const login = `owner ${++names}`;
  const { browser, client } = await newPlayer('Owner', url);
  expect((await browser.setPassword(PASSWORD, login)).status).toBe(204);
  return { browser, client, login };
}

const signIn = (browser: Browser, login: string, password = PASSWORD) =>
  browser.ask('POST', '/api/sign-in/password', { login, password, along: true });

const idOf = ({ cookies }: Browser): string => (cookies.get('tablier_session') ?? '').split('.')[0] ?? '';
const tablesOf = async (browser: Browser): Promise<string[]> => {
  const { tables } = JSON.parse((await browser.ask('GET', '/api/v1/me/tables')).text) as { tables: { id: string }[] };
  return tables.map(({ id }) => id).toSorted();
};
const namesIn = ({ chairs }: TableView) => chairs.map((chair) => ('name' in chair ? chair.name : chair.kind));
/** A table without its version. */
const shown = (view: TableView): TableView => ({ ...view, version: 0 });
const dataOf = (folder: string): string =>
  readdirSync(join(folder, 'data'))
    .map((file) => readFileSync(join(folder, 'data', file), 'latin1'))
    .join('\n');

describe('a guest who signs in and moves their games to the account', () => {
  test('continues with the same seat, the same view and the same names', async () => {
    const own = await startTestServer({ limits });
    const { browser: elsewhere, login } = await owner(own.url);
    const [guest, grace] = [await newPlayer('Ada', own.url), await newPlayer('Grace', own.url)];
    const over = await sitDown([guest.client, grace.client], terms('isaac'));
    await Promise.all([playRandomly(guest.client, over, SEED), playRandomly(grace.client, over, SEED)]);
    const on = await sitDown([grace.client, guest.client], terms('masker'));
    const { table: waiting } = await guest.client.must({ kind: 'open', terms: terms('isaac', { visibility: 'open' }) });
    const watched = await sitDown([grace.client, (await newPlayer('Eve', own.url)).client], terms('isaac'));
    await guest.client.must({ kind: 'say', table: on, text: 'Hello Grace' });
    await guest.client.must({ kind: 'say', table: watched, text: 'Nice move' });
    const [before, seen] = [await guest.client.view(on), await grace.client.view(on)];
    const [person, token] = [idOf(guest.browser), guest.browser.cookie];

    expect((await signIn(guest.browser, login)).status).toBe(200);
    await guest.client.until(() => guest.client.closedWith !== null);
    expect(guest.client.closedWith).toBe(CLOSE_CODES.sessionEnded);
    expect((await fetch(`${own.url}/api/me`, { headers: { cookie: token } })).status).toBe(401);
    expect(idOf(guest.browser)).toBe(idOf(elsewhere));
    expect(await tablesOf(elsewhere)).toEqual([on, over, waiting].toSorted());

    const account = await connectionOf(guest.browser);
    expect(shown(await account.view(on))).toEqual(shown(before));
    expect(shown(await grace.client.view(on, ({ version }) => version > seen.version))).toEqual(shown(seen));
    expect((await account.view(waiting)).host).toBe(0);
    const [end] = await Promise.all([playRandomly(account, on, SEED), playRandomly(grace.client, on, SEED)]);
    expect(end.match?.end?.by, `seed ${SEED}`).toBe('rules');
    const exported = (await elsewhere.ask('GET', '/api/me/export')).text;
    for (const said of ['Hello Grace', 'Nice move']) expect(exported).toContain(said);
    await leave();
    await own.close();
    expect(dataOf(own.folder)).not.toContain(person);
    await own.remove();
  });

  test('can do so with a passkey', async () => {
    const kept = await newPlayer('Owner');
    const device = new Authenticator(kept.browser.url);
    await kept.browser.addPasskey(device);
    const [guest, grace] = [await newPlayer('Ada'), await newPlayer('Grace')];
    const table = await sitDown([guest.client, grace.client], terms('masker'));
    const passkey = device.get(await guest.browser.options('/api/sign-in/passkey'));
    expect((await guest.browser.ask('POST', '/api/sign-in/passkey', { passkey, along: true })).status).toBe(200);
    expect(await tablesOf(kept.browser)).toEqual([table]);
  });

  test('never has two seats at one table: there the guest resigns, and the account keeps only its own view', async () => {
    const { browser, client, login } = await owner();
    const guest = await newPlayer('Ada');
    const table = await sitDown([client, guest.client], terms('masker'));
    const before = await client.view(table);
    expect((await signIn(guest.browser, login)).status).toBe(200);
    const after = await client.view(table, (view) => namesIn(view)[1] === '');
    expect(after.match?.end).toMatchObject({ by: 'resign', places: [1, 2] });
    expect([after.you, namesIn(after)]).toEqual([before.you, ['Owner', '']]);
    expect(await tablesOf(browser)).toEqual([table]);
  });

  test('keeps the account’s invitation at a table and loses the guest’s seat there', async () => {
    const { client, login } = await owner();
    const [guest, grace] = [await newPlayer('Ada'), await newPlayer('Grace')];
    const met = await sitDown([grace.client, client], terms('isaac'));
    const chairs = ['me', { invite: { table: met, seat: 1 } }, 'open'] as const;
    const { table } = await grace.client.must({ kind: 'open', terms: terms('masker', { chairs: [...chairs] }) });
    await guest.client.must({ kind: 'sit', table, chair: 2 });
    expect((await signIn(guest.browser, login)).status).toBe(200);
    const view = await client.view(table, (now) => now.chairs[2]?.kind === 'open');
    expect([view.you, view.invited]).toEqual([null, 1]);
    await client.must({ kind: 'sit', table, chair: 1 });
  });

  test('sees them on an open connection, also at another server that showed the table to a spectator', async () => {
    const own = await startTestServer({ limits }, await makePostgresDatabase());
    const second = await own.again();
    const { browser, login } = await owner(own.url);
    const [guest, grace] = [await newPlayer('Ada', own.url), await newPlayer('Grace', own.url)];
    const table = await sitDown([grace.client, guest.client], terms('masker'));
    const hers = await guest.client.view(table);
    browser.url = second.url.replace('127.0.0.1', 'localhost');
    const there = await connectionOf(browser);
    expect((await there.view(table)).you).toBeNull();
    expect((await signIn(guest.browser, login)).status).toBe(200);
    expect(shown(await there.view(table, ({ you }) => you !== null))).toEqual(shown(hers));
    await leave();
    await second.close();
    await own.remove();
  });

  test('no longer seeks', async () => {
    const { login } = await owner();
    const guest = await newPlayer('Ada');
    const { table } = await guest.client.must({ kind: 'seek', game: 'isaac', pace: 'quick' });
    expect((await signIn(guest.browser, login)).status).toBe(200);
    const { client } = await newPlayer('Eve');
    expect((await client.view(table)).phase).toBe('closed');
  });

  test('gets all of them after the next start if a crash interrupted the move', async () => {
    const own = await startTestServer({ limits });
    const { browser, login } = await owner(own.url);
    const [guest, grace] = [await newPlayer('Ada', own.url), await newPlayer('Grace', own.url)];
    const table = await sitDown([guest.client, grace.client], terms('masker'));
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

describe('games are not moved', () => {
  test('without a request, or if the sign-in is refused: the guest continues', async () => {
    const { browser, login } = await owner();
    const [guest, grace] = [await newPlayer('Ada'), await newPlayer('Grace')];
    const table = await sitDown([guest.client, grace.client], terms('masker'));
    expect((await signIn(guest.browser, login, 'a guess')).status).toBe(403);
    expect(await tablesOf(guest.browser)).toEqual([table]);
    expect((await guest.browser.signIn(login, PASSWORD)).status).toBe(200);
    expect(await tablesOf(browser)).toEqual([]);
    expect(namesIn(await grace.client.view(table))).toEqual(['Ada', 'Grace']);
  });

  test('if they belong to an account with a credential instead of a guest', async () => {
    const [first, second] = [await owner(), await owner()];
    const { table } = await first.client.must({ kind: 'open', terms: terms('isaac') });
    expect((await signIn(first.browser, second.login)).status).toBe(200);
    expect(await tablesOf(first.browser)).toEqual([]);
    const back = new Browser(server.url);
    await back.signIn(first.login, PASSWORD);
    expect(await tablesOf(back)).toEqual([table]);
  });
});
