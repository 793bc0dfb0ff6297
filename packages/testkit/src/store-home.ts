import type { Store, StorePlace } from '@tablier/store';
import { afterEach, beforeEach } from 'vitest';
import { mustOpen } from './open-store.ts';

/** One database, which is empty at first. */
export interface StoreHome {
  /** Its place as plain data, so that another process can open it too. */
  readonly place: StorePlace;
  /** Removes it. Every store on it must have been closed. */
  remove(): Promise<void>;
}

/** The databases of a test. */
export interface OpenStores {
  /** The place of the database. */
  readonly place: StorePlace;
  /** The store that most tests use. */
  readonly store: Store;
  /** Opens another store on the database. */
  openAnother(): Promise<Store>;
  /** Closes the store and opens it again. */
  reopen(): Promise<void>;
}

/** Gives every test of the calling suite a new database, and closes and removes it afterwards. */
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
