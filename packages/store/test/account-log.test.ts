import { expect, test } from 'vitest';
import { addEvent, emptyAccount, type LoggedAccount } from '../src/migrations/account-log.ts';

/** An account after events, one each millisecond from 1 on. */
function accountAfter(
  ...events: readonly { readonly kind: string; readonly [field: string]: unknown }[]
): LoggedAccount {
  const account = emptyAccount();
  for (const [index, { kind, ...data }] of events.entries())
    addEvent(account, { seq: index + 1, at: index + 1, kind, data: JSON.stringify(data) });
  return account;
}
const opened = (id: string, more: object = {}) => ({
  kind: 'session-opened',
  id,
  hash: `hash ${id}`,
  agent: 'Browser',
  ...more,
});
const PASSKEY = { id: 'key', key: 'public', counter: 3, transports: ['usb'], agent: 'Phone' };

test('an account without events is empty', () => {
  expect(emptyAccount()).toEqual({
    name: '',
    createdAt: 0,
    sessions: new Map(),
    login: null,
    passwordHash: null,
    passkeys: new Map(),
    traces: new Set(),
    joins: null,
    isLeaving: false,
  });
});

test('it was created with its first event, and has its last name', () => {
  expect(accountAfter({ kind: 'named', name: 'Ada' }, { kind: 'named', name: 'Ada L.' })).toMatchObject({
    name: 'Ada L.',
    createdAt: 1,
  });
});

test('a session is opened, used, renewed, confirmed and closed', () => {
  const session = { id: 'a', hash: 'hash a', agent: 'Browser', openedAt: 1, usedAt: null, confirmedAt: 0 };
  expect(accountAfter(opened('a')).sessions).toEqual(new Map([['a', session]]));
  expect(accountAfter(opened('a', { confirmed: true, tracksUse: true })).sessions.get('a')).toEqual({
    ...session,
    usedAt: 1,
    confirmedAt: 1,
  });
  const { sessions } = accountAfter(
    opened('a'),
    { kind: 'session-used', id: 'a' },
    { kind: 'session-renewed', id: 'a', hash: 'new' },
    { kind: 'session-confirmed', id: 'a' },
    opened('b'),
    { kind: 'session-used', id: 'unknown' },
    { kind: 'session-closed', id: 'b' },
  );
  expect(sessions).toEqual(new Map([['a', { ...session, usedAt: 2, hash: 'new', confirmedAt: 4 }]]));
});

test('a password and its username are the last ones', () => {
  const set = (login: string, hash: string) => ({ kind: 'password-set', login, hash });
  expect(accountAfter(set('ada', 'one'), set('ada.l', 'two'))).toMatchObject({ login: 'ada.l', passwordHash: 'two' });
});

test('a passkey is added, counts, and is removed', () => {
  const added = { kind: 'passkey-added', passkey: PASSKEY };
  const used = { kind: 'passkey-used', id: 'key', counter: 9 };
  expect(accountAfter(added).passkeys).toEqual(new Map([['key', { ...PASSKEY, addedAt: 1 }]]));
  expect(accountAfter(added, used).passkeys.get('key')).toEqual({ ...PASSKEY, addedAt: 1, counter: 9 });
  expect(accountAfter(added, { kind: 'passkey-removed', id: 'key' }).passkeys.size).toBe(0);
  expect(accountAfter(used).passkeys.size).toBe(0);
});

test('tables that name it are noted once, and a deletion may give them to another account', () => {
  const traced = { kind: 'traced', table: 't' };
  expect(accountAfter(traced, traced).traces).toEqual(new Set(['t']));
  expect(accountAfter({ kind: 'joining', person: 'grace' })).toMatchObject({ joins: 'grace', isLeaving: true });
  expect(accountAfter({ kind: 'leaving' })).toMatchObject({ joins: null, isLeaving: true });
});

test('a snapshot replaces everything before it', () => {
  const session = { id: 's', hash: 'h', agent: 'a', openedAt: 7 };
  const snapshot = {
    kind: 'snapshot',
    name: 'Ada',
    createdAt: 5,
    sessions: [session],
    login: 'ada',
    passwordHash: 'hash',
    passkeys: [{ ...PASSKEY, addedAt: 6 }],
    traces: ['t2'],
  };
  const before = [
    opened('a'),
    { kind: 'passkey-added', passkey: { ...PASSKEY, id: 'old' } },
    { kind: 'traced', table: 't1' },
  ];
  expect(accountAfter(...before, snapshot)).toEqual({
    name: 'Ada',
    createdAt: 5,
    sessions: new Map([['s', { ...session, usedAt: null, confirmedAt: 0 }]]),
    login: 'ada',
    passwordHash: 'hash',
    passkeys: new Map([['key', { ...PASSKEY, addedAt: 6 }]]),
    traces: new Set(['t2']),
    joins: null,
    isLeaving: false,
  });
  expect(accountAfter({ ...snapshot, joins: 'grace' }).joins).toBe('grace');
});

test('an event that no version wrote is not applied', () => {
  const account = emptyAccount();
  const add = (kind: string, data: string) => () => addEvent(account, { seq: 1, at: 1, kind, data });
  expect(add('unheard-of', '{}')).toThrow();
  expect(add('named', '{"name":7}')).toThrow();
  expect(add('named', '[]')).toThrow();
  expect(add('named', '{')).toThrow();
  expect(account).toEqual(emptyAccount());
});
