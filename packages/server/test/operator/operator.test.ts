import { join } from 'node:path';
import { openStore } from '@tablier/store';
import { afterEach, expect, test } from 'vitest';
import { Operator } from '../../src/operator/operator.ts';
import { Browser } from '../accounts/browser.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { someTerms } from '../tournaments/a-tournament.ts';

const PASSWORD = 'correct horse battery';
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

interface Scene {
  readonly server: TestServer;
  /** Uses the database from outside of the server, as the command does. */
  readonly operator: Operator;
}

async function open(): Promise<Scene> {
  const server = await startTestServer();
  closing.push(() => server.remove());
  const store = await openStore({ folder: join(server.folder, 'data') });
  if (!store.ok) throw new Error(store.error.detail);
  closing.push(() => store.value.close());
  return { server, operator: new Operator(store.value) };
}

async function idOf(operator: Operator, name: string): Promise<string> {
  const [person, ...others] = await operator.find(name);
  if (person === undefined || others.length > 0) throw new Error(`${name} is not one person`);
  return person.id;
}

test('a person gets another name, which their open connection has at once', async () => {
  const { server, operator } = await open();
  const browser = await Browser.guest(server.url, 'Vile');
  const id = await idOf(operator, 'Vile');
  expect(await operator.rename(id, ' Ada  L. ')).toEqual({ ok: true, value: 'Ada L.' });
  const nameNow = async () => (JSON.parse((await browser.ask('GET', '/api/me')).text) as { name: string }).name;
  await expect.poll(nameNow).toBe('Ada L.');
  expect(await operator.rename(id, '\u0000')).toEqual({ ok: false, error: 'bad-name' });
  expect(await operator.rename('x'.repeat(22), 'Eve')).toEqual({ ok: false, error: 'unknown-person' });
});

test('a person is signed out everywhere, and others are not', async () => {
  const { server, operator } = await open();
  const [eve, ada] = [await Browser.guest(server.url, 'Eve'), await Browser.guest(server.url, 'Ada')];
  const [client, other] = [await eve.connect(), await ada.connect()];
  const id = await idOf(operator, 'Eve');
  expect(await operator.sessions(id)).toMatchObject([{ agent: 'Test Browser' }]);
  expect(await operator.endSessions(id)).toEqual({ ok: true, value: 1 });
  await expect.poll(() => client.closedWith).not.toBeNull();
  expect((await eve.ask('GET', '/api/me')).status).toBe(401);
  expect(await operator.sessions(id)).toEqual([]);
  expect(await operator.endSessions('x'.repeat(22))).toEqual({ ok: false, error: 'unknown-person' });
  expect(other.closedWith).toBeNull();
  await Promise.all([client, other].map((each) => each.leave()));
});

test('a reserved username cannot be claimed until it is released; who has it keeps it', async () => {
  const { server, operator } = await open();
  const [admin, ada] = [await Browser.guest(server.url, 'Vera'), await Browser.guest(server.url, 'Ada')];
  expect((await ada.setPassword(PASSWORD, 'ada')).status).toBe(204);
  expect(await operator.reserve('Admin', 'reserved')).toEqual({ ok: false, error: 'unchanged' });
  expect(await operator.reserve('Club', 'reserved')).toEqual({ ok: true, value: 'club' });
  expect(await operator.reserve('CLUB', 'reserved')).toEqual({ ok: false, error: 'unchanged' });
  expect(await operator.reserve('ada', 'reserved')).toEqual({ ok: true, value: 'ada' });
  expect(await operator.reserve('', 'reserved')).toEqual({ ok: false, error: 'bad-username' });
  expect(await operator.reserved()).toEqual(expect.arrayContaining(['ada', 'admin', 'club', 'moderator']));
  for (const name of [
    'CLUB',
    'c-lub',
    'clúb',
    'ADMIN',
    'аdmin',
    'adm1n',
    'mоderator',
    'm0derator',
    'moderatór',
    'mod erator',
  ])
    expect([name, await admin.setPassword(PASSWORD, name)]).toMatchObject([
      name,
      { status: 409, error: 'login-taken' },
    ]);
  for (const name of ['Admin', 'Mоderator', 'Sуstem', '- Tablier -'])
    expect([name, await admin.ask('PATCH', '/api/me', { name })]).toMatchObject([name, { error: 'bad-name' }]);
  await expect(Browser.guest(server.url, 'Administratör')).rejects.toThrow('no guest');
  expect((await ada.setPassword(`${PASSWORD} staple`, 'ada')).status).toBe(204);
  expect(await operator.reserve('admin', 'released')).toEqual({ ok: true, value: 'admin' });
  expect((await admin.setPassword(PASSWORD, 'admin')).status).toBe(204);
  expect((await admin.ask('PATCH', '/api/me', { name: 'Admin' })).status).toBe(200);
});

