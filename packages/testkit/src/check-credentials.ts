import type { Proof } from '@tablier/store';
import { expect, test } from 'vitest';
import { accountTools, AT, DAY, DONE, passkeyOf, refused, sessionOf } from './account-tools.ts';
import type { OpenStores } from './store-home.ts';

/** Usernames, passwords, passkeys and sessions: which is unique, which change is refused, and that a refused one changes nothing. */
export function checkCredentials(stores: OpenStores): void {
  checkUsernames(stores);
  checkPasswords(stores);
  checkSessions(stores);
  checkPasskeys(stores);
  checkLastCredential(stores);
}

function checkUsernames(stores: OpenStores): void {
  const { guest, setPassword } = accountTools(stores);

  test('of 20 simultaneous claims of one username on two nodes exactly one is done', async () => {
    const guests = await Promise.all(Array.from({ length: 20 }, (_, index) => guest(`g${index}`)));
    const other = await stores.openAnother();
    const results = await Promise.all(
      guests.map((by, index) =>
        (index % 2 === 0 ? stores.store : other).accounts.setPassword(
          by,
          { username: 'ada', hash: `hash ${index}` },
          { at: AT, secretHash: 'new', replaces: `hash of ${by.session}` },
        ),
      ),
    );
    expect(results.filter(({ ok }) => ok)).toHaveLength(1);
    expect(results.filter((result) => !result.ok && result.error === 'username-taken')).toHaveLength(19);
    const winner = results.findIndex(({ ok }) => ok);
    expect(await stores.store.accounts.findPassword('ada')).toEqual({ account: `g${winner}`, hash: `hash ${winner}` });
    const [loser] = guests.filter((_, index) => index !== winner);
    const account = await stores.store.accounts.find(loser?.account ?? '');
    expect([account?.username, account?.passwordHash, account?.sessions[0]?.confirmedAt]).toEqual([null, null, 0]);
  });

  test('an account has one username for good; the same again is no conflict', async () => {
    const ada = await guest('ada');
    const both = await Promise.all([setPassword(ada, 'ada'), setPassword(ada, 'countess')]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
    const { username } = (await stores.store.accounts.find('ada')) ?? {};
    expect(await setPassword(ada, username === 'ada' ? 'countess' : 'ada')).toEqual(refused('username-taken'));
    expect(await setPassword(ada, username ?? '', 'another')).toEqual(DONE);
    expect(await stores.store.accounts.findPassword(username ?? '')).toEqual({ account: 'ada', hash: 'another' });
  });
}

function checkPasswords(stores: OpenStores): void {
  const { guest, renewalOf, setPassword, addPasskey, signIn, sessionsOf } = accountTools(stores);

  test('a password renews its session; one that replaces another closes all others', async () => {
    const ada = await guest('ada');
    const { accounts } = stores.store;
    await setPassword(ada, 'ada');
    expect(await accounts.findSession(ada.session)).toMatchObject({
      secretHash: 'new hash of ada-s',
      confirmedAt: AT,
    });
    expect(await signIn('ada', 's2')).toEqual(DONE);
    expect(await setPassword({ account: 'ada', session: 's2' }, 'ada', 'another')).toEqual(DONE);
    expect(await sessionsOf('ada')).toEqual(['s2']);
    expect(await setPassword(ada, 'ada')).toEqual(refused('gone'));
    expect((await accounts.openSessions('ada'))?.isGuest).toBe(false);
    const rehash = (hash: string): Proof => ({ kind: 'password', hash: 'another', rehash: hash });
    expect(await signIn('ada', 's4', rehash('a stronger hash'))).toEqual(DONE);
    expect(await signIn('ada', 's5', rehash('a lost race'))).toEqual(refused('proof-changed'));
    expect((await accounts.find('ada'))?.passwordHash).toBe('a stronger hash');
  });

  test('a change by a secret that was replaced meanwhile is refused, and changes nothing', async () => {
    const ada = await guest('ada');
    const { accounts } = stores.store;
    const stale = await renewalOf(ada);
    expect(await setPassword(ada, 'ada')).toEqual(DONE);
    const before = await accounts.find('ada');
    const spent = { challenge: 'unused', expiresAt: AT + 1 };
    expect(await accounts.setPassword(ada, { username: 'ada', hash: 'stolen' }, stale)).toEqual(refused('gone'));
    expect(await accounts.addPasskey(ada, passkeyOf('key-1'), { renewal: stale, spent, most: 20 })).toEqual(
      refused('gone'),
    );
    expect(await accounts.find('ada')).toEqual(before);
    expect((await accounts.findSession(ada.session))?.secretHash).toBe('new hash of ada-s');
    expect(await addPasskey(ada, 'key-1', 'unused')).toEqual(DONE);
  });
}

function checkSessions(stores: OpenStores): void {
  const { guest, setPassword, byPassword, signIn, sessionsOf } = accountTools(stores);

  test('a sign-in opens a confirmed session only while the account still has the proved credential', async () => {
    const ada = await guest('ada');
    await setPassword(ada, 'ada');
    expect(await signIn('ada', 's2')).toEqual(DONE);
    expect(await stores.store.accounts.findSession('s2')).toMatchObject({ confirmedAt: AT + 1, openedAt: AT + 1 });
    const stale: Proof = { kind: 'password', hash: 'the one before' };
    expect(await signIn('ada', 's3', stale)).toEqual(refused('proof-changed'));
    expect(await stores.store.accounts.confirm(ada, stale, AT)).toEqual(refused('proof-changed'));
    expect(await signIn('eve', 's3')).toEqual(refused('gone'));
    expect(await sessionsOf('ada')).toEqual(['ada-s', 's2']);
    expect(await stores.store.accounts.confirm(ada, byPassword, AT + 5)).toEqual(DONE);
    expect((await stores.store.accounts.findSession('ada-s'))?.confirmedAt).toBe(AT + 5);
  });

  test('beyond the limit the oldest session is closed', async () => {
    const ada = await guest('ada');
    await setPassword(ada, 'ada');
    for (const id of ['s1', 's2', 's3']) {
      const extras = { at: AT + Number(id.slice(1)), most: 3 };
      expect(await stores.store.accounts.signIn('ada', sessionOf(id), byPassword, extras)).toEqual(DONE);
    }
    expect(await sessionsOf('ada')).toEqual(['s1', 's2', 's3']);
    expect(await stores.store.accounts.closeSessions('ada', { except: 's2' })).toMatchObject({ ok: true });
    expect(await sessionsOf('ada')).toEqual(['s2']);
  });

  test('the use of an open session is recorded by day', async () => {
    const ada = await guest('ada');
    const { accounts } = stores.store;
    await accounts.noteUse(ada, AT + 3 * DAY);
    expect((await accounts.findSession(ada.session))?.usedOn).toBe(20_003 * DAY);
    await accounts.noteUse(ada, AT);
    expect((await accounts.findSession(ada.session))?.usedOn).toBe(20_003 * DAY);
    await accounts.noteUse({ account: 'ada', session: 'nothing' }, AT + 9 * DAY);
  });
}

function checkPasskeys(stores: OpenStores): void {
  const { guest, addPasskey, sessionsOf } = accountTools(stores);

  test('a passkey belongs to one account; of answers to one challenge on two nodes one counts', async () => {
    const [ada, eve] = [await guest('ada'), await guest('eve')];
    expect(await addPasskey(ada, 'key-1')).toEqual(DONE);
    expect(await addPasskey(eve, 'key-1')).toEqual(refused('known-passkey'));
    expect(await addPasskey(ada, 'key-2', 'more', 1)).toEqual(refused('too-many-passkeys'));
    expect(await stores.store.accounts.findPasskey('ada', 'key-1')).toEqual(passkeyOf('key-1'));
    expect(await stores.store.accounts.findPasskey('eve', 'key-1')).toBeNull();
    const other = await stores.openAnother();
    const proof: Proof = { kind: 'passkey', id: 'key-1', counter: 7, spent: { challenge: 'once', expiresAt: AT } };
    const results = await Promise.all(
      [stores.store, other].map(({ accounts }, index) =>
        accounts.signIn('ada', sessionOf(`n${index}`), proof, { at: AT + 1, most: 30 }),
      ),
    );
    expect(results).toContainEqual(DONE);
    expect(results).toContainEqual(refused('challenge-spent'));
    expect(await sessionsOf('ada')).toHaveLength(2);
    expect((await stores.store.accounts.findPasskey('ada', 'key-1'))?.counter).toBe(7);
    await stores.store.accounts.forgetChallenges(AT);
    expect(await addPasskey(eve, 'key-3', 'once')).toEqual(refused('challenge-spent'));
    await stores.store.accounts.forgetChallenges(AT + 1);
    expect(await addPasskey(eve, 'key-3', 'once')).toEqual(DONE);
  });

  test('a refused change leaves nothing: not the secret, not the spent challenge', async () => {
    const [ada, eve] = [await guest('ada'), await guest('eve')];
    await addPasskey(ada, 'key-1');
    expect(await addPasskey(eve, 'key-1', 'mine')).toEqual(refused('known-passkey'));
    expect((await stores.store.accounts.findSession(eve.session))?.secretHash).toBe('hash of eve-s');
    expect(await addPasskey(eve, 'key-2', 'mine')).toEqual(DONE);
  });
}

function checkLastCredential(stores: OpenStores): void {
  const { guest, addPasskey } = accountTools(stores);

  test('the last credential is only removed on explicit request', async () => {
    const ada = await guest('ada');
    const remove = (passkey: string, evenLast = false) =>
      stores.store.accounts.removePasskey('ada', passkey, { evenLast });
    await addPasskey(ada, 'key-1');
    await addPasskey(ada, 'key-2');
    expect(await remove('nothing')).toEqual(refused('unknown-passkey'));
    const both = await Promise.all([remove('key-1'), remove('key-2')]);
    expect(both).toContainEqual(DONE);
    expect(both).toContainEqual(refused('last-credential'));
    const [left] = (await stores.store.accounts.find('ada'))?.passkeys ?? [];
    expect(await remove(left?.id ?? '', true)).toEqual(DONE);
    expect((await stores.store.accounts.find('ada'))?.passkeys).toEqual([]);
  });
}
