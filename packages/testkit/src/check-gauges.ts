import { expect, test } from 'vitest';
import { addGuest, addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;
const gauges = (complexity: number, strategy: number) => ({ complexity, strategy, luck: 0, interaction: 5 });

/** Votes on the gauges of games: one for each member and game, which end with the account. */
export function checkGauges(stores: OpenStores): void {
  test('the last vote of each member counts, until the account is erased', async () => {
    const { store } = stores;
    const [ada, bob] = [await addMember(store, 'ada', { at: AT }), await addMember(store, 'bob', { at: AT })];
    const guest = await addGuest(store, 'guest', { at: AT });
    expect(await store.gauges.tally('checkers')).toEqual({ votes: 0, means: null });
    await store.gauges.vote(ada.account, 'checkers', gauges(1, 1));
    await store.gauges.vote(ada.account, 'checkers', gauges(2, 4));
    await store.gauges.vote(bob.account, 'checkers', gauges(3, 5));
    await store.gauges.vote(bob.account, 'chess', gauges(5, 5));
    await store.gauges.vote(guest.account, 'checkers', gauges(0, 0));
    await stores.reopen();
    const again = stores.store;
    expect(await again.gauges.tally('checkers')).toEqual({ votes: 2, means: gauges(2.5, 4.5) });
    expect(await again.gauges.of('bob')).toEqual([
      { game: 'checkers', vote: gauges(3, 5) },
      { game: 'chess', vote: gauges(5, 5) },
    ]);
    expect(await again.accounts.beginDeletion(bob.account)).toMatchObject({ ok: true });
    await again.accounts.erase(bob.account);
    expect(await again.gauges.tally('checkers')).toEqual({ votes: 1, means: gauges(2, 4) });
  });
}
