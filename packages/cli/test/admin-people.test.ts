import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makePostgresDatabase } from '@tablier/testkit';
import { newMember, TestClient, terms } from '@tablier/testkit/online';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { linesUntil, runHere, start, tablier } from './tablier.ts';

const NEW = 'seven green lanterns';
const PATH = /^0 (\/reset#([0-9a-f]{64}))\n$/;

type Admin = (...words: readonly string[]) => Promise<string>;
type Work = (url: string, admin: Admin) => Promise<void>;

/** A server in a process of its own. `admin` returns the exit code and all that a command says. */
interface Serving {
  readonly use: (work: Work) => Promise<void>;
  readonly end: () => Promise<void>;
}

async function serve(...place: readonly string[]): Promise<Serving> {
  const child = start(['serve', '--port', '0', ...place]);
  const [line = ''] = await linesUntil(child, /^Tablier is at/);
  const admin: Admin = async (...words) => {
    const { code, stdout, stderr } = await runHere(['admin', ...words, ...place]);
    return `${code} ${stdout}${stderr}`;
  };
  return {
    use: (work) => work(/http:\S+/.exec(line)?.[0] ?? '', admin),
    end: async () => {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      expect(await exit).toEqual([0, null]);
    },
  };
}

let folder = '';
/** On SQLite, for all tests of this file: each has people of its own. */
let serving: Serving;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tablier-admin-people-'));
  serving = await serve('--data', join(folder, 'data'));
});
afterAll(async () => {
  await serving.end();
  rmSync(folder, { recursive: true });
});

