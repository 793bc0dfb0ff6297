import type { PendingDeletion, Store } from '@tablier/store';
import { seekLogOf, seekTables } from '../matchmaking/seek-log.ts';
import type { Log } from '../lib/log.ts';
import type { PersonalData } from './personal-data.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import type { Traces } from '../accounts/traces.ts';

export interface DeletionParts {
  readonly store: Store;
  readonly traces: Traces;
  readonly personalData: PersonalData;
  readonly log: Log;
}

/** After so long a deletion that the database did not let finish is tried again. Milliseconds. */
const RETRY = 30_000;
/** So long an account outlives the decision: every node has heard by then that its sessions are closed. Milliseconds. */
const GRACE = 10_000;

/**
 * Deletes people. What decides it is one transaction, with which every session ends; the rest follows from it and is taken up again
 * after a crash: games are resigned, the name leaves tables and chat, and last of all the account itself goes. A guest who joins an
 * account goes in the same way, but what they leave is the account's then.
 */
export class Deletion {
  readonly #parts: DeletionParts;
  /** What is left to do for each, and when. */
  readonly #later = new Map<string, NodeJS.Timeout>();

  constructor(parts: DeletionParts) {
    this.#parts = parts;
  }

  /** Whether it was done: `false` where the database does not answer. */
  delete(person: string): Promise<boolean> {
    return this.#begin(person);
  }

  /** Gives all that a guest has to an account, and ends the guest. Whether it was done; an account with a credential keeps its games. */
  join(guest: string, person: string): Promise<boolean> {
    return this.#begin(guest, person);
  }

  async #begin(person: string, givesTo?: string): Promise<boolean> {
    // It has been decided already, and is being finished.
    if (this.#later.has(person)) return true;
    const decided = await this.#parts.store.accounts.beginDeletion(person, givesTo);
    if (!decided.ok) return decided.error !== 'unavailable';
    await this.#finish(person, GRACE);
    return true;
  }

  /** Finishes what an earlier server left. */
  async resume(): Promise<void> {
    for (const { account } of await this.#parts.store.accounts.pendingDeletions()) await this.#finish(account, 0);
  }

  /** Finishes what waits. */
  async close(): Promise<void> {
    const waiting = [...this.#later.keys()];
    for (const timer of this.#later.values()) clearTimeout(timer);
    this.#later.clear();
    for (const person of waiting) await this.#tended(() => this.#erase(person));
  }

  async #finish(person: string, grace: number): Promise<void> {
    const isRemoved = await this.#tended(() => this.#remove(person));
    if (isRemoved && grace === 0 && (await this.#tended(() => this.#erase(person)))) return;
    this.#wait(person, isRemoved && grace > 0 ? grace : RETRY);
  }

  #wait(person: string, ms: number): void {
    clearTimeout(this.#later.get(person));
    const timer = setTimeout(() => {
      this.#later.delete(person);
      void this.#finish(person, 0);
    }, ms);
    this.#later.set(person, timer.unref());
  }

  /** Whether it went well; the database may not answer. */
  async #tended(work: () => Promise<void>): Promise<boolean> {
    try {
      await work();
      return true;
    } catch (error) {
      this.#parts.log.error({ err: error }, 'a deletion could not be finished yet');
      return false;
    }
  }

  async #remove(id: string): Promise<void> {
    const { store, traces, personalData } = this.#parts;
    const pending = await store.accounts.pendingDeletion(id);
    if (pending === null) return;
    if (pending.givesTo !== null) await this.#give(pending, pending.givesTo);
    const tables = await personalData.tables(id);
    for (const table of tables) await personalData.leave(table, { id, name: pending.name });
    const named = [...tables, ...(await traces.of(id)), ...(await seekTables(store, id))];
    for (const table of new Set(named)) await personalData.remove(table, id);
    must(await store.erase(seekLogOf(id)));
  }

  /** What cannot be given, because the account is at the same table or is being deleted, is left as by a deletion. */
  async #give({ account: id, name }: PendingDeletion, to: string): Promise<void> {
    const { traces, personalData } = this.#parts;
    for (const table of new Set([...(await personalData.tables(id)), ...(await traces.of(id))])) {
      // Noted before: what this person said there is the account's then, which may have to find it without a chair.
      if ((await traces.note(to, table)) === 'noted') await personalData.give(table, { id, name }, to);
    }
  }

  async #erase(person: string): Promise<void> {
    const erased = await this.#parts.store.accounts.erase(person);
    if (!erased.ok) throw new UnavailableError('an account could not be erased');
  }
}

function must({ name }: { readonly name: string }): void {
  if (name === 'unavailable') throw new UnavailableError('a log could not be erased');
}
