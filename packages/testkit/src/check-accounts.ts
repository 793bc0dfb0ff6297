import type { NewSession, Passkey, Proof, SessionRef } from '@tablier/store';
import { expect, test } from 'vitest';
import { eventOf } from './check-events.ts';
import type { OpenStores } from './store-home.ts';

const DAY = 86_400_000;
const AT = 20_000 * DAY + 1234;
const HASH = 'the hash of a password';
const DONE = { ok: true, value: null };
const refused = (error: string) => ({ ok: false, error });
const sessionOf = (id: string): NewSession => ({ id, secretHash: `hash of ${id}`, agent: 'Browser "7" ž' });
const passkeyOf = (id: string): Passkey => ({
  id,
  key: `key-of-${id}`,
  counter: 0,
  transports: ['internal', 'usb'],
  agent: 'Phone',
  addedAt: AT,
});

/** Accounts, sessions, credentials, usernames and deletions: what is unique, what is atomic, and what is read back. */
export function checkAccounts(stores: OpenStores): void {
  /** A guest whose first session has the same id with `-s`. */
  const guest = async (id: string): Promise<SessionRef> => {
    const session = `${id}-s`;
    expect(await stores.store.accounts.createGuest({ id, name: id, session: sessionOf(session) }, AT)).toEqual(DONE);
    return { account: id, session };
  };
  const renewalOf = async ({ session }: SessionRef) => {
    const replaces = (await stores.store.accounts.findSession(session))?.secretHash ?? 'none';
    return { at: AT, secretHash: `new hash of ${session}`, replaces };
  };
  const setPassword = async (by: SessionRef, username: string, hash = HASH) =>
    stores.store.accounts.setPassword(by, { username, hash }, await renewalOf(by));
  let challenges = 0;
  const addPasskey = async (by: SessionRef, id: string, challenge = `challenge ${++challenges}`, most = 20) =>
    stores.store.accounts.addPasskey(by, passkeyOf(id), {
      renewal: await renewalOf(by),
      spent: { challenge, expiresAt: AT + 1 },
      most,
    });
  const byPassword: Proof = { kind: 'password', hash: HASH };
  const signIn = (account: string, session: string, proof: Proof = byPassword, most = 30) =>
    stores.store.accounts.signIn(account, sessionOf(session), proof, { at: AT + 1, most });
  const sessionsOf = async (account: string) =>
    (await stores.store.accounts.find(account))?.sessions.map(({ id }) => id) ?? [];

  test('a guest is read back as created, also by its session', async () => {
    await guest('ada');
    await stores.reopen();
    const session = { id: 'ada-s', openedAt: AT, agent: 'Browser "7" ž', usedOn: 20_000 * DAY, confirmedAt: 0 };
    const nothing = { username: null, passwordHash: null, passkeys: [] };
    const { accounts } = stores.store;
    expect(await accounts.find('ada')).toEqual({
      id: 'ada',
      name: 'ada',
      createdAt: AT,
      ...nothing,
      sessions: [session],
    });
    const found = { ...session, account: 'ada', name: 'ada', isGuest: true, secretHash: 'hash of ada-s' };
    expect(await accounts.findSession('ada-s')).toEqual(found);
    expect(await accounts.openSessions('ada')).toEqual({ name: 'ada', isGuest: true, sessions: ['ada-s'] });
    for (const id of ['', 'eve', "' or 1=1 --", '%', '\0', 'ada-s\0']) {
      expect(await accounts.find(id)).toBeNull();
      expect(await accounts.findSession(id)).toBeNull();
      expect(await accounts.openSessions(id)).toBeNull();
      expect(await accounts.findPassword(id)).toBeNull();
      expect(await accounts.findPasskey('ada', id)).toBeNull();
      expect(await accounts.streamsOf(id)).toEqual([]);
      expect(await accounts.rename({ account: id, session: 'ada-s' }, 'Eve')).toEqual(refused('gone'));
      expect(await accounts.rename({ account: 'ada', session: id }, 'Eve')).toEqual(refused('gone'));
      expect((await accounts.closeSessions('ada', { only: id })).ok).toBe(true);
      expect(await accounts.noteStream(id, 'table', 10)).toEqual(refused('gone'));
      expect(await accounts.beginDeletion(id)).toEqual(refused('gone'));
    }
    expect(await sessionsOf('ada')).toEqual(['ada-s']);
    await guest('eve');
    expect(await stores.store.accounts.names({ after: '', limit: 1 })).toEqual([{ id: 'ada', name: 'ada' }]);
    expect(await stores.store.accounts.names({ after: 'ada', limit: 9 })).toEqual([{ id: 'eve', name: 'eve' }]);
  });

  test('only an open session of the account changes its name', async () => {
    const [ada, eve] = [await guest('ada'), await guest('eve')];
    const { accounts } = stores.store;
    expect(await accounts.rename(ada, 'Augusta Ada 🎲')).toEqual(DONE);
    expect(await accounts.rename({ account: 'ada', session: eve.session }, 'Eve')).toEqual(refused('gone'));
    expect(await accounts.rename({ account: 'no-one' }, 'Eve')).toEqual(refused('gone'));
    expect(await accounts.closeSessions('ada', { only: ada.session })).toEqual({ ok: true, value: [ada.session] });
    expect(await accounts.rename(ada, 'Eve')).toEqual(refused('gone'));
    expect((await accounts.find('ada'))?.name).toBe('Augusta Ada 🎲');
  });

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
    expect(await accounts.noteUse({ account: 'ada', session: 'nothing' }, AT + 9 * DAY)).toEqual(DONE);
  });

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

  test('the settings of an account are those saved last, by an open session, and end with the account', async () => {
    const { accounts } = stores.store;
    const by = await guest('ada');
    expect(await accounts.saveSettings(by, { theme: 'dark' })).toEqual(refused('guest'));
    expect(await accounts.settingsOf('ada')).toBeNull();
    expect(await setPassword(by, 'ada')).toEqual(DONE);
    expect(await accounts.saveSettings(by, { theme: 'dark', text: 'žluť \ud800 \0' })).toEqual(DONE);
    expect(await accounts.saveSettings({ ...by, session: 'closed' }, {})).toEqual(refused('gone'));
    expect(await accounts.saveSettings({ account: "' or 1=1", session: by.session }, {})).toEqual(refused('gone'));
    await stores.reopen();
    const reopened = stores.store.accounts;
    expect(await reopened.settingsOf('ada')).toEqual({ theme: 'dark', text: 'žluť \ud800 \0' });
    expect(await reopened.saveSettings(by, { theme: 'light' })).toEqual(DONE);
    expect(await reopened.settingsOf('ada')).toEqual({ theme: 'light' });
    for (const stranger of ['', 'eve', "' or 1=1 --"]) expect(await reopened.settingsOf(stranger)).toBeNull();
    expect(await reopened.beginDeletion('ada')).toEqual(DONE);
    expect(await reopened.settingsOf('ada')).toBeNull();
    expect(await reopened.saveSettings(by, {})).toEqual(refused('gone'));
  });

  test('streams with personal data are recorded once each, up to a limit', async () => {
    await guest('ada');
    const { accounts } = stores.store;
    for (const stream of ['t1', 't2', 't1']) expect(await accounts.noteStream('ada', stream, 2)).toEqual(DONE);
    expect(await accounts.noteStream('ada', 't3', 2)).toEqual(refused('full'));
    expect(await accounts.noteStream('ada', 't2', 2)).toEqual(DONE);
    expect((await accounts.streamsOf('ada')).toSorted()).toEqual(['t1', 't2']);
  });

  test('a requested deletion ends sessions and credentials at once, and is found after a restart', async () => {
    const ada = await guest('ada');
    await setPassword(ada, 'ada');
    await addPasskey(ada, 'key-1');
    await stores.store.accounts.noteStream('ada', 't1', 10);
    expect(await stores.store.accounts.erase('ada')).toEqual(DONE);
    expect(await stores.store.accounts.find('ada')).not.toBeNull();
    expect(await stores.store.accounts.beginDeletion('ada')).toEqual(DONE);
    await stores.reopen();
    const { accounts } = stores.store;
    expect(await accounts.pendingDeletions()).toEqual([{ account: 'ada', name: 'ada', givesTo: null }]);
    expect(await accounts.pendingDeletion('ada')).toEqual({ account: 'ada', name: 'ada', givesTo: null });
    const nothing = { username: null, passwordHash: null, sessions: [], passkeys: [] };
    expect(await accounts.find('ada')).toMatchObject(nothing);
    expect(await accounts.streamsOf('ada')).toEqual(['t1']);
    for (const change of [accounts.beginDeletion('ada'), signIn('ada', 's2'), accounts.noteStream('ada', 't2', 9)]) {
      expect(await change).toEqual(refused('gone'));
    }
    expect(await setPassword(await guest('eve'), 'ada')).toEqual(DONE);
    expect(await accounts.erase('ada')).toEqual(DONE);
    expect(await accounts.find('ada')).toBeNull();
    expect(await accounts.streamsOf('ada')).toEqual([]);
    expect(await accounts.pendingDeletions()).toEqual([]);
  });

  test("a guest's games go to another account; one with a credential is refused, and an unknown account gets nothing", async () => {
    const [ada, eve] = [await guest('ada'), await guest('eve')];
    await guest('bob');
    await setPassword(ada, 'ada');
    await addPasskey(eve, 'key-1');
    const { accounts } = stores.store;
    for (const account of ['ada', 'eve']) {
      expect(await accounts.beginDeletion(account, 'bob')).toEqual(refused('has-credential'));
    }
    expect(await sessionsOf('ada')).toEqual(['ada-s']);
    expect(await accounts.beginDeletion('bob', 'ada')).toEqual(DONE);
    expect(await accounts.pendingDeletion('bob')).toEqual({ account: 'bob', name: 'bob', givesTo: 'ada' });
    await accounts.beginDeletion('ada');
    await accounts.erase('ada');
    expect(await accounts.pendingDeletion('bob')).toEqual({ account: 'bob', name: 'bob', givesTo: null });
  });

  test('idle guests are those without a credential and a table, unseen for long', async () => {
    const { store } = stores;
    const ids = ['idle-1', 'idle-2', 'player', 'owner', 'device', 'fresh', 'leaving', 'over'];
    const sessions = await Promise.all(ids.map(guest));
    const of = (id: string): SessionRef => sessions[ids.indexOf(id)] ?? { account: '', session: '' };
    const listing = (person: string, status: 'running' | 'closed') => ({ status, summary: null, people: [person] });
    await store.createStream('m', null, listing('player', 'running'));
    await store.createStream('n', null, listing('idle-2', 'closed'));
    await setPassword(of('owner'), 'owner');
    await addPasskey(of('device'), 'key-1');
    await store.accounts.noteUse(of('fresh'), AT + 9 * DAY);
    await store.accounts.beginDeletion('leaving');
    await store.createStream('o', null, { ...listing('over', 'running'), status: 'over' });
    const seenBefore = AT + 5 * DAY;
    expect(await store.accounts.idleGuests({ seenBefore, after: '', limit: 10 })).toEqual(['idle-1', 'idle-2']);
    expect(await store.accounts.idleGuests({ seenBefore, after: 'idle-1', limit: 1 })).toEqual(['idle-2']);
    expect(await store.accounts.idleGuests({ seenBefore: AT - DAY, after: '', limit: 10 })).toEqual([]);
  });

  test('every node is notified of changes of accounts, also its own, and of events', async () => {
    const ada = await guest('ada');
    const other = await stores.openAnother();
    const heard: [string, number][] = [];
    const own: [string, number][] = [];
    await other.accounts.follow((...notice) => heard.push(notice));
    const stop = await stores.store.accounts.follow((...notice) => own.push(notice));
    const streams: string[] = [];
    await other.follow((id) => streams.push(id));
    await stores.store.accounts.rename(ada, 'Ada');
    expect(own).toEqual([['ada', 2]]);
    await expect.poll(() => heard).toContainEqual(['ada', 2]);
    stop();
    await stores.store.accounts.beginDeletion('ada');
    await expect.poll(() => heard.at(-1)).toEqual(['ada', 3]);
    expect(own).toHaveLength(1);
    await stores.store.createStream('m', null);
    await stores.store.append('m', 0, [eventOf(1)]);
    await expect.poll(() => streams).toContain('m');
    expect(streams).not.toContain('ada');
  });

  test('a secret is the one that was stored first, on every node and after a restart', async () => {
    const other = await stores.openAnother();
    const all = await Promise.all([stores.store, other].map((store, index) => store.secret('keys', `secret ${index}`)));
    expect(new Set(all).size).toBe(1);
    await stores.reopen();
    expect(await stores.store.secret('keys', 'another')).toBe(all[0]);
    expect(await stores.store.secret('other keys', 'another')).toBe('another');
  });
}
