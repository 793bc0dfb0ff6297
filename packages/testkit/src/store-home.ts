import type { Store, StorePlace } from '@tablier/store';
import { afterEach, beforeEach } from 'vitest';
import { mustOpen } from './open-store.ts';

/** One database, empty when it is made. */
export interface StoreHome {
  /** Where it is, as plain data: another process can open it too. */
  readonly place: StorePlace;
  /** Removes it; every store on it has been closed. */
  remove(): Promise<void>;
}

/** The databases of a test. */
export interface OpenStores {
  /** The place of the database. */
  readonly place: StorePlace;
  /** The store that most tests are content with. */
  readonly store: Store;
  /** Opens the database once more, beside those that are open. */
  openAnother(): Promise<Store>;
  /** Closes the store and opens it again. */
  reopen(): Promise<void>;
}

/** Gives every test of the suite that calls this a new database, and closes and removes it afterwards. */
export function useStores(makeHome: () => Promise<StoreHome>): OpenStores {
  let home: StoreHome;
  let store: Store;
  let others: Store[] = [];

  beforeEach(async () => {
    home = await makeHome();
    store = await mustOpen(home.place);
    others = [];
  });
  afterEach(async () => {
    await Promise.all([store, ...others].map((each) => each.close()));
    await home.remove();
  });

  return {
    get place() {
      return home.place;
    },
    get store() {
      return store;
    },
    openAnother: async () => {
      const other = await mustOpen(home.place);
      others.push(other);
      return other;
    },
    reopen: async () => {
      await store.close();
      store = await mustOpen(home.place);
    },
  };
}
