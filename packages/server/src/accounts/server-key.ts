import type { Store } from '@tablier/store';
import type { Chance } from '../lib/chance.ts';

/** A secret that all nodes on a database share, for one purpose: the first node that needs it makes it. */
export class ServerKey {
  readonly #store: Store;
  readonly #chance: Chance;
  readonly #log: string;
  #key: string | null = null;

  /** `log` names where the key is stored; it has to begin with `server-`. */
  constructor(store: Store, chance: Chance, log: string) {
    this.#store = store;
    this.#chance = chance;
    this.#log = log;
  }

  /** Made when it is first needed: a database that was never used stays empty, so that a backup can be restored into it. */
  async get(): Promise<string> {
    this.#key ??= await this.#shared();
    return this.#key;
  }

  async #shared(): Promise<string> {
    await this.#store.createMatch(this.#log, { kind: 'server', key: this.#chance.secret() });
    const head = (await this.#store.head(this.#log))?.head;
    if (typeof head === 'object' && head !== null && 'key' in head && typeof head.key === 'string') return head.key;
    throw new Error(`there is no key in ${this.#log}`);
  }
}
