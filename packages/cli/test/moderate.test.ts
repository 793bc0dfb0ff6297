import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CLOSE_CODES } from '@tablier/protocol';
import { makePostgresDatabase } from '@tablier/testkit';
import { newGuest, sitDown, terms, TestClient } from '@tablier/testkit/online';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { linesUntil, runHere, start, tablier } from './tablier.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-moderate-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const placeOf = async (database: 'SQLite' | 'PostgreSQL'): Promise<readonly string[]> =>
  database === 'SQLite' ? ['--data', join(folder, 'data')] : ['--database', await makePostgresDatabase()];

/** Lets `work` use a running server by its address. */
async function serving(place: readonly string[], work: (url: string) => Promise<void>): Promise<void> {
  const child = start(['serve', '--port', '0', ...place]);
  const [line = ''] = await linesUntil(child, /^Tablier is at/);
  await work(/http:\S+/.exec(line)?.[0] ?? '');
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  expect(await exit).toEqual([0, null]);
}

interface Guest {
  readonly cookie: string;
  readonly id: string;
  readonly client: TestClient;
}

async function guestNamed(url: string, name: string): Promise<Guest> {
  const cookie = await newGuest(url, name);
  const id = /tablier_session=([\w-]{22})/.exec(cookie)?.[1] ?? '';
  return { cookie, id, client: await new TestClient(url, cookie).connect() };
}

/** The code with which a connection of a person is closed at once. */
async function endOf(url: string, { cookie }: Pick<Guest, 'cookie'>): Promise<number | null> {
  const client = new TestClient(url, cookie);
  void client.connect();
  await expect.poll(() => client.closedWith).not.toBeNull();
  await client.leave();
  return client.closedWith;
}

const request = async (url: string, method: string, { cookie }: Guest, body?: unknown) => {
  const headers = { cookie, ...(body !== undefined && { 'content-type': 'application/json' }) };
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return [answer.status, /"name":"([\w-]+)"/.exec(await answer.text())?.[1]];
};

test('tablier ban ends the connections of a person for as long as the ban holds', async () => {
  const place = await placeOf('SQLite');
  await serving(place, async (url) => {
    const [ada, eve, other] = [
      await guestNamed(url, 'Ada'),
      await guestNamed(url, 'Eve'),
      await guestNamed(url, 'eve'),
    ];
    const banned = await runHere(['ban', eve.id, ...place]);
    expect(banned).toMatchObject({ code: 0, stdout: `Eve (${eve.id}) is banned\n` });
    await expect.poll(() => eve.client.closedWith).toBe(CLOSE_CODES.banned);
    expect(eve.client.messages().at(-1)).toEqual({ kind: 'error', error: { name: 'banned' } });
    expect(await endOf(url, eve)).toBe(CLOSE_CODES.banned);
    expect(await request(`${url}/api/guests`, 'POST', eve, { name: 'Eva' })).toEqual([403, 'banned']);
    expect(await request(`${url}/api/me`, 'PATCH', eve, { name: 'Eva' })).toEqual([403, 'banned']);
    expect(await request(`${url}/api/me/export`, 'GET', eve)).toEqual([200, 'Eve']);
    for (const { client } of [ada, other]) expect(client.closedWith).toBeNull();
    await sitDown([ada.client, other.client], terms('isaac'));

    expect(await runHere(['unban', 'Eve', ...place])).toMatchObject({ code: 0 });
    await expect.poll(() => request(`${url}/api/me`, 'PATCH', eve, { name: 'Eva' })).toEqual([200, 'Eva']);
    const back = await new TestClient(url, eve.cookie).connect();
    await back.must({ kind: 'open', terms: terms('isaac') });
    await Promise.all([ada.client, other.client, back].map((client) => client.leave()));
  });
});

