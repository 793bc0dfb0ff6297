import { afterEach, describe, expect, test } from 'vitest';
import { SessionCache } from '../src/accounts/session-cache.ts';
import { type FoundSession, openStore, type Store } from '../src/index.ts';
import { KINDS, makePlace } from './places.ts';

const AT = 1_800_000_000_000;
const found = (account: string): FoundSession => ({
  id: `${account}-s`,
  account,
  name: account,
  isGuest: true,
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

describe.each(KINDS)('with %s', (kind) => {
  const opened: Store[] = [];
  afterEach(async () => {
    for (const store of opened.splice(0)) await store.close();
  });

  /** Stores on one database that notice changes and whose time stands still, so that no session is too old. */
  async function stores(count: number): Promise<Store[]> {
    const place = await makePlace(kind);
    for (let n = 0; n < count; n++) {
      const store = await openStore({ ...place, now: () => AT });
      if (!store.ok) throw new Error(store.error.detail);
      opened.push(store.value);
      await store.value.accounts.follow(() => undefined);
    }
    return opened;
  }

  const guest = (store: Store, id: string) =>
    store.accounts.createGuest({ id, name: id, session: { id: `${id}-s`, secretHash: 'hash', agent: '' } }, AT);

  test('each change is seen by the next request on the same node', async () => {
    const [store] = await stores(1);
    if (store === undefined) throw new Error('no store');
    const { accounts } = store;
    const by = { account: 'ada', session: 'ada-s' };
    await guest(store, 'ada');
    const seen = () => accounts.findSession('ada-s');
    expect(await seen()).toMatchObject({ name: 'ada', isGuest: true, usedOn: AT - (AT % 86_400_000) });
    await accounts.rename(by, 'Augusta');
    expect(await seen()).toMatchObject({ name: 'Augusta' });
    await accounts.noteUse(by, AT + 86_400_000);
    expect((await seen())?.usedOn).toBeGreaterThan(AT);
    const replaces = (await seen())?.secretHash ?? '';
    await accounts.setPassword(by, { username: 'ada', hash: 'h' }, { at: AT, secretHash: 'other', replaces });
    expect(await seen()).toMatchObject({ isGuest: false, secretHash: 'other', confirmedAt: AT });
    await accounts.closeSessions('ada', { only: 'ada-s' });
    expect(await seen()).toBeNull();
    await guest(store, 'eve');
    expect(await accounts.findSession('eve-s')).not.toBeNull();
    await accounts.beginDeletion('eve');
    expect(await accounts.findSession('eve-s')).toBeNull();
  });

  if (kind === 'postgres') {
    test('each change is noticed by other nodes', async () => {
      const [here, there] = await stores(2);
      if (here === undefined || there === undefined) throw new Error('no stores');
      const by = { account: 'ada', session: 'ada-s' };
      await guest(here, 'ada');
      const seen = () => there.accounts.findSession('ada-s');
      expect(await seen()).toMatchObject({ name: 'ada' });
      await here.accounts.rename(by, 'Augusta');
      await expect.poll(seen).toMatchObject({ name: 'Augusta' });
      await here.accounts.closeSessions('ada', { only: 'ada-s' });
      await expect.poll(seen).toBeNull();
      await guest(here, 'eve');
      expect(await there.accounts.findSession('eve-s')).not.toBeNull();
      await here.accounts.beginDeletion('eve');
      await expect.poll(() => there.accounts.findSession('eve-s')).toBeNull();
    });
  }
});
