import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createContacts, type Contacts, HiddenAuthors } from '../../src/contacts/contacts.ts';
import { addGuest, addMember, addRated, AT, storeOfFile } from '../a-store.ts';

const home = storeOfFile();
let contacts: Contacts;
beforeAll(async () => {
  const { store } = home;
  for (const name of ['Ada', 'Bob', 'Cleo', 'Dan']) await addMember(store, name);
  await addGuest(store, 'Guest');
  await addRated(store, 'one', ['ada', 'bob']);
  contacts = createContacts({ store });
});

beforeEach(async () => {
  const { relations } = home.store;
  for (const id of ['ada', 'bob', 'cleo']) {
    for (const each of await relations.of(id)) await relations.remove(id, each.id);
    await relations.saveContact(id, { challenges: 'everyone', presence: true });
  }
});

const choose = (person: string, kind: 'follow' | 'block' | 'mute', other: string) =>
  home.store.relations.add(person, { id: `${person}-${kind}-${other}`, kind, other, at: AT }, 99);
const forget = (person: string, kind: string, other: string) =>
  home.store.relations.remove(person, `${person}-${kind}-${other}`);

test('a person is found by the name of their profile', async () => {
  expect(await contacts.byUsername('ADA')).toEqual({ id: 'ada', name: 'Ada', guest: false });
  for (const name of ['guest', 'no-one', '']) expect(await contacts.byUsername(name), name).toBeNull();
});

describe('a challenge', () => {
  const may = (challenger = 'ada', addressee = 'bob') => contacts.mayChallenge(challenger, addressee);

  test('is accepted as the other person says', async () => {
    const { relations } = home.store;
    expect(await may()).toBe(true);
    await relations.saveContact('bob', { challenges: 'none', presence: true });
    await choose('bob', 'follow', 'ada');
    expect(await may()).toBe(false);
    await relations.saveContact('bob', { challenges: 'followed', presence: true });
    expect([await may(), await may('cleo')]).toEqual([true, false]);
    await forget('bob', 'follow', 'ada');
    expect(await may()).toBe(false);
    await choose('ada', 'follow', 'bob');
    expect(await may(), 'who follows is not followed').toBe(false);
  });

  test('is refused after a block of either, and not after a mute', async () => {
    await choose('bob', 'mute', 'ada');
    await choose('ada', 'mute', 'bob');
    expect(await may()).toBe(true);
    await choose('bob', 'block', 'ada');
    expect([await may(), await may('bob', 'ada'), await may('cleo')]).toEqual([false, false, true]);
    expect(await contacts.blockedWith('ada')).toEqual(new Set(['bob']));
    expect(await contacts.blockedWith('bob')).toEqual(new Set(['ada']));
    expect(await contacts.blockedWith('cleo')).toEqual(new Set());
  });
});

test('absences are shown of those who missed at least three of at least ten matches', async () => {
  const { relations } = home.store;
  const miss = async (account: string, count: number) =>
    relations.recordAbsences(
      Array.from({ length: count }, (_, index) => ({ account, match: `m${index}`, at: AT + index, how: 'never-came' })),
    );
  expect(await contacts.absencesOf('cleo')).toBeNull();
  await miss('cleo', 9);
  expect(await contacts.absencesOf('cleo')).toBeNull();
  await miss('cleo', 10);
  expect(await contacts.absencesOf('cleo')).toEqual({ absent: 10, of: 10 });
  await miss('dan', 60);
  expect(await contacts.absencesOf('dan'), 'the newest fifty').toEqual({ absent: 50, of: 50 });
});

test.each([
  [2, 10, false],
  [3, 10, true],
  [3, 9, false],
])('%i absences in %i matches: shown is %s', async (absent, of, isShown) => {
  const absencesOf = { value: () => Promise.resolve({ absent, of }) };
  const relations = Object.create(home.store.relations, { absencesOf }) as typeof home.store.relations;
  const share = await createContacts({ store: { ratings: home.store.ratings, relations } }).absencesOf('ada');
  expect(share !== null).toBe(isShown);
});

describe('the authors whose chat is hidden', () => {
  beforeEach(async () => {
    await choose('cleo', 'mute', 'ada');
    await choose('cleo', 'block', 'bob');
  });
  const hidden = () => {
    const errors: string[] = [];
    const log = { error: (_: object, message: string) => void errors.push(message) };
    return { errors, authors: new HiddenAuthors({ store: home.store, log }) };
  };
  /** Resolves when the list of a person has been read. */
  const read = (authors: HiddenAuthors, person: string) =>
    new Promise<ReadonlySet<string> | null>((resolve) => {
      const known = authors.of(person, () => resolve(authors.of(person, () => undefined)));
      if (known !== null) resolve(known);
    });

  test('are none for those without a session', () => {
    expect(hidden().authors.of(null, () => undefined)).toEqual(new Set());
  });

  test('are read once, and then known', async () => {
    const { authors } = hidden();
    let calls = 0;
    expect(authors.of('cleo', () => calls++)).toBeNull();
    expect(authors.of('cleo', () => calls++)).toBeNull();
    expect(await read(authors, 'cleo')).toEqual(new Set(['ada', 'bob']));
    expect(calls).toBe(2);
    expect(authors.of('cleo', () => calls++)).toEqual(new Set(['ada', 'bob']));
    expect(await read(authors, 'dan')).toEqual(new Set());
    expect(calls).toBe(2);
  });

  test('are read once for each change', async () => {
    let reads = 0;
    const relations = {
      hiddenFrom: (person: string) => {
        reads++;
        return home.store.relations.hiddenFrom(person);
      },
    };
    const authors = new HiddenAuthors({ store: { relations }, log: { error: () => undefined } });
    await read(authors, 'cleo');
    authors.changed('cleo');
    authors.changed('dan');
    await read(authors, 'cleo');
    await read(authors, 'dan');
    expect(reads).toBe(3);
  });

  test('are read again after a change, also one during a read', async () => {
    const { authors } = hidden();
    await read(authors, 'cleo');
    await forget('cleo', 'mute', 'ada');
    authors.changed('cleo');
    expect(await read(authors, 'cleo')).toEqual(new Set(['bob']));
    let reads = 0;
    const changing: HiddenAuthors = new HiddenAuthors({
      store: {
        relations: {
          hiddenFrom: async (person) => {
            const found = await home.store.relations.hiddenFrom(person);
            if (reads++ > 0) return found;
            await choose('cleo', 'mute', 'dan');
            changing.changed(person);
            return found;
          },
        },
      },
      log: { error: () => undefined },
    });
    expect(await read(changing, 'cleo')).toEqual(new Set(['bob', 'dan']));
    expect(reads).toBe(2);
  });

  test('are asked for again if they could not be read', async () => {
    const errors: unknown[] = [];
    const away = new Error('away');
    let isBroken = true;
    const authors = new HiddenAuthors({
      store: {
        relations: {
          hiddenFrom: (person) => (isBroken ? Promise.reject(away) : home.store.relations.hiddenFrom(person)),
        },
      },
      log: { error: (fields: object, message: string) => void errors.push({ ...fields, message }) },
    });
    let calls = 0;
    expect(authors.of('cleo', () => calls++)).toBeNull();
    await new Promise((resolve) => setImmediate(resolve));
    expect([errors, calls]).toEqual([[{ err: away, message: 'hidden authors not read' }], 0]);
    isBroken = false;
    expect(await read(authors, 'cleo')).toEqual(new Set(['ada', 'bob']));
  });
});
