import type { RelationKind, Store } from '@tablier/store';
import { expect, test } from 'vitest';
import { addGuest } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;

/** Accounts without a credential. */
export async function addPeople(store: Store, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) await addGuest(store, id, { at: AT, name: id.toUpperCase() });
}

const add = (stores: OpenStores, account: string, [kind, other]: readonly [RelationKind, string], most = 9) =>
  stores.store.relations.add(account, { id: `${account}-${kind}-${other}`, kind, other, at: AT }, most);

/** Relations between accounts: who chose what, how many, who is notified, and what a deletion and a merge leave. */
export function checkRelations(stores: OpenStores): void {
  checkChoices(stores);
  checkBlocks(stores);
  checkContactAndAbsences(stores);
  checkLeaving(stores);
}

function checkChoices(stores: OpenStores): void {
  test('a relation is one way, is stored once, and is read back after a restart', async () => {
    await addPeople(stores.store, 'r-ada', 'r-bob');
    expect(await add(stores, 'r-ada', ['follow', 'r-bob'])).toBe('added');
    expect(await add(stores, 'r-ada', ['follow', 'r-bob'])).toBe('known');
    expect(await add(stores, 'r-ada', ['follow', 'r-none'])).toBe('gone');
    expect(await add(stores, 'r-none', ['follow', 'r-ada'])).toBe('gone');
    await stores.reopen();
    const { relations } = stores.store;
    const bob = { kind: 'follow', other: 'r-bob', name: 'R-BOB', username: null, since: AT, showsPresence: true };
    expect(await relations.of('r-ada', 'follow')).toEqual([{ ...bob, id: 'r-ada-follow-r-bob' }]);
    expect([await relations.of('r-ada', 'block'), await relations.of('r-bob')]).toEqual([[], []]);
    expect(await relations.between('r-ada', 'r-bob')).toEqual({ own: new Set(['follow']), theirs: new Set() });
    expect(await relations.between('r-bob', 'r-ada')).toEqual({ own: new Set(), theirs: new Set(['follow']) });
    await relations.remove('r-bob', 'r-ada-follow-r-bob');
    expect(await relations.of('r-ada')).toHaveLength(1);
    await relations.remove('r-ada', 'r-ada-follow-r-bob');
    expect(await relations.of('r-ada')).toEqual([]);
  });

  test('an account has at most so many of a kind, also if they are added at once', async () => {
    const others = ['r-1', 'r-2', 'r-3', 'r-4'];
    await addPeople(stores.store, 'r-many', ...others);
    const done = await Promise.all(others.map((other) => add(stores, 'r-many', ['follow', other], 2)));
    expect(done.toSorted()).toEqual(['added', 'added', 'full', 'full']);
    expect(await add(stores, 'r-many', ['mute', 'r-1'], 2)).toBe('added');
  });
}

function checkBlocks(stores: OpenStores): void {
  test('a block ends following, counts both ways, and hides who is here', async () => {
    await addPeople(stores.store, 'r-cid', 'r-dan', 'r-eve');
    await add(stores, 'r-cid', ['follow', 'r-dan']);
    await add(stores, 'r-dan', ['follow', 'r-cid']);
    expect(await add(stores, 'r-cid', ['block', 'r-dan'])).toBe('added');
    expect(await add(stores, 'r-cid', ['mute', 'r-eve'])).toBe('added');
    const { relations } = stores.store;
    expect((await relations.of('r-cid')).map(({ kind }) => kind).toSorted()).toEqual(['block', 'mute']);
    expect(await relations.of('r-dan', 'follow')).toMatchObject([{ other: 'r-cid', showsPresence: false }]);
    expect([await relations.blockedWith('r-cid'), await relations.blockedWith('r-dan')]).toEqual([
      ['r-dan'],
      ['r-cid'],
    ]);
    expect((await relations.hiddenFrom('r-cid')).toSorted()).toEqual(['r-dan', 'r-eve']);
    expect(await relations.hiddenFrom('r-dan')).toEqual([]);
  });

  test('listeners of an account are notified of its relations', async () => {
    await addPeople(stores.store, 'r-fay', 'r-gil');
    const notified: string[] = [];
    const stop = await stores.store.accounts.follow((id) => notified.push(id));
    await add(stores, 'r-fay', ['block', 'r-gil']);
    await expect.poll(() => notified).toContain('r-fay');
    stop();
  });
}

function checkContactAndAbsences(stores: OpenStores): void {
  test('contact settings have defaults, and are replaced as a whole', async () => {
    await addPeople(stores.store, 'r-hal');
    const { relations } = stores.store;
    expect(await relations.contactOf('r-hal')).toEqual({ challenges: 'everyone', presence: true });
    for (const settings of [
      { challenges: 'followed', presence: false },
      { challenges: 'none', presence: true },
    ] as const) {
      await relations.saveContact('r-hal', settings);
      expect(await relations.contactOf('r-hal')).toEqual(settings);
    }
  });

  test('absences are stored once each, and are a share of the newest matches', async () => {
    await addPeople(stores.store, 'r-ivy');
    const { relations } = stores.store;
    const absence = (index: number) => ({
      account: 'r-ivy',
      match: `am-${index}`,
      at: AT + index,
      how: 'never-came' as const,
    });
    expect(await relations.absencesOf('r-ivy', 10)).toEqual({ absent: 0, of: 0 });
    await relations.recordAbsences([absence(1), absence(2), { ...absence(3), account: 'r-none' }]);
    await relations.recordAbsences([{ ...absence(1), at: AT + 99 }]);
    expect(await relations.absencesOf('r-ivy', 10)).toEqual({ absent: 2, of: 2 });
    expect((await relations.listAbsences('r-ivy', 1)).map(({ match }) => match)).toEqual(['am-2']);
    const late = [5, 8, 6, 7].map((index) => ({ ...absence(index), at: AT + 50 }));
    for (const each of late) await relations.recordAbsences([each]);
    expect((await relations.listAbsences('r-ivy', 3)).map(({ match }) => match)).toEqual(['am-8', 'am-7', 'am-6']);
  });
}

function checkLeaving(stores: OpenStores): void {
  test('a deletion removes what an account chose and what others chose towards it', async () => {
    await addPeople(stores.store, 'r-joe', 'r-kim');
    await add(stores, 'r-joe', ['follow', 'r-kim']);
    await add(stores, 'r-kim', ['block', 'r-joe']);
    await stores.store.accounts.beginDeletion('r-kim');
    await stores.store.accounts.erase('r-kim');
    expect([await stores.store.relations.of('r-joe'), await stores.store.relations.of('r-kim')]).toEqual([[], []]);
  });

  test("a guest's relations move to an account, which keeps its own", async () => {
    await addPeople(stores.store, 'r-guest', 'r-lea', 'r-mia', 'r-ned');
    await add(stores, 'r-guest', ['block', 'r-mia']);
    await add(stores, 'r-guest', ['mute', 'r-lea']);
    await add(stores, 'r-lea', ['block', 'r-mia']);
    await add(stores, 'r-ned', ['block', 'r-guest']);
    await stores.store.relations.give('r-guest', 'r-lea');
    expect((await stores.store.relations.of('r-lea')).map(({ id }) => id)).toEqual(['r-lea-block-r-mia']);
    expect(await stores.store.relations.of('r-ned')).toMatchObject([{ kind: 'block', other: 'r-lea' }]);
  });
}
