import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLOSE_CODES, type TableTerms, type TableView, tableView } from '@tablier/protocol';
import { makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { playRandomly, sitDown, terms, type TestClient } from '@tablier/testkit/online';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../running.ts';
import { Authenticator } from '../accounts/authenticator.ts';
import { Browser } from '../accounts/browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const MINUTE = 60_000;
let ahead = 0;
let server: TestServer;
const limits = { guests: MANY, lines: MANY, tables: MANY, signIns: MANY, accounts: MANY, changes: MANY, exports: MANY };
const now = (): number => Date.now() + ahead;
beforeAll(async () => {
  server = await startTestServer({ limits, now });
});
beforeEach(() => {
  ahead = 0;
});
afterAll(() => server.remove());

const PASSWORD = 'correct horse battery';

interface Exported {
  readonly person: { readonly name: string; readonly login: string | null };
  readonly sessions: readonly { readonly id: string; readonly agent: string }[];
  readonly passkeys: readonly unknown[];
  readonly tables: readonly TableView[];
  readonly said: readonly { readonly table: string; readonly room: string; readonly text: string }[];
}

/** A guest with a connection. */
async function newPlayer(name: string, url = server.url) {
  const browser = await Browser.guest(url, name);
  return { browser, client: await browser.connect() };
}

const leave = async (...clients: readonly TestClient[]): Promise<void> => {
  for (const client of clients) await client.leave();
};

const exported = async (browser: Browser): Promise<Exported> =>
  JSON.parse((await browser.ask('GET', '/api/me/export')).text) as Exported;

/** What is left of a deleted person in their chair. */
const GONE = { kind: 'person', name: '' };
const hasGone = ({ chairs }: TableView): boolean =>
  chairs.some((chair) => chair.kind === 'person' && chair.name === '');

/** The contents of a data folder, as text. */
const dataOf = (folder: string): string =>
  readdirSync(join(folder, 'data'))
    .map((file) => readFileSync(join(folder, 'data', file), 'latin1'))
    .join('\n');

describe('an export', () => {
  test('contains all personal data: running games in the view of their seat, finished ones with their record', async () => {
    const [ada, grace, eve] = [await newPlayer('Ada'), await newPlayer('Grace'), await newPlayer('Eve')];
    const over = await sitDown([ada.client, grace.client], terms('isaac'));
    await Promise.all([playRandomly(ada.client, over, 'data'), playRandomly(grace.client, over, 'data')]);
    const on = await sitDown([ada.client, grace.client], terms('masker'));
    const watched = await sitDown([grace.client, eve.client], terms('masker'));
    await ada.client.must({ kind: 'say', table: on, text: 'Hello Grace' });
    await ada.client.must({ kind: 'say', table: watched, text: 'Nice move' });
    await grace.client.must({ kind: 'say', table: on, text: 'Hello Ada' });
    await ada.browser.setPassword(PASSWORD, 'ada of the export');
    const passkey = new Authenticator(ada.browser.url);
    await ada.browser.addPasskey(passkey);

    const answer = await ada.browser.ask('GET', '/api/me/export');
    expect(answer.headers.get('content-disposition')).toContain('attachment');
    const data = JSON.parse(answer.text) as Exported;
    expect(data.person).toMatchObject({ name: 'Ada', login: 'ada of the export' });
    expect([data.sessions, data.passkeys].map((list) => list.length)).toEqual([1, 1]);
    expect(data.tables.map((table) => tableView.parse(table).id).toSorted()).toEqual([on, over].toSorted());
    const found = (id: string) => data.tables.find((table) => table.id === id);
    expect(found(over)?.match?.record?.moves.length).toBeGreaterThan(0);
    expect(found(on)).toEqual(await ada.client.view(on));
    expect(found(on)?.match?.record).toBeNull();
    expect(data.said.map(({ table, room, text }) => `${table} ${room} ${text}`).toSorted()).toEqual(
      [`${on} players Hello Grace`, `${watched} spectators Nice move`].toSorted(),
    );
    const token = ada.browser.cookies.get('tablier_session') ?? '';
    for (const secret of [token.split('.')[2] ?? '', 'argon2', passkey.id, '"hash"', '"key"', 'Hello Ada']) {
      expect(answer.text.replaceAll(/"hash":"[0-9a-f]{64}","nonce"/g, '')).not.toContain(secret);
    }
    await leave(ada.client, grace.client, eve.client);
  });

  test('has only the person’s own data, and is limited by rate', async () => {
    expect((await fetch(`${server.url}/api/me/export`)).status).toBe(401);
    // Reading all of it for no one.
    expect((await fetch(`${server.url}/api/me/export`, { method: 'HEAD' })).status).toBe(405);
    const own = await startTestServer();
    const browser = await Browser.guest(own.url, 'Ada');
    expect(await exported(browser)).toMatchObject({ tables: [], said: [] });
    const statuses: number[] = [];
    for (let asked = 0; asked < 6; asked++) statuses.push((await browser.ask('GET', '/api/me/export')).status);
    expect(statuses).toContain(429);
    await own.remove();
  });
});

describe('a deletion', () => {
  test('removes everything except the games without the name, from views, lists, chat and files', async () => {
    const own = await startTestServer({ limits, now });
    const [ada, grace, eve] = [
      await newPlayer('Adazzle', own.url),
      await newPlayer('Grace', own.url),
      await newPlayer('Eve', own.url),
    ];
    const open: Partial<TableTerms> = { visibility: 'open' };
    const over = await sitDown([ada.client, grace.client], terms('isaac', open));
    await Promise.all([playRandomly(ada.client, over, 'gone'), playRandomly(grace.client, over, 'gone')]);
    const on = await sitDown([ada.client, grace.client], terms('masker', open));
    const three = await sitDown(
      [grace.client, ada.client, eve.client],
      terms('masker', { chairs: ['me', 'open', 'open'] }),
    );
    const left = (await grace.client.must({ kind: 'open', terms: terms('isaac') })).table;
    await ada.client.must({ kind: 'sit', table: left, chair: 1 });
    const stood = (
      await grace.client.must({ kind: 'open', terms: terms('masker', { chairs: ['me', 'open', 'open'] }) })
    ).table;
    await ada.client.must({ kind: 'sit', table: stood, chair: 1 });
    await ada.client.must({ kind: 'stand', table: stood });
    const hosted = (await ada.client.must({ kind: 'open', terms: terms('isaac', open) })).table;
    const watched = await sitDown([grace.client, eve.client], terms('isaac'));
    const seat = (await ada.client.view(over)).you ?? 0;
    const inviting = terms('isaac', { chairs: ['me', { invite: { table: over, seat } }] });
    const invited = (await grace.client.must({ kind: 'open', terms: inviting })).table;
    const declined = (await grace.client.must({ kind: 'open', terms: inviting })).table;
    await ada.client.must({ kind: 'decline', table: declined });
    const calledOff = terms('masker', { chairs: ['me', 'open', 'open'] });
    const { table: closed } = await grace.client.must({ kind: 'open', terms: calledOff });
    await ada.client.must({ kind: 'sit', table: closed, chair: 1 });
    await grace.client.must({ kind: 'stand', table: closed });
    await ada.client.must({ kind: 'seek', game: 'isaac', pace: 'quick' });
    await ada.client.must({ kind: 'say', table: watched, text: 'sparkling remark' });
    await ada.client.must({ kind: 'say', table: on, text: 'sparkling greeting' });
    await grace.client.must({ kind: 'say', table: on, text: 'good luck' });
    await ada.browser.setPassword(PASSWORD, 'adazzle');
    const passkey = new Authenticator(ada.browser.url);
    await ada.browser.addPasskey(passkey);
    await eve.client.view(on);
    const [person = '', , secret = ''] = (ada.browser.cookies.get('tablier_session') ?? '').split('.');

    ahead = 10 * MINUTE;
    for (const [method, path] of [
      ['DELETE', '/api/me'],
      ['GET', '/api/me/export'],
    ] as const)
      expect((await ada.browser.ask(method, path)).error).toBe('confirm-first');
    await ada.browser.confirmWith(passkey);
    expect((await ada.browser.ask('DELETE', '/api/me')).status).toBe(204);

    await ada.client.until(() => ada.client.closedWith !== null);
    expect(ada.client.closedWith).toBe(CLOSE_CODES.sessionEnded);
    const before = new Browser(own.url);
    before.cookies.set('tablier_session', `${person}.${'x'.repeat(22)}.${secret}`);
    for (const browser of [ada.browser, before]) expect((await browser.ask('GET', '/api/me')).status).toBe(401);
    expect((await new Browser(own.url).signIn('adazzle', PASSWORD)).error).toBe('wrong-sign-in');
    expect((await new Browser(own.url).signInWith(passkey)).error).toBe('wrong-sign-in');

    // The other players receive the change at once.
    const ended = await grace.client.view(on, hasGone);
    expect([ended.phase, ended.match?.end?.by]).toEqual(['over', 'resign']);
    expect(ended.chairs).toContainEqual(GONE);
    expect(ended.chairs).toContainEqual({ kind: 'person', name: 'Grace', guest: true });
    expect((await eve.client.view(three, hasGone)).chairs).toHaveLength(3);
    const tables = JSON.parse((await grace.browser.ask('GET', '/api/v1/me/tables')).text) as {
      tables: { id: string }[];
    };
    expect(tables.tables.map(({ id }) => id)).toEqual(expect.arrayContaining([over, on, three, left, stood, watched]));
    expect((await grace.client.view(invited)).chairs[1]).toEqual({ kind: 'open', declined: '' });
    const late = await newPlayer('Late', own.url);
    expect((await late.client.view(hosted)).phase).toBe('closed');
    expect(await late.client.chat(on, 'players', 2)).toEqual([': ', 'Grace: good luck']);

    // A rematch with a deleted person is not possible.
    await grace.client.must({ kind: 'rematch', table: over, agree: true });
    expect((await grace.client.view(over, ({ rematch }) => rematch.agreed.length > 0)).rematch.table).toBeNull();

    for (const received of [late.client.received, [(await new Browser(own.url).ask('GET', '/api/v1/records')).text]]) {
      expect(received.join('\n')).not.toMatch(/adazzle|sparkling/i);
    }
    expect((await late.browser.setPassword(PASSWORD, 'Adazzle')).status).toBe(204);
    await late.browser.ask('DELETE', '/api/me');
    await leave(grace.client, eve.client);
    await own.close();
    const data = dataOf(own.folder);
    expect(data).toContain('good luck');
    for (const word of ['Adazzle', 'adazzle', 'sparkling', person]) expect(data, word).not.toContain(word);
    expect(own.log.join('\n')).not.toMatch(/adazzle/i);
  });

  test('of a guest needs no confirmation, and is done once', async () => {
    const { browser, client } = await newPlayer('Ada');
    const copy = new Browser(server.url);
    for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
    expect((await browser.ask('DELETE', '/api/me')).status).toBe(204);
    expect(browser.cookies.has('tablier_session')).toBe(false);
    expect((await copy.ask('DELETE', '/api/me')).status).toBe(401);
    await client.until(() => client.closedWith !== null);
  });

  test('reaches another server on the same data with the table in memory', async () => {
    const own = await startTestServer({ limits }, await makePostgresDatabase());
    const second = await own.again();
    const [ada, grace] = [await newPlayer('Ada', own.url), await Browser.guest(own.url, 'Grace')];
    const { table } = await ada.client.must({
      kind: 'open',
      terms: terms('masker', { chairs: ['me', 'open', 'open'] }),
    });
    const mine = await grace.connect();
    await mine.must({ kind: 'sit', table, chair: 1 });
    await mine.must({ kind: 'say', table, text: 'a word of mine' });
    grace.url = second.url.replace('127.0.0.1', 'localhost');
    const there = await grace.connect();
    const onlooker = await newPlayer('Eve', second.url);
    await onlooker.client.view(table, ({ chairs }) =>
      chairs.some((chair) => 'name' in chair && chair.name === 'Grace'),
    );
    grace.url = own.url.replace('127.0.0.1', 'localhost');
    expect((await grace.ask('DELETE', '/api/me')).status).toBe(204);
    await there.until(() => there.closedWith !== null);
    expect(there.closedWith).toBe(CLOSE_CODES.sessionEnded);
    const view = await onlooker.client.view(table, ({ chairs }) => chairs[1]?.kind === 'open');
    expect(JSON.stringify(view)).not.toContain('Grace');
    await leave(ada.client, onlooker.client);
    await second.close();
    await own.remove();
  });

  test('is finished by the next server after a crash', async () => {
    const own = await startTestServer({ limits });
    const [ada, grace] = [await newPlayer('Adazzle', own.url), await newPlayer('Grace', own.url)];
    const table = await sitDown([ada.client, grace.client], terms('isaac'));
    const [person = ''] = (ada.browser.cookies.get('tablier_session') ?? '').split('.');
    await ada.browser.setPassword(PASSWORD, 'adazzle');
    await leave(ada.client, grace.client);
    await own.close();
    const store = await mustOpen({ folder: join(own.folder, 'data') });
    expect(await store.accounts.beginDeletion(person)).toMatchObject({ ok: true });
    await store.close();
    const next = await own.again();
    const onlooker = await newPlayer('Eve', next.url);
    expect((await onlooker.client.view(table)).match?.end?.by).toBe('resign');
    expect((await onlooker.browser.setPassword(PASSWORD, 'adazzle')).status).toBe(204);
    await leave(onlooker.client);
    await next.close();
    expect(dataOf(own.folder)).not.toContain('Adazzle');
  });
});
