import { fastify } from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { addOperations } from '../../src/api/operation.ts';
import { studyOperations } from '../../src/api/studies.ts';
import { People } from '../../src/accounts/people.ts';
import { systemChance } from '../../src/lib/context.ts';
import { RateLimiter } from '../../src/lib/rate-limits.ts';
import { testGate } from '../api/gate.ts';
import { AT, storeOfFile } from '../a-store.ts';
import { isaacRecord } from '../running.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };

const DAY = 86_400_000;
const home = storeOfFile();

test('what a person and an address save in a day is limited', async () => {
  const { store } = home;
  let now = AT;
  const people = new People({ repository: store.accounts, chance: systemChance, now: () => now, log: SILENT });
  const endless = new RateLimiter({ burst: 1e6, perSecond: 1 }, () => now);
  const app = fastify();
  onTestFinished(() => app.close());
  const allowances = {
    person: { items: 2, bytes: 1e6 },
    address: { items: 3, bytes: 1e6 },
    all: { items: 100, bytes: 1e6 },
  };
  addOperations(
    app,
    studyOperations({ context: { store, now: () => now } }, allowances),
    testGate(store, people, () => endless),
  );

  const member = async (username: string): Promise<string> => {
    const { person, token } = await people.newGuest(username, '');
    const known = await people.find(token);
    const by = { account: person.id, session: known?.session ?? '' };
    const next = people.newSecret(by);
    const renewal = { at: now, replaces: known?.secretHash ?? '', secretHash: next.secretHash };
    expect((await store.accounts.setPassword(by, { username, hash: 'x' }, renewal)).ok).toBe(true);
    return `tablier_session=${next.token}`;
  };
  let ids = 0;
  const save = async (cookie: string, remoteAddress: string) => {
    const url = `/api/studies/Study${String(++ids).padStart(11, '0')}`;
    const payload = { title: 'A study', base: 0, chapters: [isaacRecord('won')] };
    const { statusCode, headers } = await app.inject({
      method: 'PUT',
      url,
      remoteAddress,
      headers: { cookie },
      payload,
    });
    return statusCode === 429 ? `429 after ${headers['retry-after']} s` : String(statusCode);
  };
  const [ada, bob] = [await member('ada'), await member('bob')];
  const untilTomorrow = `429 after ${Math.ceil((DAY - (AT % DAY)) / 1000)} s`;
  expect([await save(ada, '192.0.2.1'), await save(ada, '192.0.2.1')]).toEqual(['200', '200']);
  expect(await save(ada, '192.0.2.2'), 'from wherever').toBe(untilTomorrow);
  expect([await save(bob, '192.0.2.1'), await save(bob, '192.0.2.1')]).toEqual(['200', untilTomorrow]);
  expect(await save(bob, '192.0.2.3'), 'at another address').toBe('200');
  now += DAY;
  expect(await save(ada, '192.0.2.1')).toBe('200');
});
