import type { Store } from '@tablier/store';
import type { Chance } from '../lib/chance.ts';

/** A secret that all nodes on a database share, for one purpose. The first node that needs it creates it. */
export class ServerKey {
  readonly #store: Store;
  readonly #chance: Chance;
  readonly #name: string;
  #key: string | null = null;

  /** `name` is the purpose of the key. */
  constructor(store: Store, chance: Chance, name: string) {
    this.#store = store;
    this.#chance = chance;
    this.#name = name;
  }

  /** Created when it is first needed, so that an unused database stays empty and a backup can be restored into it. */
  async get(): Promise<string> {
    this.#key ??= await this.#store.secret(this.#name, this.#chance.secret());
    return this.#key;
  }
}
