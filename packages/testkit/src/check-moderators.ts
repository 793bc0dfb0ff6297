import { expect, test } from 'vitest';
import { addGuest, addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;

/** Moderators: who can be one, and that the role ends with the account. */
export function checkModerators(stores: OpenStores): void {
  test('an account with a username is a moderator until the role or the account ends', async () => {
    const [ada, bob, guest] = ['mod-ada', 'mod-bob', 'mod-guest'] as const;
    for (const id of [ada, bob]) await addMember(stores.store, id, { at: AT });
    await addGuest(stores.store, guest, { at: AT });
    const { moderators } = stores.store;
    expect(await moderators.add(bob, AT + 1)).toBe('added');
    expect(await moderators.add(ada, AT)).toBe('added');
    expect(await moderators.add(ada, AT + 9)).toBe('known');
    expect(await moderators.add(guest, AT)).toBe('no-username');
    expect(await moderators.add('no-one', AT)).toBe('no-username');
    await stores.reopen();
    const again = stores.store.moderators;
    expect(await again.list()).toEqual([
      { account: ada, name: ada, username: 'mod-ada', since: AT },
      { account: bob, name: bob, username: 'mod-bob', since: AT + 1 },
    ]);
    expect([await again.has(ada), await again.has(guest), await again.has("' or 1=1 --")]).toEqual([
      true,
      false,
      false,
    ]);
    expect([await again.remove(bob), await again.remove(bob), await again.has(bob)]).toEqual([true, false, false]);
    await stores.store.accounts.beginDeletion(ada);
    expect(await again.has(ada)).toBe(false);
  });
}
