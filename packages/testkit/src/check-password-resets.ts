import { expect, test } from 'vitest';
import { addGuest, addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;
const DONE = { ok: true, value: null };
const refused = (error: string) => ({ ok: false, error });
const token = (tokenHash: string) => ({ tokenHash, createdAt: AT, expiresAt: AT + 1000 });
const EMAIL = 'Reset@Club.example';

/** An account with a confirmed address and, with a username, a password. */
async function holder(stores: OpenStores, id: string, username: string | null, address = EMAIL): Promise<string> {
  const { notifications } = stores.store;
  const person = { at: AT, name: `Name ${id}` };
  if (username === null) await addGuest(stores.store, id, person);
  else await addMember(stores.store, id, { ...person, username });
  await notifications.setEmail(id, { address, at: AT });
  await notifications.confirmEmail(id, address, AT);
  return id;
}

/** Uses the token with this hash. */
const finish = (
  stores: OpenStores,
  account: string,
  { hash, username, at = AT }: { readonly hash: string; readonly username: string; readonly at?: number },
) => stores.store.passwordResets.finish(account, hash, { username, hash: 'new', at });

/** Forgotten passwords: who is found by an address, that a token is valid once, and what ends with it. */
export function checkPasswordResets(stores: OpenStores): void {
  checkHolders(stores);
  checkUseOfTokens(stores);
  checkEnds(stores);
}

function checkHolders(stores: OpenStores): void {
  test('accounts are found by an address that they confirmed, whatever its case', async () => {
    const { passwordResets, notifications, accounts } = stores.store;
    await holder(stores, 'reset-bob', null, 'reset@club.EXAMPLE');
    await holder(stores, 'reset-ada', 'reset-ada');
    await holder(stores, 'reset-cy', null);
    await notifications.setEmail('reset-cy', { address: EMAIL, at: AT });
    expect(await passwordResets.holdersOf('RESET@club.example', 5)).toEqual([
      { account: 'reset-ada', username: 'reset-ada' },
      { account: 'reset-bob', username: null },
    ]);
    expect(await passwordResets.holdersOf(EMAIL, 1)).toMatchObject([{ account: 'reset-ada' }]);
    expect(await passwordResets.holdersOf("' or 1=1 --", 5)).toEqual([]);
    await accounts.beginDeletion('reset-bob');
    expect(await passwordResets.holdersOf(EMAIL, 5)).toHaveLength(1);
    await accounts.beginDeletion('reset-ada');
  });
}

function checkUseOfTokens(stores: OpenStores): void {
  test('a token sets the password once, before it expires, and closes all sessions', async () => {
    const { passwordResets } = stores.store;
    const dee = await holder(stores, 'reset-dee', 'reset-dee');
    expect(await passwordResets.begin(dee, EMAIL, token('first'))).toEqual(DONE);
    expect(await passwordResets.begin(dee, EMAIL, token('second'))).toEqual(DONE);
    await stores.reopen();
    const again = stores.store.passwordResets;
    expect(await again.find(dee)).toEqual({ ...token('second'), name: 'Name reset-dee', username: 'reset-dee' });
    expect(await Promise.all(['first', 'second', ''].map((hash) => again.accountOf(hash)))).toEqual([null, dee, null]);
    expect(await finish(stores, dee, { hash: 'first', username: 'reset-dee' })).toEqual(refused('spent'));
    expect(await finish(stores, dee, { hash: 'second', username: 'reset-dee', at: AT + 1000 })).toEqual(
      refused('spent'),
    );
    expect(await finish(stores, dee, { hash: 'second', username: 'reset-other' })).toEqual(refused('username-taken'));
    expect(await finish(stores, dee, { hash: 'second', username: 'reset-dee', at: AT + 999 })).toEqual(DONE);
    expect(await finish(stores, dee, { hash: 'second', username: 'reset-dee' })).toEqual(refused('spent'));
    expect(await again.find(dee)).toBeNull();
    expect(await stores.store.accounts.find(dee)).toMatchObject({ passwordHash: 'new', sessions: [] });
    expect(await stores.store.accounts.findSession('reset-dee-s')).toBeNull();
  });

  test('an account without a password gets a username with it, which must be free', async () => {
    const { passwordResets, accounts } = stores.store;
    const [eve] = [await holder(stores, 'reset-eve', null), await holder(stores, 'reset-fay', 'reset-fay')];
    await passwordResets.begin(eve, EMAIL, token('eve'));
    expect(await finish(stores, eve, { hash: 'eve', username: 'reset-fay' })).toEqual(refused('username-taken'));
    expect(await finish(stores, eve, { hash: 'eve', username: 'reset-eve' })).toEqual(DONE);
    expect(await accounts.findPassword('reset-eve')).toEqual({ account: eve, hash: 'new' });
  });
}

function checkEnds(stores: OpenStores): void {
  test('a token ends with another address, a new password, the account and its time', async () => {
    const { passwordResets, notifications, accounts } = stores.store;
    const gus = await holder(stores, 'reset-gus', 'reset-gus');
    const begin = (hash: string) => passwordResets.begin(gus, EMAIL, token(hash));
    await begin('address');
    await notifications.setEmail(gus, { address: 'other@club.example', at: AT });
    expect(await passwordResets.find(gus)).toBeNull();
    expect(await begin('late')).toEqual(refused('other-address'));
    await notifications.setEmail(gus, { address: EMAIL, at: AT });
    expect(await begin('unconfirmed')).toEqual(refused('other-address'));
    await notifications.confirmEmail(gus, EMAIL, AT);
    await begin('password');
    const renewal = { at: AT, secretHash: 'newest hash', replaces: 'new hash' };
    const by = { account: gus, session: 'reset-gus-s' };
    await accounts.setPassword(by, { username: 'reset-gus', hash: 'own' }, renewal);
    expect(await passwordResets.find(gus)).toBeNull();
    await passwordResets.begin(gus, null, token('time'));
    await passwordResets.tidy(AT + 1000);
    expect(await passwordResets.find(gus)).not.toBeNull();
    await passwordResets.tidy(AT + 1001);
    expect(await passwordResets.find(gus)).toBeNull();
    await begin('account');
    await accounts.beginDeletion(gus);
    expect(await passwordResets.find(gus)).toBeNull();
    expect(await begin('gone')).toEqual(refused('gone'));
    expect(await finish(stores, 'no-one', { hash: 'account', username: 'no-one' })).toEqual(refused('gone'));
  });
}
