import { expect, test } from 'vitest';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;
const DONE = { ok: true, value: null };
const refused = (error: string) => ({ ok: false, error });
const token = (tokenHash: string) => ({ tokenHash, createdAt: AT, expiresAt: AT + 1000 });
const EMAIL = 'Reset@Club.example';

/** Forgotten passwords: who is found by an address, that a token is valid once, and what ends with it. */
export function checkPasswordResets(stores: OpenStores): void {
  /** An account with a confirmed address and, with a username, a password. */
  async function holder(id: string, username: string | null, address = EMAIL): Promise<string> {
    const { accounts, notifications } = stores.store;
    const session = `${id}-s`;
    await accounts.createGuest({ id, name: `Name ${id}`, session: { id: session, secretHash: 'h', agent: '' } }, AT);
    const renewal = { at: AT, secretHash: 'h2', replaces: 'h' };
    const by = { account: id, session };
    if (username !== null) expect(await accounts.setPassword(by, { username, hash: 'old' }, renewal)).toEqual(DONE);
    await notifications.setEmail(id, { address, at: AT });
    await notifications.confirmEmail(id, address, AT);
    return id;
  }
  const finish = (account: string, hash: string, username: string, at = AT) =>
    stores.store.passwordResets.finish(account, hash, { username, hash: 'new', at });

  test('accounts are found by an address that they confirmed, whatever its case', async () => {
    const { passwordResets, notifications, accounts } = stores.store;
    await holder('reset-ada', 'reset-ada');
    await holder('reset-bob', null, 'reset@club.EXAMPLE');
    await holder('reset-cy', null);
    await notifications.setEmail('reset-cy', { address: EMAIL, at: AT });
    const found = await passwordResets.holdersOf('RESET@club.example', 5);
    expect(found.toSorted((one, other) => one.account.localeCompare(other.account))).toEqual([
      { account: 'reset-ada', username: 'reset-ada' },
      { account: 'reset-bob', username: null },
    ]);
    expect(await passwordResets.holdersOf(EMAIL, 1)).toHaveLength(1);
    expect(await passwordResets.holdersOf("' or 1=1 --", 5)).toEqual([]);
    await accounts.beginDeletion('reset-bob');
    expect(await passwordResets.holdersOf(EMAIL, 5)).toHaveLength(1);
    await accounts.beginDeletion('reset-ada');
  });

  test('a token sets the password once, before it expires, and closes all sessions', async () => {
    const { passwordResets } = stores.store;
    const dee = await holder('reset-dee', 'reset-dee');
    expect(await passwordResets.begin(dee, EMAIL, token('first'))).toEqual(DONE);
    expect(await passwordResets.begin(dee, EMAIL, token('second'))).toEqual(DONE);
    await stores.reopen();
    const again = stores.store.passwordResets;
    expect(await again.find(dee)).toEqual({ ...token('second'), name: 'Name reset-dee', username: 'reset-dee' });
    expect(await finish(dee, 'first', 'reset-dee')).toEqual(refused('spent'));
    expect(await finish(dee, 'second', 'reset-dee', AT + 1000)).toEqual(refused('spent'));
    expect(await finish(dee, 'second', 'reset-other')).toEqual(refused('username-taken'));
    expect(await finish(dee, 'second', 'reset-dee', AT + 999)).toEqual(DONE);
    expect(await finish(dee, 'second', 'reset-dee')).toEqual(refused('spent'));
    expect(await again.find(dee)).toBeNull();
    expect(await stores.store.accounts.find(dee)).toMatchObject({ passwordHash: 'new', sessions: [] });
    expect(await stores.store.accounts.findSession('reset-dee-s')).toBeNull();
  });

  test('an account without a password gets a username with it, which must be free', async () => {
    const { passwordResets, accounts } = stores.store;
    const [eve] = [await holder('reset-eve', null), await holder('reset-fay', 'reset-fay')];
    await passwordResets.begin(eve, EMAIL, token('eve'));
    expect(await finish(eve, 'eve', 'reset-fay')).toEqual(refused('username-taken'));
    expect(await finish(eve, 'eve', 'reset-eve')).toEqual(DONE);
    expect(await accounts.findPassword('reset-eve')).toEqual({ account: eve, hash: 'new' });
  });

  test('a token ends with another address, a new password, the account and its time', async () => {
    const { passwordResets, notifications, accounts } = stores.store;
    const gus = await holder('reset-gus', 'reset-gus');
    const begin = (hash: string) => passwordResets.begin(gus, EMAIL, token(hash));
    await begin('address');
    await notifications.setEmail(gus, { address: 'other@club.example', at: AT });
    expect(await passwordResets.find(gus)).toBeNull();
    expect(await begin('late')).toEqual(refused('other-address'));
    await notifications.setEmail(gus, { address: EMAIL, at: AT });
    expect(await begin('unconfirmed')).toEqual(refused('other-address'));
    await notifications.confirmEmail(gus, EMAIL, AT);
    await begin('password');
    const renewal = { at: AT, secretHash: 'h3', replaces: 'h2' };
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
    expect(await finish('no-one', 'account', 'no-one')).toEqual(refused('gone'));
  });
}
