import { join } from 'node:path';
import { hash as makeHash, verify } from '@node-rs/argon2';
import { mustOpen } from '@tablier/testkit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type HashParameters, type Hashing, PARAMETERS, Passwords } from '../../src/accounts/passwords.ts';
import { type RunningServer, startServer } from '../../src/index.ts';
import { startTestServer, type TestServer } from '../running.ts';
import { Authenticator } from './authenticator.ts';
import { Browser } from './browser.ts';

const MANY = { burst: 1e6, perSecond: 1e6 };
const PASSWORD = 'correct horse battery';
/** The hash parameters of older versions. */
const WEAKER: HashParameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** The algorithm and parameters of each compared hash, which determine the time of a comparison. */
const work: string[] = [];
/** The total work of the hashes, in KiB times passes. */
let cost = 0;
const noteCost = ({ memoryCost, timeCost }: HashParameters): void => {
  cost += memoryCost * timeCost;
};
/** A `Hashing` that records its calls and creates hashes with the given parameters. */
const counting = (own: HashParameters = PARAMETERS): Hashing => ({
  make: (password, asked) => {
    const parameters = asked === PARAMETERS ? own : asked;
    noteCost(parameters);
    return makeHash(password, parameters);
  },
  compare: (hash, password) => {
    const [, kind, version, text = ''] = hash.split('$');
    const [memoryCost = 0, timeCost = 0] = text.match(/\d+/g)?.map(Number) ?? [];
    noteCost({ memoryCost, timeCost, parallelism: 1 });
    work.push(`${kind} ${version} ${text}`);
    return verify(hash, password);
  },
});
const limits = { guests: MANY, signIns: { burst: 20, perSecond: 1e-6 }, accounts: { burst: 3, perSecond: 1e-6 } };
let server: TestServer;

beforeEach(async () => {
  work.length = 0;
  const passwords = new Passwords({ hashing: counting() });
  server = await startTestServer({ limits, passwords });
});
afterEach(() => server.remove());

/** The parameters of new hashes, including that for unknown usernames. */
const ONE_COMPARISON = ['argon2id v=19 m=65536,t=2,p=1'];
/** The parameters of a hash of an older version. */
const WEAK_COMPARISON = ['argon2id v=19 m=19456,t=2,p=1'];

/** The hashes compared for one attempt to sign in, and the answer without varying fields. */
async function tried(login: string, password: string) {
  work.length = 0;
  const { status, text, headers } = await new Browser(server.url).signIn(login, password);
  return { work: [...work], status, text, headers: [...headers.keys()] };
}

async function withPassword(login: string): Promise<Browser> {
  const browser = await Browser.guest(server.url, 'Ada');
  expect((await browser.setPassword(PASSWORD, login)).status).toBe(204);
  return browser;
}

test('a server without settings makes hashes of argon2id with 64 MiB and two passes', async () => {
  const dataDir = join(server.folder, 'without-settings');
  const plain = await startServer({ port: 0, host: '127.0.0.1', dataDir, log: () => undefined });
  const browser = await Browser.guest(plain.url, 'Ada');
  expect((await browser.setPassword(PASSWORD, 'ada')).status).toBe(204);
  await plain.close();
  const store = await mustOpen({ folder: dataDir });
  const found = await store.accounts.findPassword('ada');
  await store.close();
  expect(found?.hash).toMatch(/^\$argon2id\$v=19\$m=65536,t=2,p=1\$/);
});

describe('the work of an attempt to sign in', () => {
  test('is the same for an unknown username, a wrong password, and an account with only passkeys', async () => {
    await withPassword('ada');
    const grace = await Browser.guest(server.url, 'Grace');
    await grace.addPasskey(new Authenticator(grace.url));
    const wrong = await tried('ada', `${PASSWORD}r`);
    expect(wrong).toMatchObject({ work: ONE_COMPARISON, status: 403 });
    expect(await tried('unknown', PASSWORD)).toEqual(wrong);
    expect(await tried('grace', PASSWORD)).toEqual(wrong);
    expect(await tried('unknown', '')).toEqual(wrong);
    expect(await tried('ada', PASSWORD)).toMatchObject({ work: ONE_COMPARISON, status: 200 });
  });

  test('is none, with the same answer, after too many attempts with a known or unknown username', async () => {
    await withPassword('ada');
    for (const login of ['ada', 'unknown']) for (let tries = 0; tries < 3; tries++) await tried(login, 'a guess');
    const [of, ofUnknown] = [await tried('ada', PASSWORD), await tried('unknown', PASSWORD)];
    expect([of.work, of.status]).toEqual([[], 429]);
    const withoutTime = (answer: typeof of) => ({ ...answer, text: answer.text.replace(/\d+/g, '0') });
    expect(withoutTime(ofUnknown)).toEqual(withoutTime(of));
  });
});

