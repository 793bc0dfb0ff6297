import { expect, test } from 'vitest';
import { addGuest, addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;
const PLACE = { game: 'checkers', language: 'fr' };

/** The versions of articles: each is based on the newest, and none is lost before the most that are kept. */
export function checkArticles(stores: OpenStores): void {
  test('a version is added only to the newest, the oldest go, and the text outlives its author', async () => {
    const { account } = await addMember(stores.store, 'ada', { at: AT });
    const guest = await addGuest(stores.store, 'guest', { at: AT });
    const add = (base: number, text: string, by = account) =>
      stores.store.articles.add(PLACE, { account: by, base, text, at: AT + base }, 2);
    const texts = async () => (await stores.store.articles.versions(PLACE, 9)).map(({ text }) => text);
    expect(await stores.store.articles.newest(PLACE)).toBeNull();
    expect(await add(0, 'one')).toBe('saved');
    expect(await add(0, 'lost')).toBe('changed');
    expect(await add(1, 'two', guest.account)).toBe('guest');
    expect(await add(1, 'two')).toBe('saved');
    expect(await add(2, 'three')).toBe('saved');
    expect(await texts()).toEqual(['three', 'two']);
    const both = await Promise.all([add(3, 'left'), add(3, 'right')]);
    expect(both.toSorted()).toEqual(['changed', 'saved']);
    await stores.store.articles.remove(PLACE, 4);
    await stores.reopen();
    expect(await stores.store.articles.newest(PLACE)).toMatchObject({ number: 3, text: 'three', name: 'ada' });
    expect(await texts()).toEqual(['', 'three']);
    expect(await add(4, 'on a removed one')).toBe('changed');
    expect(await add(3, 'five')).toBe('saved');
    expect((await stores.store.articles.by(account)).map(({ number }) => number)).toEqual([4, 5]);
    expect(await stores.store.accounts.beginDeletion(account)).toMatchObject({ ok: true });
    await stores.store.accounts.erase(account);
    const left = await stores.store.articles.find(PLACE, 5);
    expect(left).toMatchObject({ text: 'five', account: null, name: null, username: null });
  });
}
