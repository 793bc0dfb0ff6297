import { expect, test } from 'vitest';
import { addPeople } from './check-relations.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;

const mute = (until: number, reason = 'spam 日本') => ({ until, reason, at: AT });

/** Mutes: that each ends by itself, can be replaced and lifted, and ends with the account. */
export function checkMutes(stores: OpenStores): void {
  checkTerm(stores);
  checkMutedAccounts(stores);
}

function checkTerm(stores: OpenStores): void {
  test('a mute lasts until its end, and the newest is valid', async () => {
    await addPeople(stores.store, 'mute-ada', 'mute-bob');
    const { mutes } = stores.store;
    expect(await mutes.of('mute-ada', AT)).toBeNull();
    expect(await mutes.set('mute-ada', mute(AT + 50))).toBe(true);
    expect(await mutes.set('mute-bob', mute(AT + 20))).toBe(true);
    expect(await mutes.set('mute-ada', mute(AT + 10, 'again'))).toBe(true);
    expect(await mutes.set('mute-no-one', mute(AT + 10))).toBe(false);
    expect(await mutes.set("' or 1=1 --", mute(AT + 10))).toBe(false);
    await stores.reopen();
    const again = stores.store.mutes;
    expect(await again.of('mute-ada', AT + 9)).toEqual(mute(AT + 10, 'again'));
    expect(await again.of('mute-ada', AT + 10)).toBeNull();
    const named = (id: string) => ({ account: id, name: id.toUpperCase(), username: null });
    expect(await again.list(AT + 9)).toEqual([
      { ...named('mute-ada'), ...mute(AT + 10, 'again') },
      { ...named('mute-bob'), ...mute(AT + 20) },
    ]);
    expect(await again.list(AT + 10)).toMatchObject([{ account: 'mute-bob' }]);
    expect(await again.lift('mute-ada', AT + 10)).toBe(false);
    expect(await again.lift('mute-bob', AT + 10)).toBe(true);
    expect(await again.lift('mute-bob', AT + 10)).toBe(false);
    expect(await again.of('mute-bob', AT + 10)).toBeNull();
  });
}

function checkMutedAccounts(stores: OpenStores): void {
  test('a guest takes a mute along, and the one that ends later stays', async () => {
    await addPeople(stores.store, 'mute-fay', 'mute-gil', 'mute-hal', 'mute-ivy');
    const { mutes, relations } = stores.store;
    await mutes.set('mute-fay', mute(AT + 30, 'fay'));
    await relations.give('mute-fay', 'mute-gil');
    expect(await mutes.of('mute-gil', AT)).toEqual(mute(AT + 30, 'fay'));
    await mutes.set('mute-hal', mute(AT + 20, 'hal'));
    await relations.give('mute-hal', 'mute-gil');
    expect(await mutes.of('mute-gil', AT)).toEqual(mute(AT + 30, 'fay'));
    await mutes.set('mute-ivy', mute(AT + 40, 'ivy'));
    await relations.give('mute-ivy', 'mute-gil');
    expect(await mutes.of('mute-gil', AT)).toEqual(mute(AT + 40, 'ivy'));
  });

  test('a mute that has ended is forgotten, and one ends with its account', async () => {
    await addPeople(stores.store, 'mute-cy', 'mute-dee', 'mute-eve');
    const { accounts, mutes } = stores.store;
    for (const [index, id] of ['mute-cy', 'mute-dee', 'mute-eve'].entries()) await mutes.set(id, mute(AT + index));
    await mutes.tidy(AT + 1);
    expect(await mutes.of('mute-cy', AT - 1)).toBeNull();
    expect(await mutes.of('mute-dee', AT)).toBeNull();
    expect(await mutes.of('mute-eve', AT)).toEqual(mute(AT + 2));
    await accounts.beginDeletion('mute-eve');
    await accounts.erase('mute-eve');
    expect(await mutes.of('mute-eve', AT)).toBeNull();
    expect((await mutes.list(AT)).map(({ account }) => account)).not.toContain('mute-eve');
  });
}