/** A request as the page makes it: its status, and the text of the answer. */
async function ask(url: string, method: string, { cookie, body }: { cookie?: string; body?: object } = {}) {
  const headers = {
    origin: new URL(url).origin,
    ...(cookie !== undefined && { cookie }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
  };
  const answer = await fetch(url, { method, headers, ...(body !== undefined && { body: JSON.stringify(body) }) });
  return [answer.status, await answer.text()] as const;
}

const idIn = (cookie: string): string => /tablier_session=([\w-]{22})/.exec(cookie)?.[1] ?? '';

test('tablier admin reset-password prints a path that sets a new password once, and only the newest is valid', () =>
  serving.use(async (url, admin) => {
    const cookie = await newMember(url, 'Rita');
    const signedIn = await new TestClient(url, cookie).connect();
    const first = PATH.exec(await admin('reset-password', 'rita'))?.[2] ?? '';
    const second = PATH.exec(await admin('reset-password', idIn(cookie)))?.[2] ?? '';
    const use = (token: string) =>
      ask(`${url}/api/password-resets/password`, 'POST', { body: { token, password: NEW } });
    expect(await use(first)).toEqual([410, '{"error":{"name":"bad-link"}}']);
    // The link alone changes nothing: the owner is signed in until it is used.
    expect((await ask(`${url}/api/me`, 'GET', { cookie }))[0]).toBe(200);
    expect(await use(second)).toEqual([200, '{"username":"rita"}']);
    expect(await use(second)).toEqual([410, '{"error":{"name":"bad-link"}}']);
    await expect.poll(() => signedIn.closedWith).toBe(4004);
    await signedIn.leave();
    expect((await ask(`${url}/api/me`, 'GET', { cookie }))[0]).toBe(401);
    const signIn = { body: { login: 'rita', password: NEW } };
    expect((await ask(`${url}/api/sign-in/password`, 'POST', signIn))[0]).toBe(200);
  }));

test('tablier admin appoints and dismisses moderators at once, and says what is so already', async () => {
  const onPostgres = await serve('--database', await makePostgresDatabase());
  await onPostgres.use(async (url, admin) => {
    const cookie = await newMember(url, 'Mona');
    const reports = () => ask(`${url}/api/moderation/reports`, 'GET', { cookie });
    const day = new Date().toISOString().slice(0, 10);
    expect(await admin('moderators')).toBe('0 ');
    expect((await reports())[0]).toBe(403);
    expect(await admin('add-moderator', 'mona')).toBe(`0 Mona (${idIn(cookie)}) is a moderator\n`);
    expect((await reports())[0]).toBe(200);
    expect(await admin('add-moderator', 'MONA')).toBe(`0 Mona (${idIn(cookie)}) is a moderator already\n`);
    const listed = await admin('moderators');
    expect(listed.replace(/\d{4}-\d\d-\d\d/, day)).toBe(`0 ${idIn(cookie)}  Mona, username mona, since ${day}\n`);
    expect(await admin('remove-moderator', idIn(cookie))).toBe(
      `0 Mona (${idIn(cookie)}) is not a moderator any more\n`,
    );
    expect((await reports())[0]).toBe(403);
    expect(await admin('remove-moderator', 'mona')).toBe(
      '2 tablier: not-a-moderator (mona: see tablier admin moderators)\n',
    );
    expect(await admin('moderators')).toBe('0 ');
  });
  await onPostgres.end();
});

test('tablier admin mutes a person at once, lists the mute, and lifts it', () =>
  serving.use(async (url, admin) => {
    const cookie = await newMember(url, 'Rude');
    const id = idIn(cookie);
    const client = await new TestClient(url, cookie).connect();
    const { table } = await client.must({ kind: 'open', terms: terms('isaac') });
    const say = async () => {
      const answer = await client.do({ kind: 'say', table, text: 'hello' });
      return answer.ok ? 'said' : `${answer.error.name}: ${answer.error.detail}`;
    };
    const TIME = String.raw`(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d)`;
    const asked = Date.now();
    const done = await admin('mute', 'rude', '--hours', '720', '--note', 'Be kind.');
    const until = new RegExp(String.raw`^0 Rude \(${id}\) cannot chat until ${TIME}\n$`).exec(done)?.[1] ?? '';
    // Seconds are shown, rounded down.
    const at = Date.parse(`${until}Z`) - 720 * 3_600_000;
    expect(at).toBeGreaterThan(asked - 1000);
    expect(at).toBeLessThanOrEqual(Date.now());
    expect(await say()).toBe('muted: Be kind.');
    expect(await admin('mutes')).toBe(`0 ${id}  Rude, username rude, muted until ${until}: Be kind.\n`);
    expect(await admin('find', 'rude')).toContain(`, muted until ${until}\n`);
    expect(await admin('unmute', 'rude')).toBe(`0 Rude (${id}) can chat again\n`);
    expect(await say()).toBe('said');
    expect(await admin('unmute', 'rude')).toBe('2 tablier: not-muted (rude)\n');
    expect(await admin('mutes')).toBe('0 ');
    await client.leave();
  }));

test('the commands name what they cannot do', () =>
  serving.use(async (url, admin) => {
    const guest = await ask(`${url}/api/guests`, 'POST', { body: { name: 'Gast' } });
    expect(guest[0]).toBe(201);
    await newMember(url, 'Ada');
    const unknown = '2 tablier: unknown-person (no person has the name or id Mallory)\n';
    for (const command of ['reset-password', 'add-moderator', 'remove-moderator', 'unmute'])
      expect(await admin(command, 'Mallory'), command).toBe(unknown);
    expect(await admin('mute', 'Mallory', '--hours', '1', '--note', 'x')).toBe(unknown);
    expect(await admin('add-moderator', 'Gast')).toBe(
      '2 tablier: no-username (Gast: a moderator signs in with a username)\n',
    );
    expect(await admin('remove-moderator', 'Gast')).toBe(
      '2 tablier: not-a-moderator (Gast: see tablier admin moderators)\n',
    );
    for (const hours of ['0', '721', '1.5', '-1', 'two', ''])
      expect(await admin('mute', 'Ada', `--hours=${hours}`, '--note', 'x'), hours).toBe('2 tablier: bad-hours (Ada)\n');
    expect(await admin('mute', 'Ada', '--hours', '1', '--note', ' ')).toBe('2 tablier: bad-reason (Ada)\n');
    expect(await admin('mute', 'Ada', '--hours', '1')).toMatch(/^2 tablier: required option '--note <text>'/);
    expect(await admin('mute-report', 'x'.repeat(22), '--hours', '1', '--note', 'x')).toMatch(
      /^2 tablier: unknown-report \(/,
    );
  }));

test('two people of one name need an id, and a database that is not there is named', () =>
  serving.use(async (url, admin) => {
    const ids: string[] = [];
    for (let each = 0; each < 2; each++) {
      const answer = await fetch(`${url}/api/guests`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ name: 'Twin' }),
      });
      ids.push(idIn(answer.headers.get('set-cookie') ?? ''));
    }
    for (const command of ['reset-password', 'add-moderator', 'remove-moderator']) {
      const said = await admin(command, 'twin');
      expect(said).toMatch(/^2 tablier: ambiguous-name \(twin: use the id of one of these people\)\n/);
      for (const id of ids) expect(said).toContain(id);
      const nowhere = await tablier(['admin', command, 'twin', '--data', join(folder, 'nothing')]);
      expect(nowhere).toMatchObject({ code: 2, stdout: '' });
      expect(nowhere.stderr).toMatch(/^tablier: cannot-open \(/);
    }
    // A guest has no password yet: the link lets them choose one with a username.
    expect(await admin('reset-password', ids[0] ?? '')).toMatch(PATH);
  }));
