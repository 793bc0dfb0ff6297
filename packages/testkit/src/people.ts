import type { SessionRef, Store } from '@tablier/store';
import { expect } from 'vitest';

interface NewPerson {
  readonly at: number;
  /** The id if none is given. */
  readonly name?: string;
}

/** Adds a guest, whose session has the id of the account with `-s`. */
export async function addGuest(
  { accounts }: Pick<Store, 'accounts'>,
  id: string,
  { at, name = id }: NewPerson,
): Promise<SessionRef> {
  const by = { account: id, session: `${id}-s` };
  const session = { id: by.session, secretHash: 'hash', agent: '' };
  await accounts.createGuest({ id, name, session }, at);
  return by;
}

/** Adds an account with a password. The username is the id if none is given. */
export async function addMember(
  store: Pick<Store, 'accounts'>,
  id: string,
  { username = id, ...person }: NewPerson & { readonly username?: string },
): Promise<SessionRef> {
  const by = await addGuest(store, id, person);
  const renewal = { at: person.at, replaces: 'hash', secretHash: 'new hash' };
  expect(await store.accounts.setPassword(by, { username, hash: 'password' }, renewal)).toMatchObject({ ok: true });
  return by;
}
