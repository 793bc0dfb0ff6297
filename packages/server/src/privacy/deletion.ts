import { failure, success } from '@tablier/core';
import type { Store } from '@tablier/store';
import { seekLogOf, seekTables } from '../matchmaking/seek-log.ts';
import type { Log } from '../lib/log.ts';
import type { PersonalData } from './personal-data.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import { type Account, type AccountEvent, waysIn } from '../accounts/account.ts';
import type { Logins } from '../accounts/usernames.ts';
import { type Change, logOf, type People, type Person, personOf } from '../accounts/people.ts';
import { loginsIn, tablesIn, type Traces } from '../accounts/traces.ts';

export interface DeletionParts {
  readonly store: Store;
  readonly people: People;
  readonly traces: Traces;
  readonly logins: Logins;
  readonly personalData: PersonalData;
  readonly log: Log;
}

/** Under this name those are listed whose going has been decided and is not finished. */
const LEAVING = 'leaving';
/** After so long a deletion that the database did not let finish is tried again. Milliseconds. */
const RETRY = 30_000;
const LEAVE: AccountEvent = { kind: 'leaving' };
/** So long the log of an account outlives it: every node has heard by then that its sessions are closed. Milliseconds. */
const GRACE = 10_000;

/**
 * Deletes people. What decides it is one event, with which every session ends; the rest follows from it and is taken up again
 * after a crash: games are resigned, the name leaves tables and chat, and last of all the account itself goes. A guest who joins an
 * account that is his goes in the same way, but for what he leaves: that is the account's then.
 */
export class Deletion {
  readonly #parts: DeletionParts;
  /** What is left to do for each, and when. */
  readonly #later = new Map<string, NodeJS.Timeout>();

  constructor(parts: DeletionParts) {
    this.#parts = parts;
  }

  /** Whether it was done: `false` where the database does not answer. */
  async delete(person: string): Promise<boolean> {
    return this.#go(person, () => success([LEAVE]));
  }

  /** Gives all that a guest has to an account that he has shown to be his, and ends him. Whether it was done; nothing is for who is no guest. */
  async join(guest: string, person: string): Promise<boolean> {
    return this.#go(guest, (account) =>
      waysIn(account) > 0 ? failure('no-guest') : success([{ kind: 'joining', person }]),
    );
  }

  async #go(person: string, change: Change<string>): Promise<boolean> {
    // It has been decided already, and is being finished.
    if (this.#later.has(person)) return true;
    const listing = { status: 'over', summary: null, people: [LEAVING] } as const;
    const decided = await this.#parts.people.change(person, change, { listing });
    if (!decided.ok) return decided.error !== 'unavailable';
    await this.#finish(person, GRACE);
    return true;
  }

  /** Finishes what an earlier server left. */
  async resume(): Promise<void> {
    for (const { id } of await this.#parts.store.matchesOf(LEAVING, 1000)) {
      const person = personOf(id);
      if (person !== null) await this.#finish(person, 0);
    }
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
    const { store, people, traces, personalData } = this.#parts;
    const account = await people.account(id);
    if (account === null) return;
    const noted = await traces.of(id);
    const person = { id, name: account.name };
    if (account.joins !== null) await this.#give(person, account, account.joins);
    const tables = await personalData.tables(id);
    for (const table of tables) await personalData.leave(table, person);
    const sought = await seekTables(store, id);
    const named = [...account.traces, ...tablesIn(noted), ...sought];
    for (const table of new Set([...tables, ...named])) await personalData.remove(table, id);
    must(await store.erase(seekLogOf(id)));
    const logins = [...loginsIn(noted), ...(account.login === null ? [] : [account.login])];
    for (const login of new Set(logins)) await this.#release(login, id);
  }

  /** What cannot be given, because the account is at the same table or is no more, is left as by anybody who is deleted. */
  async #give(person: Person, { traces }: Account, to: string): Promise<void> {
    const { people, personalData } = this.#parts;
    if ((await people.account(to)) === null) return;
    const named = [...traces, ...tablesIn(await this.#parts.traces.of(person.id))];
    for (const table of new Set([...(await personalData.tables(person.id)), ...named])) {
      // Noted before: what this person said there is the account's then, which may have to find it without a chair.
      const noted = await this.#parts.traces.note(to, { kind: 'traced', table });
      if (noted === 'noted') await personalData.give(table, person, to);
    }
  }

  async #release(login: string, person: string): Promise<void> {
    if (!(await this.#parts.logins.release(login, person)))
      throw new UnavailableError('a name could not be given back');
  }

  async #erase(person: string): Promise<void> {
    const { store, people, traces } = this.#parts;
    await traces.erase(person);
    must(await store.erase(logOf(person)));
    people.forget(logOf(person));
  }
}

function must({ name }: { readonly name: string }): void {
  if (name === 'unavailable') throw new UnavailableError('a log could not be erased');
}
