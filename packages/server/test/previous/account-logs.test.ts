import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SeededRng } from '@tablier/core';
import { restore } from '@tablier/store';
import { randomChoice, TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type RunningServer, startServer } from '../../src/index.ts';
import { Authenticator, type SavedAuthenticator } from '../accounts/authenticator.ts';
import { Browser } from '../accounts/browser.ts';

type Name = 'ada' | 'basil' | 'cleo' | 'dora' | 'eve';

/** What `make-account-logs.ts` stored with the database of the earlier version. */
interface Noted {
  /** When it was made. Milliseconds since 1970. */
  readonly at: number;
  readonly people: Readonly<Record<Name, { readonly id: string; readonly cookie: string }>>;
  readonly secondCookie: string;
  readonly closedCookie: string;
  readonly deviceCookie: string;
  readonly password: string;
  readonly device: SavedAuthenticator;
  /** Of Basil with one other each. */
  readonly tables: Readonly<Record<'ada' | 'dora' | 'eve', string>>;
}

const file = (name: string): string => new URL(`./account-logs.${name}`, import.meta.url).pathname;
const noted = JSON.parse(readFileSync(file('json'), 'utf8')) as Noted;

// `migrations.test.ts` and `account-logs.test.ts` of the store examine both databases.
describe('a database of the version with accounts as logs', () => {
  let folder: string;
  let server: RunningServer;
  const clients: TestClient[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tablier-previous-'));
    const restored = await restore({ folder }, file('backup'));
    if (!restored.ok) throw new Error(restored.error.detail);
    // As if it were taken up a minute after it was made.
    const later = Date.now() - (noted.at + 60_000);
    const now = (): number => Date.now() - later;
    server = await startServer({
      port: 0,
      host: '127.0.0.1',
      dataDir: folder,
      log: () => undefined,
      online: { now },
    });
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.leave()));
    await server.close();
    rmSync(folder, { recursive: true });
  });

  async function connect(cookie: string): Promise<TestClient> {
    const client = await new TestClient(server.url, cookie).connect();
    clients.push(client);
    return client;
  }

  /** A browser with the cookies of an earlier one. */
  function browserWith(cookies: string): Browser {
    const browser = new Browser(server.url);
    for (const pair of cookies.split('; ')) {
      const [name = '', value = ''] = pair.split('=');
      browser.cookies.set(name, value);
    }
    return browser;
  }

  test('knows every session that was open, and none that was closed', async () => {
    const { people, secondCookie, closedCookie } = noted;
    for (const [name, cookie] of [
      ['Ada', people.ada.cookie],
      ['Ada', secondCookie],
      ['Basil', people.basil.cookie],
      ['Cleo', people.cleo.cookie],
    ] as const) {
      expect((await browserWith(cookie).profile()).name).toBe(name);
    }
    for (const cookie of [closedCookie, people.dora.cookie, people.eve.cookie]) {
      expect((await browserWith(cookie).ask('GET', '/api/me')).status).toBe(401);
    }
    const { login, hasPassword, passkeys, sessions } = await browserWith(people.ada.cookie).profile();
    expect([login, hasPassword, passkeys.length, sessions.length]).toEqual(['ada', true, 2, 2]);
  });

  test('lets its people sign in by password and by passkey, and knows their devices', async () => {
    const device = new Browser(server.url);
    for (let tries = 0; tries < 7; tries++) await device.signIn('ada', 'a wrong guess');
    expect((await device.signIn('ada', noted.password)).status).toBe(429);
    expect((await browserWith(noted.deviceCookie).signIn('Ada', noted.password)).status).toBe(200);
    const passkey = new Authenticator(new Browser(server.url).url, noted.device);
    expect((await new Browser(server.url).signInWith(passkey)).status).toBe(200);
    const taken = browserWith(noted.people.basil.cookie);
    expect((await taken.setPassword('another long password', 'ada')).error).toBe('login-taken');
  });

  test('finishes the deletion and the move of games that were cut off', async () => {
    const { people, tables } = noted;
    const basil = await connect(people.basil.cookie);
    const without = await basil.view(tables.dora, ({ match }) => (match?.end ?? null) !== null);
    expect(without.match?.end?.by).toBe('resign');
    expect(JSON.stringify(without)).not.toContain('Dora');
    const free = browserWith(people.basil.cookie);
    expect((await free.setPassword('another long password', 'dora')).status).toBe(204);
    const ada = await connect(people.ada.cookie);
    expect((await ada.view(tables.eve)).you).not.toBeNull();
    const said = (await browserWith(people.ada.cookie).ask('GET', '/api/me/export')).text;
    for (const text of ['a word of Ada', 'a word of Eve']) expect(said).toContain(text);
  });

  test('goes on with its games, and its export and its deletion find what was left elsewhere', async () => {
    const { people, tables } = noted;
    const players = await Promise.all([connect(people.ada.cookie), connect(people.basil.cookie)]);
    const view = await players[0].view(tables.ada);
    const mover = players[view.match?.view.turn === view.you ? 0 : 1];
    const seen = await mover.view(tables.ada);
    const move = randomChoice(seen, new SeededRng('isaac'));
    await mover.must({ kind: 'act', table: tables.ada, action: { kind: 'move', move } });
    const cleo = browserWith(people.cleo.cookie);
    expect((await cleo.ask('GET', '/api/me/export')).text).toContain('a word of Cleo');
    expect((await cleo.ask('DELETE', '/api/me')).status).toBe(204);
    const eve = await connect((await Browser.guest(server.url, 'Onlooker')).cookie);
    await eve.view(tables.ada);
    expect(await eve.chat(tables.ada, 'spectators', 2)).toEqual([': ', ': ']);
  });
});