test('tablier ban holds after a restart, and for who signs in by a username', async () => {
  const place = await placeOf('SQLite');
  let eve = { cookie: '', id: '' };
  await serving(place, async (url) => {
    const guest = await guestNamed(url, 'Eve');
    await guest.client.leave();
    const body = JSON.stringify({ login: 'mallory', password: 'correct horse battery' });
    const headers = { cookie: guest.cookie, 'content-type': 'application/json' };
    const { status, headers: told } = await fetch(`${url}/api/me/password`, { method: 'POST', headers, body });
    expect(status).toBe(204);
    eve = { ...guest, cookie: told.get('set-cookie')?.split(';')[0] ?? guest.cookie };
  });
  expect(await runHere(['ban', 'Mallory', ...place])).toMatchObject({ code: 0 });
  await serving(place, async (url) => expect(await endOf(url, eve)).toBe(CLOSE_CODES.banned));
});

test('tablier erase-text empties the lines of one person, or all of them', async () => {
  const place = await placeOf('PostgreSQL');
  await serving(place, async (url) => {
    const [ada, bob, eve] = [await guestNamed(url, 'Ada'), await guestNamed(url, 'Bob'), await guestNamed(url, 'Eve')];
    const table = await sitDown([ada.client, bob.client], terms('isaac'));
    await ada.client.must({ kind: 'say', table, text: 'good luck' });
    await bob.client.must({ kind: 'say', table, text: 'thanks' });
    await eve.client.must({ kind: 'say', table, text: 'something vile' });
    const seen = async (room: 'players' | 'spectators', as: Guest): Promise<readonly string[]> => {
      const client = await new TestClient(url, as.cookie).connect();
      await client.view(table);
      const lines = () => client.core.tables.get(table)?.chat[room] ?? [];
      await client.until(() => lines().length > 0);
      await client.leave();
      return lines().map(({ name, text }) => `${name}: ${text}`);
    };
    expect(await seen('spectators', eve)).toEqual(['Eve: something vile']);
    const one = await runHere(['erase-text', table, '--of', 'Eve', ...place]);
    expect(one).toMatchObject({ code: 0, stdout: 'lines of chat erased: 1; backups made before still hold them\n' });
    await expect.poll(() => seen('spectators', eve)).toEqual([': ']);
    expect(await seen('players', ada)).toEqual(['Ada: good luck', 'Bob: thanks']);
    await eve.client.must({ kind: 'say', table, text: 'again' });
    expect(await runHere(['erase-text', table, '--of', bob.id, ...place])).toMatchObject({ code: 0 });
    await expect.poll(() => seen('players', ada)).toEqual(['Ada: good luck', ': ']);
    expect(await runHere(['erase-text', table, ...place])).toMatchObject({
      stdout: 'lines of chat erased: 2; backups made before still hold them\n',
    });
    await expect.poll(() => seen('players', ada)).toEqual([': ', ': ']);
    await Promise.all([ada, bob, eve].map(({ client }) => client.leave()));
  });
});

test('tablier ban, unban and erase-text name what they cannot do, and say which person is which', async () => {
  const place = await placeOf('SQLite');
  await serving(place, async (url) => {
    const [eve, other] = [await guestNamed(url, 'Eve'), await guestNamed(url, 'eve')];
    const { table } = await eve.client.must({ kind: 'open', terms: terms('isaac') });
    await Promise.all([eve, other].map(({ client }) => client.leave()));
    const doubtful = await runHere(['ban', 'EVE', ...place]);
    expect(doubtful.code).toBe(2);
    expect(doubtful.stderr).toMatch(/^tablier: ambiguous-name \(EVE: use the id of one of these people\)\n/);
    for (const { id } of [eve, other]) expect(doubtful.stderr).toContain(id);
    const refused = async (...words: readonly string[]): Promise<string> =>
      (await runHere([...words, ...place])).stderr;
    expect(await refused('ban', 'Mallory')).toMatch(/^tablier: unknown-person \(/);
    expect(await refused('unban', eve.id)).toBe(`tablier: not-banned (${eve.id}: see tablier admin bans)\n`);
    expect(await refused('erase-text', table)).toMatch(/^tablier: nothing-said \(/);
    expect(await refused('erase-text', 'x'.repeat(22))).toMatch(/^tablier: unknown-table \(/);
  });
  expect((await tablier(['ban', 'Eve', '--data', join(folder, 'nothing')])).stderr).toMatch(/^tablier: cannot-open \(/);
});
