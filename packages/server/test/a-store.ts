import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@tablier/store';
import { mustOpen } from '@tablier/testkit';
import { afterAll, beforeAll, expect } from 'vitest';

/** One SQLite database for the tests of a file. It is closed and removed after them. */
export function storeOfFile(): { readonly store: Store } {
  const folder = mkdtempSync(join(tmpdir(), 'tablier-file-'));
  let store: Store | undefined;
  beforeAll(async () => {
    store = await mustOpen({ folder });
  });
  afterAll(async () => {
    await store?.close();
    rmSync(folder, { recursive: true });
  });
  return {
    get store() {
      if (store === undefined) throw new Error('the store is open in tests only');
      return store;
    },
  };
}

/** The time of everything that tests write. */
export const AT = 1_700_000_000_000;

/** A guest whose id is the name in lower case. */
export async function addGuest({ accounts }: Store, name: string, at = AT): Promise<string> {
  const id = name.toLowerCase();
  const session = { id: `${id}-s`, secretHash: 'hash', agent: '' };
  expect((await accounts.createGuest({ id, name, session }, at)).ok).toBe(true);
  return id;
}

/** A member whose username is their id. */
export async function addMember(store: Store, name: string, username = name.toLowerCase()): Promise<string> {
  const id = await addGuest(store, name);
  const renewal = { at: AT, replaces: 'hash', secretHash: 'hash' };
  const by = { account: id, session: `${id}-s` };
  expect((await store.accounts.setPassword(by, { username, hash: 'x' }, renewal)).ok).toBe(true);
  return id;
}

/** A rated match between two accounts that the first one won. */
export async function addRated(
  store: Store,
  match: string,
  [winner, loser]: readonly [string, string],
  changes: { readonly game?: string; readonly pace?: string; readonly isDrawn?: true } = {},
): Promise<void> {
  const { game = 'isaac', pace = 'quick', isDrawn } = changes;
  const seats = [
    { account: winner, side: 0, place: 1 },
    { account: loser, side: 1, place: isDrawn ? 1 : 2 },
  ];
  expect(await store.ratings.record({ game, pace, match, at: AT, record: `r-${match}`, seats })).toBe('rated');
}
