import { expect, test } from 'vitest';
import { addGuest } from './people.ts';
import type { OpenStores } from './store-home.ts';

const AT = 1_700_000_000_000;

const person = async (stores: OpenStores, id: string): Promise<string> =>
  (await addGuest(stores.store, id, { at: AT })).account;
const browser = (session: string, changes: object = {}) => ({
  session,
  endpoint: `https://push.example/${session}`,
  p256dh: 'key',
  auth: 'secret',
  createdAt: AT,
  ...changes,
});

/** Where people are reached and what was sent to them: whose it is, how much there may be, and that it goes with the account. */
export function checkNotifications(stores: OpenStores): void {
  checkTargets(stores);
  checkConfirmation(stores);
  checkSent(stores);
}

function checkTargets(stores: OpenStores): void {
  test('browsers, the address and settings are read back as saved', async () => {
    const ada = await person(stores, 'told-ada');
    const { notifications } = stores.store;
    expect(await notifications.targetsOf(ada)).toEqual({ subscriptions: [], email: null, settings: null });
    expect(await notifications.subscribe(ada, browser('told-ada-s'))).toBe('saved');
    expect(await notifications.subscribe(ada, browser('no-session'))).toBe('unknown-account');
    expect(await notifications.setEmail(ada, { address: 'ada@club.example', at: AT })).toBe('saved');
    expect(await notifications.saveSettings(ada, { language: 'fr' })).toBe('saved');
    expect(await notifications.saveSettings(ada, { language: 'nl' })).toBe('saved');
    await stores.reopen();
    const email = { address: 'ada@club.example', addedAt: AT, confirmedAt: null };
    const saved = { subscriptions: [browser('told-ada-s')], email, settings: { language: 'nl' } };
    expect(await stores.store.notifications.targetsOf(ada)).toEqual(saved);
    expect(await stores.store.notifications.targetsOf('no-one')).toMatchObject({ subscriptions: [], email: null });
    expect(await stores.store.notifications.saveSettings('no-one', {})).toBe('unknown-account');
  });

  test('a session has one endpoint, and each endpoint belongs to the last who gave it', async () => {
    const [bob, eve] = [await person(stores, 'told-bob'), await person(stores, 'told-eve')];
    const { notifications, accounts } = stores.store;
    const endpoints = async (account: string) =>
      (await notifications.targetsOf(account)).subscriptions.map(({ endpoint }) => endpoint);
    const [one, other] = ['https://push.example/1', 'https://push.example/2'];
    await notifications.subscribe(bob, browser('told-bob-s', { endpoint: one }));
    await notifications.subscribe(bob, browser('told-bob-s', { endpoint: other }));
    expect(await endpoints(bob)).toEqual([other]);
    await notifications.subscribe(eve, browser('told-eve-s', { endpoint: other }));
    expect([await endpoints(bob), await endpoints(eve)]).toEqual([[], [other]]);
    await notifications.unsubscribe('told-bob-s');
    expect(await endpoints(eve)).toEqual([other]);
    await notifications.removeEndpoint(other);
    expect(await endpoints(eve)).toEqual([]);
    await notifications.subscribe(bob, browser('told-bob-s', { endpoint: one }));
    expect(await accounts.closeSessions(bob, { except: 'another' })).toMatchObject({ ok: true });
    expect(await endpoints(bob)).toEqual([]);
  });
}

function checkConfirmation(stores: OpenStores): void {
  test('an address counts once it is confirmed, and only the present one can be', async () => {
    const fay = await person(stores, 'told-fay');
    const { notifications } = stores.store;
    await notifications.setEmail(fay, { address: 'old@club.example', at: AT });
    expect(await notifications.isReachable(fay)).toBe(false);
    await notifications.setEmail(fay, { address: 'new@club.example', at: AT });
    expect(await notifications.confirmEmail(fay, 'old@club.example', AT)).toBe(false);
    expect(await notifications.confirmEmail(fay, 'new@club.example', AT + 1)).toBe(true);
    expect(await notifications.confirmEmail(fay, 'new@club.example', AT + 2)).toBe(true);
    expect((await notifications.targetsOf(fay)).email?.confirmedAt).toBe(AT + 1);
    expect(await notifications.isReachable(fay)).toBe(true);
    await notifications.setEmail(fay, null);
    expect(await notifications.isReachable(fay)).toBe(false);
  });
}

function checkSent(stores: OpenStores): void {
  test('what was sent is known and counted until it is tidied, and all of it goes with the account', async () => {
    const gus = await person(stores, 'told-gus');
    const { notifications, accounts } = stores.store;
    await notifications.recordSent(gus, 'turn:m:1', AT);
    await notifications.recordSent(gus, 'turn:m:1', AT + 5);
    await notifications.recordSent(gus, 'turn:m:2', AT + 10);
    expect(await notifications.sent(gus, 'turn:m:1', AT)).toEqual({ isKnown: true, count: 1 });
    expect(await notifications.sent(gus, 'turn:m:3', AT - 1)).toEqual({ isKnown: false, count: 2 });
    await notifications.setEmail(gus, { address: 'gus@club.example', at: AT });
    await notifications.tidy(AT);
    expect((await notifications.targetsOf(gus)).email, 'still new').not.toBeNull();
    await notifications.tidy(AT + 5);
    expect(await notifications.sent(gus, 'turn:m:1', 0)).toEqual({ isKnown: false, count: 1 });
    expect((await notifications.targetsOf(gus)).email).toBeNull();
    await notifications.subscribe(gus, browser('told-gus-s'));
    expect(await accounts.beginDeletion(gus)).toMatchObject({ ok: true });
    await accounts.erase(gus);
    expect(await notifications.targetsOf(gus)).toEqual({ subscriptions: [], email: null, settings: null });
    expect(await notifications.sent(gus, 'turn:m:2', 0)).toEqual({ isKnown: false, count: 0 });
  });
}
