import { expect, test } from 'vitest';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;

/** Studies: whose they are, which revision may be replaced, how many there may be, and that they are deleted with their account. */
export function checkStudies(stores: OpenStores): void {
  /** An account with a password. */
  const member = async (id: string): Promise<string> => {
    const { accounts } = stores.store;
    const session = { id: `${id}-s`, secretHash: `hash of ${id}`, agent: 'Browser' };
    await accounts.createGuest({ id, name: id, session }, AT);
    const renewal = { at: AT, secretHash: 'new hash', replaces: session.secretHash };
    const by = { account: id, session: session.id };
    expect(await accounts.setPassword(by, { username: id, hash: 'hash' }, renewal)).toMatchObject({ ok: true });
    return id;
  };
  const summary = { title: 'Ends 日本 \0 "x"', games: ['checkers'], chapters: 2 };
  const study = (id: string, base: number, changes: object = {}) => ({
    id,
    base,
    summary,
    content: { title: summary.title, chapters: ['a', 'b'] },
    at: AT + base,
    ...changes,
  });

  test('a study is read back as saved, by anyone who knows its id', async () => {
    const ada = await member('studious-ada');
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
    const [bob, eve] = [await member('studious-bob'), await member('studious-eve')];
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
    expect(await studies.remove(bob, 'st-b')).toBe(true);
    expect(await studies.of(bob)).toEqual([]);
  });

  test('a study that an operator removed keeps its content, is not replaced, and comes back', async () => {
    const lea = await member('studious-lea');
    const { studies } = stores.store;
    await studies.save(lea, study('st-l', 0), 9);
    expect(await studies.setRemoved('st-l', AT)).toBe('done');
    expect(await studies.setRemoved('st-none', AT)).toBe('unknown');
    expect(await studies.find('st-l')).toMatchObject({ isRemoved: true, revision: 1 });
    expect(await studies.save(lea, study('st-l', 1), 9)).toBe('removed');
    expect(await studies.setRemoved('st-l', null)).toBe('done');
    expect(await studies.save(lea, study('st-l', 1), 9)).toBe('saved');
  });

  test('an account has at most so many, also if they are saved at once, and a guest has none', async () => {
    const dan = await member('studious-dan');
    const { studies, accounts } = stores.store;
    const saved = await Promise.all([1, 2, 3, 4].map((id) => studies.save(dan, study(`st-d${id}`, 0), 2)));
    expect(saved.toSorted()).toEqual(['full', 'full', 'saved', 'saved']);
    const id = (await studies.of(dan))[0]?.id ?? '';
    expect(await studies.save(dan, study(id, 1), 2)).toBe('saved');
    await accounts.createGuest({ id: 'gus', name: 'gus', session: { id: 'g-s', secretHash: 'g', agent: '' } }, AT);
    expect(await studies.save('gus', study('st-g', 0), 9)).toBe('guest');
    expect(await studies.save('no-one', study('st-n', 0), 9)).toBe('guest');
  });

  test('studies are deleted with their account', async () => {
    const fay = await member('studious-fay');
    const { studies, accounts } = stores.store;
    expect(await studies.save(fay, study('st-f', 0), 9)).toBe('saved');
    expect(await accounts.beginDeletion(fay)).toMatchObject({ ok: true });
    expect(await accounts.erase(fay)).toMatchObject({ ok: true });
    expect(await studies.find('st-f')).toBeNull();
  });
}
