import type { NewToken, SessionRef } from '@tablier/store';
import { expect, test } from 'vitest';
import { addGuest, addMember } from './people.ts';
import type { OpenStores } from './store-home.ts';

const DAY = 86_400_000;
const AT = 20_000 * DAY + 1234;
const DONE = { ok: true, value: null };
const refused = (error: string) => ({ ok: false, error });
const MOST = 3;

const tokenOf = (id: string, more: Partial<NewToken> = {}): NewToken => ({
  id,
  label: `label of ${id}`,
  scopes: ['read', 'play'],
  createdAt: AT,
  expiresAt: null,
  secretHash: `hash of ${id}`,
  ...more,
});

const member = (stores: OpenStores, id: string): Promise<SessionRef> => addMember(stores.store, id, { at: AT });
const create = (stores: OpenStores, by: SessionRef, token: NewToken) => stores.store.tokens.create(by, token, MOST);

/** Tokens: who may have them, how many, what is read back, and how they end. */
export function checkTokens(stores: OpenStores): void {
  checkCreation(stores);
  checkUse(stores);
}

function checkCreation(stores: OpenStores): void {
  test('a token is read back as created, in the list of its account and alone', async () => {
    const ada = await member(stores, 'ada');
    expect(await create(stores, ada, tokenOf('one'))).toEqual(DONE);
    expect(
      await create(stores, ada, tokenOf('two', { createdAt: AT + 1, expiresAt: AT + DAY, scopes: ['bot'] })),
    ).toEqual(DONE);
    await stores.reopen();
    const { tokens } = stores.store;
    const { secretHash, ...one } = { ...tokenOf('one'), usedOn: null };
    const list = await tokens.of('ada');
    expect(list).toEqual([one, expect.objectContaining({ id: 'two', expiresAt: AT + DAY, scopes: ['bot'] })]);
    expect(JSON.stringify(list)).not.toContain('hash of');
    expect(await tokens.find('one')).toEqual({
      ...one,
      secretHash,
      account: 'ada',
      name: 'ada',
      isGuest: false,
      isProgram: false,
    });
    for (const id of ['', 'three', '%', "' or 1=1 --", '\0']) {
      expect(await tokens.find(id)).toBeNull();
      expect(await tokens.of(id)).toEqual([]);
      expect((await tokens.revoke('ada', id)).ok).toBe(false);
    }
  });

  test('only an open session of an account with a credential creates one, not too many, and uses a code once', async () => {
    const ada = await member(stores, 'ada');
    expect(await create(stores, { account: 'ada', session: 'other' }, tokenOf('x'))).toEqual(refused('gone'));
    expect(await create(stores, await addGuest(stores.store, 'eve', { at: AT }), tokenOf('y'))).toEqual(
      refused('guest'),
    );
    const code = { challenge: 'code for ada', expiresAt: AT + DAY };
    expect(await stores.store.tokens.useCode({ account: 'ada', session: 'other' }, code)).toEqual(refused('gone'));
    expect(await stores.store.tokens.useCode(ada, code)).toEqual(DONE);
    expect(await stores.store.tokens.useCode(ada, code)).toEqual(refused('challenge-spent'));
    for (let count = 0; count < MOST; count++) expect(await create(stores, ada, tokenOf(`t${count}`))).toEqual(DONE);
    expect(await create(stores, ada, tokenOf('more'))).toEqual(refused('too-many-tokens'));
    expect(await stores.store.tokens.find('more')).toBeNull();
  });
}

function checkUse(stores: OpenStores): void {
  test('a revoked token is gone for good, only its account revokes it, and every node is notified', async () => {
    const ada = await member(stores, 'ada');
    await member(stores, 'eve');
    await create(stores, ada, tokenOf('one'));
    const { tokens, accounts } = stores.store;
    const told: string[] = [];
    const stop = await accounts.follow((account) => told.push(account));
    expect(await tokens.revoke('eve', 'one')).toEqual(refused('unknown-token'));
    told.length = 0;
    expect(await tokens.revoke('ada', 'one')).toEqual(DONE);
    expect(told).toContain('ada');
    expect(await tokens.find('one')).toBeNull();
    expect(await tokens.revoke('ada', 'one')).toEqual(refused('unknown-token'));
    stop();
  });

  test('the use of a token is recorded by day', async () => {
    await create(stores, await member(stores, 'ada'), tokenOf('one'));
    const { tokens } = stores.store;
    await tokens.noteUse('one', AT + 5);
    expect((await tokens.find('one'))?.usedOn).toBe(20_000 * DAY);
  });

  test('the deletion of an account ends its tokens at once', async () => {
    await create(stores, await member(stores, 'ada'), tokenOf('one'));
    expect(await stores.store.accounts.beginDeletion('ada')).toEqual(DONE);
    expect(await stores.store.tokens.find('one')).toBeNull();
  });
}
