import type { SessionRef } from '@tablier/store';
import { expect, test } from 'vitest';
import { accountTools, AT, DAY, DONE, refused } from './account-tools.ts';
import { eventOf } from './check-events.ts';
import type { OpenStores } from './store-home.ts';

/** Accounts, their data and their deletion: what is unique, what is atomic, and what is read back. */
export function checkAccounts(stores: OpenStores): void {
  checkGuests(stores);
  checkOwnData(stores);
  checkDeletion(stores);
  checkIdleGuests(stores);
  checkChangeNotices(stores);
  checkSecrets(stores);
}

function checkGuests(stores: OpenStores): void {
  const { guest, sessionsOf } = accountTools(stores);

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
    expect(await accounts.findSession('ada-s')).toEqual({ ...found, isProgram: false });
    expect(await accounts.openSessions('ada')).toMatchObject({ name: 'ada', isGuest: true, sessions: ['ada-s'] });
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
}

function checkOwnData(stores: OpenStores): void {
  const { guest, setPassword } = accountTools(stores);

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
    for (const stream of ['t2', 't1', 't2']) expect(await accounts.noteStream('ada', stream, 2)).toEqual(DONE);
    expect(await accounts.noteStream('ada', 't3', 2)).toEqual(refused('full'));
    expect(await accounts.noteStream('ada', 't2', 2)).toEqual(DONE);
    expect(await accounts.streamsOf('ada')).toEqual(['t1', 't2']);
  });
}

function checkDeletion(stores: OpenStores): void {
  const { guest, setPassword, addPasskey, signIn, sessionsOf } = accountTools(stores);

  test('a requested deletion ends sessions and credentials at once, and is found after a restart', async () => {
    const ada = await guest('ada');
    await setPassword(ada, 'ada');
    await addPasskey(ada, 'key-1');
    await stores.store.accounts.noteStream('ada', 't1', 10);
    await stores.store.accounts.erase('ada');
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
    await accounts.erase('ada');
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
}

function checkIdleGuests(stores: OpenStores): void {
  const { guest, setPassword, addPasskey } = accountTools(stores);

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
}

function checkChangeNotices(stores: OpenStores): void {
  const { guest } = accountTools(stores);

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
}

function checkSecrets(stores: OpenStores): void {
  test('a secret is the one that was stored first, on every node and after a restart', async () => {
    const other = await stores.openAnother();
    const all = await Promise.all([stores.store, other].map((store, index) => store.secret('keys', `secret ${index}`)));
    expect(new Set(all).size).toBe(1);
    await stores.reopen();
    expect(await stores.store.secret('keys', 'another')).toBe(all[0]);
    expect(await stores.store.secret('other keys', 'another')).toBe('another');
  });
}