test('a username that looks like that of another account is taken, and its owner keeps it', async () => {
  const { server } = await open();
  const [ada, eve] = [await Browser.guest(server.url, 'Ada'), await Browser.guest(server.url, 'Eve')];
  expect((await ada.setPassword(PASSWORD, 'ada.lovelace')).status).toBe(204);
  for (const name of ['аda.lovelace', 'ada.Iovelace', 'adá.lovelace', 'ada.l0velace'])
    expect([name, await eve.setPassword(PASSWORD, name)]).toMatchObject([name, { status: 409, error: 'login-taken' }]);
  expect((await eve.setPassword(PASSWORD, 'eve')).status).toBe(204);
  expect((await ada.setPassword(`${PASSWORD} staple`)).status).toBe(204);
  const deleted = await ada.ask('DELETE', '/api/me');
  expect(deleted.status).toBe(204);
  const next = await Browser.guest(server.url, 'Next');
  expect((await next.setPassword(PASSWORD, 'adа.lovelace')).status).toBe(204);
});

test('a tournament gets another name and is cancelled, which its page shows', async () => {
  const { server, operator } = await open();
  const browser = await Browser.guest(server.url, 'Eve');
  expect((await browser.setPassword(PASSWORD, 'eve')).status).toBe(204);
  const made = await browser.ask('POST', '/api/v1/tournaments', { id: 'one', terms: someTerms({ name: 'Vile' }) });
  const { tournament: id } = JSON.parse(made.text) as { readonly tournament: string };
  const page = async () => JSON.parse((await browser.ask('GET', `/api/v1/tournaments/${id}`)).text) as object;
  expect(await operator.renameTournament(id, '  Spring  cup ')).toEqual({ ok: true, value: 'Spring cup' });
  expect(await page()).toMatchObject({ name: 'Spring cup', status: 'open' });
  expect((await browser.ask('GET', `/api/v1/tournaments/${id}`)).text).not.toContain('Vile');
  expect(await operator.renameTournament(id, '\u0000')).toEqual({ ok: false, error: 'bad-name' });
  expect(await operator.cancelTournament(id)).toEqual({ ok: true, value: null });
  expect(await page()).toMatchObject({ status: 'cancelled' });
  expect(await operator.cancelTournament(id)).toEqual({ ok: false, error: 'tournament-closed' });
  expect(await operator.renameTournament(id, 'Autumn')).toEqual({ ok: true, value: 'Autumn' });
  const unknown = { ok: false, error: 'unknown-tournament' };
  expect(await operator.renameTournament('x'.repeat(22), 'Autumn')).toEqual(unknown);
  expect(await operator.cancelTournament('x'.repeat(22))).toEqual(unknown);
});

test('an account is erased by the running server, and the list of bans keeps its id', async () => {
  const { server, operator } = await open();
  const browser = await Browser.guest(server.url, 'Eve');
  expect((await browser.setPassword(PASSWORD, 'eve')).status).toBe(204);
  const id = await idOf(operator, 'eve');
  await operator.ban(id, 'banned');
  expect(await operator.banned()).toMatchObject([{ id, name: 'Eve', isBanned: true }]);
  expect(await operator.erase(id)).toEqual({ ok: true, value: null });
  expect((await browser.ask('GET', '/api/me')).status).toBe(401);
  expect(await operator.erase('x'.repeat(22))).toEqual({ ok: false, error: 'unknown-person' });
  // The server waits until every node knows that the sessions are closed.
  await expect.poll(async () => (await operator.banned())[0]?.name, { interval: 500 }).toBe('');
  expect(await operator.find('eve')).toEqual([]);
});
