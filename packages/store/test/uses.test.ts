import { addGuest, addMember, makePostgresDatabase, mustOpen } from '@tablier/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '../src/index.ts';
import { OtherTransaction } from './other-transaction.ts';

const DAY = 86_400_000;
let url = '';
let store: Store;
beforeAll(async () => {
  url = await makePostgresDatabase();
  store = await mustOpen({ folder: 'not used', url });
});
afterAll(() => store.close());

/** Notes a use while another process changes the account first and then its row of `table`. */
async function notedMeanwhile(table: string, note: () => Promise<void>): Promise<void> {
  const other = await OtherTransaction.begin(url);
  await other.run('update account set revision = revision + 1');
  const noting = note();
  await other.isWaitedFor();
  await other.run(`update ${table} set used_on = used_on`);
  await other.commit();
  await noting;
}

test('the use of a session and a change of its account never wait for each other', async () => {
  const ada = await addGuest(store, 'ada', { at: DAY });
  await notedMeanwhile('session', () => store.accounts.noteUse(ada, 3 * DAY));
  expect((await store.accounts.find('ada'))?.sessions).toMatchObject([{ usedOn: 3 * DAY }]);
});

test('the use of a token and a change of its account never wait for each other', async () => {
  const bob = await addMember(store, 'bob', { at: DAY });
  const token = {
    id: 'token',
    label: 'bot',
    scopes: ['read'],
    createdAt: DAY,
    expiresAt: null,
    secretHash: 'hash',
  } as const;
  expect(await store.tokens.create(bob, token, 9)).toMatchObject({ ok: true });
  await notedMeanwhile('token', () => store.tokens.noteUse('token', 3 * DAY));
  expect(await store.tokens.of('bob')).toMatchObject([{ usedOn: 3 * DAY }]);
});
