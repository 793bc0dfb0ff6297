import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Store } from '@tablier/store';
import { addGuest as addGuestWithId, addMember as addMemberWithId, mustOpen } from '@tablier/testkit';
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
export async function addGuest(store: Store, name: string, at = AT): Promise<string> {
  return (await addGuestWithId(store, name.toLowerCase(), { at, name })).account;
}

/** A member whose username is their id. */
export async function addMember(store: Store, name: string, username = name.toLowerCase()): Promise<string> {
  return (await addMemberWithId(store, name.toLowerCase(), { at: AT, name, username })).account;
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