describe('a hash of an older version', () => {
  const OLD = { passwords: new Passwords({ hashing: counting(WEAKER) }) };
  let now: RunningServer;

  beforeEach(async () => {
    await server.remove();
    server = await startTestServer({ limits: { guests: MANY, signIns: MANY, accounts: MANY }, ...OLD });
    await withPassword('ada');
    await server.close();
    now = await server.again({ passwords: new Passwords({ hashing: counting() }) });
    // The first attempt creates the hash for unknown usernames.
    await signIn('unknown', PASSWORD);
  });
  afterEach(() => now.close());

  /** The status of an attempt, the compared hashes, and the total work. */
  async function signIn(login: string, password: string) {
    [work.length, cost] = [0, 0];
    const { status } = await new Browser(now.url).signIn(login, password);
    return { status, work: [...work], cost };
  }

  test('is replaced by a stronger one at the next sign-in, and the password stays valid', async () => {
    expect(await signIn('ada', PASSWORD)).toMatchObject({ status: 200, work: WEAK_COMPARISON });
    await now.close();
    now = await server.again({ passwords: new Passwords({ hashing: counting() }) });
    expect(await signIn('ada', PASSWORD)).toMatchObject({ status: 200, work: ONE_COMPARISON });
    expect(await signIn('ada', `${PASSWORD}r`)).toMatchObject({ status: 403, work: ONE_COMPARISON });
  });

  test('takes as much work as that for an unknown username', async () => {
    const ofUnknown = await signIn('unknown', PASSWORD);
    const ofWeak = await signIn('ada', `${PASSWORD}r`);
    expect(ofUnknown).toMatchObject({ status: 403, work: ONE_COMPARISON });
    expect(ofWeak).toMatchObject({ status: 403, work: WEAK_COMPARISON, cost: ofUnknown.cost });
  });

  test('accepts concurrent sign-ins, and a concurrent confirmation', async () => {
    const first = new Browser(now.url);
    await now.close();
    now = await server.again(OLD);
    first.url = now.url.replace('127.0.0.1', 'localhost');
    expect((await first.signIn('ada', PASSWORD)).status).toBe(200);
    await now.close();
    now = await server.again({ passwords: new Passwords({ hashing: counting() }) });
    first.url = now.url.replace('127.0.0.1', 'localhost');
    const tries = Array.from({ length: 3 }, () => new Browser(now.url).signIn('ada', PASSWORD));
    const confirming = first.ask('POST', '/api/me/confirm', { password: PASSWORD });
    expect((await Promise.all([...tries, confirming])).map(({ status }) => status)).toEqual([
      ...tries.map(() => 200),
      204,
    ]);
  });

  test('stays valid if no stronger one can be created', async () => {
    await now.close();
    const { compare, make } = counting();
    const failing: Hashing = {
      compare,
      make: (password, parameters) =>
        password === PASSWORD ? Promise.reject(new Error('no memory')) : make(password, parameters),
    };
    now = await server.again({ passwords: new Passwords({ hashing: failing }) });
    for (let times = 0; times < 2; times++)
      expect(await signIn('ada', PASSWORD)).toMatchObject({ status: 200, work: WEAK_COMPARISON });
  });
});

describe('a username', () => {
  // These count attempts, not work.
  beforeEach(async () => {
    await server.remove();
    server = await startTestServer({ limits });
  });

  test('that is claimed counts as an attempt of the address, so more guests cannot test more usernames', async () => {
    await withPassword('ada');
    const statuses: number[] = [];
    for (let asked = 0; asked < 22; asked++) {
      const browser = await Browser.guest(server.url, 'Eve');
      statuses.push((await browser.setPassword(PASSWORD, 'ada')).status);
    }
    expect(statuses).toEqual([...Array.from({ length: 19 }, () => 409), 429, 429, 429]);
  });

  test('is not claimed again when its owner changes the password', async () => {
    const ada = await withPassword('ada');
    for (let tries = 0; tries < 20; tries++) await tried(`guess ${tries}`, 'a guess');
    expect((await ada.setPassword(`${PASSWORD}!`)).status).toBe(204);
  });
});
