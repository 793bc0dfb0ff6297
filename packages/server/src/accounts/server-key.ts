import type { Store } from '@tablier/store';
import type { Chance } from '../lib/chance.ts';

/** A secret that all nodes on a database share, for one purpose: the first node that needs it makes it. */
export class ServerKey {
  readonly #store: Store;
  readonly #chance: Chance;
  readonly #name: string;
  #key: string | null = null;

  /** `name` says what the key is for. */
  constructor(store: Store, chance: Chance, name: string) {
    this.#store = store;
    this.#chance = chance;
    this.#name = name;
  }

  /** Made when it is first needed: a database that was never used stays empty, so that a backup can be restored into it. */
  async get(): Promise<string> {
    this.#key ??= await this.#store.secret(this.#name, this.#chance.secret());
    return this.#key;
  }
}
