import { failure, type Result, success } from '@tablier/core';
import { ROOMS } from '@tablier/protocol';
import { type RedactResult, type Store, StoreUnavailable } from '@tablier/store';
import { isTableId, systemChance } from './lib/chance.ts';
import type { Account } from './accounts/account.ts';
import { Logins, parseLogin } from './accounts/usernames.ts';
import { isPersonId, People, personOf } from './accounts/people.ts';
import { chatLog } from './tables/chat.ts';
import { chatEraser, isSaidBy, isSaidUnder, tableMarker } from './privacy/redaction.ts';
import { isTableHead } from './tables/table-log.ts';

import { Bans } from './moderation/bans.ts';

/** An account as an operator sees it. Times are milliseconds since 1970. */
export interface FoundPerson {
  readonly id: string;
  readonly name: string;
  /** `null` for a guest. */
  readonly username: string | null;
  readonly createdAt: number;
  /** `null` if no session is left. */
  readonly usedAt: number | null;
  readonly isBanned: boolean;
}

const PAGE = 500;

/**
 * What an operator can do to accounts, with or without a running server. Every method throws if the database does not
 * answer.
 */
export class Operator {
  readonly #store: Store;
  readonly #people: People;
  readonly #bans: Bans;

  constructor(store: Store) {
    this.#store = store;
    this.#people = new People(store, systemChance, Date.now);
    this.#bans = new Bans(store);
  }

  /** All people with this id, username or display name, ignoring case. Searches all accounts. */
  async find(who: string): Promise<readonly FoundPerson[]> {
    await this.#bans.read();
    if (isPersonId(who)) {
      const account = await this.#people.account(who);
      if (account !== null || this.#bans.has(who)) return [this.#found(who, account)];
    }
    const login = parseLogin(who);
    const owner = login === null ? null : await new Logins(this.#store).find(login);
    const found: FoundPerson[] = [];
    for await (const [id, account] of this.#accounts()) {
      if (id === owner || parseLogin(account.name) === login) found.push(this.#found(id, account));
    }
    return found;
  }

  /** Bans a person (`tablier ban`) or lifts the ban. Every running server notices. */
  ban(person: string, change: 'banned' | 'unbanned'): Promise<void> {
    return this.#bans.set(person, change, Date.now());
  }

  /**
   * Erases chat lines at a table: all of them, or those of one person by id or by the name they were said under.
   * Returns the number of lines. Servers with the table in memory read it again; open pages keep what they show.
   */
  async eraseText(table: string, who: string | null): Promise<Result<number, 'unknown-table'>> {
    if (!isTableId(table) || !isTableHead((await this.#store.head(table))?.head)) return failure('unknown-table');
    const isMeant = (data: unknown): boolean => who === null || isSaidBy(data, who) || isSaidUnder(data, who);
    let lines = 0;
    for (const room of ROOMS) {
      let erased = 0;
      const eraser = chatEraser(isMeant, (count) => (erased = count));
      must(await this.#store.redact(chatLog(table, room), eraser));
      lines += erased;
    }
    // A node that reads this event reads the chat again.
    if (lines > 0) must(await this.#store.redact(table, tableMarker(Date.now())));
    return success(lines);
  }

  async *#accounts(): AsyncGenerator<readonly [string, Account]> {
    for (let last = ''; ;) {
      const page = await this.#store.after(last, PAGE);
      for (const { id } of page) {
        const person = personOf(id);
        const account = person === null ? null : await this.#people.account(person);
        if (person !== null && account !== null) yield [person, account];
      }
      if (page.length < PAGE) return;
      last = page.at(-1)?.id ?? '';
    }
  }

  #found(id: string, account: Account | null): FoundPerson {
    const used = [...(account?.sessions.values() ?? [])].map(({ usedAt, openedAt }) => usedAt ?? openedAt);
    return {
      id,
      name: account?.name ?? '',
      username: account?.login ?? null,
      createdAt: account?.createdAt ?? 0,
      usedAt: used.length === 0 ? null : Math.max(...used),
      isBanned: this.#bans.has(id),
    };
  }
}

function must({ name }: RedactResult): void {
  if (name === 'unavailable') throw new StoreUnavailable('the database does not answer');
}
