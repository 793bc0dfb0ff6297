import { expect, test } from 'vitest';
import { addGuest, addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;

const member = async (stores: OpenStores, id: string): Promise<string> =>
  (await addMember(stores.store, id, { at: AT })).account;
const summary = { title: 'Ends 日本 \0 "x"', games: ['checkers'], chapters: 2 };
const study = (id: string, base: number, changes: object = {}) => ({
  id,
  base,
  summary,
  content: { title: summary.title, chapters: ['a', 'b'] },
  at: AT + base,
  ...changes,
});

/** Studies: whose they are, which revision may be replaced, how many there may be, and that they are deleted with their account. */
export function checkStudies(stores: OpenStores): void {
  checkSaving(stores);
  checkRemoval(stores);
  checkQuota(stores);
}

function checkSaving(stores: OpenStores): void {
  test('a study is read back as saved, by anyone who knows its id', async () => {
    const ada = await member(stores, 'studious-ada');
    expect(await stores.store.studies.save(ada, study('st-1', 0), 9)).toBe('saved');
    await stores.reopen();
    const listed = { id: 'st-1', revision: 1, updatedAt: AT, ...summary };
    const { studies } = stores.store;
    expect(await studies.of(ada)).toEqual([listed]);
    const content = { title: summary.title, chapters: ['a', 'b'] };
    expect(await studies.find('st-1')).toEqual({ ...listed, account: ada, author: ada, content, isRemoved: false });
    expect(await studies.find('st-2')).toBeNull();
    expect(await studies.find('no\0id')).toBeNull();
  });

  test('only the newest revision is replaced, and only by its account', async () => {
    const [bob, eve] = [await member(stores, 'studious-bob'), await member(stores, 'studious-eve')];
    const { studies } = stores.store;
    expect(await studies.save(bob, study('st-b', 0), 9)).toBe('saved');
    expect(await studies.save(bob, study('st-b', 0), 9)).toBe('changed');
    expect(await studies.save(bob, study('st-b', 2), 9)).toBe('changed');
    expect(await studies.save(eve, study('st-b', 1), 9)).toBe('changed');
    expect(await studies.save(eve, study('st-b', 0), 9)).toBe('changed');
    const both = await Promise.all(
      [1, 2].map((chapter) => studies.save(bob, study('st-b', 1, { content: chapter }), 9)),
    );
    expect(both.toSorted()).toEqual(['changed', 'saved']);
    expect(await studies.find('st-b')).toMatchObject({ account: bob, revision: 2, updatedAt: AT + 1 });
    await studies.remove(eve, 'st-b');
    expect(await studies.of(bob)).toHaveLength(1);
    await studies.remove(bob, 'st-b');
    expect(await studies.of(bob)).toEqual([]);
  });
}

function checkRemoval(stores: OpenStores): void {
  test('a study that an operator removed is hidden from strangers, keeps its content, is not replaced, and comes back', async () => {
    const lea = await member(stores, 'studious-lea');
    const { studies } = stores.store;
    await studies.save(lea, study('st-l', 0), 9);
    expect(await studies.setRemoved('st-l', AT)).toBe(true);
    expect(await studies.setRemoved('st-none', AT)).toBe(false);
    expect(await studies.find('st-l')).toBeNull();
    expect(await studies.findRemovedToo('st-l')).toMatchObject({ isRemoved: true, revision: 1 });
    expect(await studies.save(lea, study('st-l', 1), 9)).toBe('removed');
    expect(await studies.setRemoved('st-l', null)).toBe(true);
    expect(await studies.find('st-l')).toMatchObject({ isRemoved: false, revision: 1 });
    expect(await studies.save(lea, study('st-l', 1), 9)).toBe('saved');
  });

  test('studies are deleted with their account', async () => {
    const fay = await member(stores, 'studious-fay');
    const { studies, accounts } = stores.store;
    expect(await studies.save(fay, study('st-f', 0), 9)).toBe('saved');
    expect(await accounts.beginDeletion(fay)).toMatchObject({ ok: true });
    await accounts.erase(fay);
    expect(await studies.find('st-f')).toBeNull();
  });
}

function checkQuota(stores: OpenStores): void {
  test('an account has at most so many, also if they are saved at once, and a guest has none', async () => {
    const dan = await member(stores, 'studious-dan');
    const { studies } = stores.store;
    const saved = await Promise.all([1, 2, 3, 4].map((id) => studies.save(dan, study(`st-d${id}`, 0), 2)));
    expect(saved.toSorted()).toEqual(['full', 'full', 'saved', 'saved']);
    const id = (await studies.of(dan))[0]?.id ?? '';
    expect(await studies.save(dan, study(id, 1), 2)).toBe('saved');
    await addGuest(stores.store, 'gus', { at: AT });
    expect(await studies.save('gus', study('st-g', 0), 9)).toBe('guest');
    expect(await studies.save('no-one', study('st-n', 0), 9)).toBe('guest');
  });
}
