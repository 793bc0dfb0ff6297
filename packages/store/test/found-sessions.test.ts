import { addGuest } from '@tablier/testkit';
import { afterEach, describe, expect, test } from 'vitest';
import { openStore, type Store } from '../src/index.ts';
import { KINDS, makePlace } from './places.ts';

const AT = 1_800_000_000_000;

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

  const guest = (store: Store, id: string) => addGuest(store, id, { at: AT });

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
