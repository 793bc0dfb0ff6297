import { describe, expect, test } from 'vitest';
import { SessionCache } from '../src/accounts/session-cache.ts';
import type { FoundSession } from '../src/index.ts';

const AT = 1_800_000_000_000;
const found = (account: string): FoundSession => ({
  id: `${account}-s`,
  account,
  name: account,
  isGuest: true,
  isProgram: false,
  secretHash: 'hash',
  agent: '',
  openedAt: AT,
  usedOn: AT,
  confirmedAt: 0,
});

describe('the cache of sessions', () => {
  let now = AT;
  let reads = 0;
  const started = (): SessionCache => {
    [now, reads] = [AT, 0];
    const cache = new SessionCache(() => now);
    cache.start();
    return cache;
  };
  const read = (account: string) => () => {
    reads++;
    return Promise.resolve(found(account));
  };

  test('asks the database once for a session, and again when its account changes or five seconds are over', async () => {
    const cache = started();
    for (let times = 0; times < 3; times++) expect(await cache.find('ada-s', read('ada'))).toEqual(found('ada'));
    await cache.find('eve-s', read('eve'));
    expect(reads).toBe(2);
    cache.forget('ada');
    await cache.find('ada-s', read('ada'));
    await cache.find('eve-s', read('eve'));
    expect(reads).toBe(3);
    now += 5001;
    await cache.find('eve-s', read('eve'));
    expect(reads).toBe(4);
  });

  test('goes on with the session of a connection that has ended, unless its account changed', async () => {
    const cache = started();
    await cache.find('ada-s', read('ada'));
    now += 60_000;
    cache.keep('ada-s');
    now += 4999;
    await cache.find('ada-s', read('ada'));
    expect(reads).toBe(1);
    now += 2;
    await cache.find('ada-s', read('ada'));
    expect(reads).toBe(2);
    cache.forget('ada');
    cache.keep('ada-s');
    await cache.find('ada-s', read('ada'));
    expect(reads).toBe(3);
  });

  test('does not keep what was read while anything changed, nor what is not there', async () => {
    const cache = started();
    const during = async (): Promise<FoundSession> => {
      cache.forget('ada');
      return Promise.resolve(found('ada'));
    };
    await cache.find('ada-s', during);
    await cache.find('ada-s', read('ada'));
    expect(reads).toBe(1);
    for (let times = 0; times < 2; times++) {
      await cache.find('none', () => {
        reads++;
        return Promise.resolve(null);
      });
    }
    expect(reads).toBe(3);
  });

  test('forgets every other session of an account when one of them is out of date', async () => {
    const cache = started();
    await cache.find('ada-s1', read('ada'));
    now += 4000;
    await cache.find('ada-s2', read('ada'));
    now += 2000;
    await cache.find('ada-s1', () => Promise.resolve(null));
    cache.forget('ada');
    reads = 0;
    await cache.find('ada-s2', read('ada'));
    expect(reads).toBe(1);
  });

  test('keeps nothing before changes are noticed, and 10,000 sessions at most', async () => {
    const idle = new SessionCache(() => AT);
    reads = 0;
    for (let times = 0; times < 2; times++) await idle.find('ada-s', read('ada'));
    expect(reads).toBe(2);
    const cache = started();
    for (let n = 0; n <= 10_000; n++) await cache.find(`s${n}`, read(`p${n}`));
    reads = 0;
    await cache.find('s10000', read('p10000'));
    expect(reads).toBe(0);
    await cache.find('s0', read('p0'));
    expect(reads).toBe(1);
  });
});
