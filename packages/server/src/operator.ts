import { failure, type Result, success } from '@tablier/core';
import { ROOMS } from '@tablier/protocol';
import {
  type Account,
  type AccountName,
  type RedactResult,
  type Store,
  type StoredEvent,
  StoreUnavailable,
} from '@tablier/store';
import { isTableId } from './lib/chance.ts';
import { parseUsername } from './accounts/usernames.ts';
import { isPersonId } from './accounts/people.ts';
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
  /** The day they were last here; `null` if no session is left. */
  readonly usedOn: number | null;
  readonly isBanned: boolean;
}

const PAGE = 500;

/**
 * What an operator can do to accounts, with or without a running server. Every method throws if the database does not
 * answer.
 */
export class Operator {
  readonly #store: Store;
  readonly #bans: Bans;

  constructor(store: Store) {
    this.#store = store;
    this.#bans = new Bans(store);
  }

  /** All people with this id, username or display name, ignoring case. Searches all accounts. */
  async find(who: string): Promise<readonly FoundPerson[]> {
    await this.#bans.read();
    if (isPersonId(who)) {
      const account = await this.#store.accounts.find(who);
      if (account !== null || this.#bans.has(who)) return [this.#found(who, account)];
    }
    const login = parseUsername(who);
    const owner = login === null ? null : await this.#store.accounts.findPassword(login);
    const found: FoundPerson[] = [];
    for await (const { id, name } of this.#names()) {
      if (id !== owner?.account && parseUsername(name) !== login) continue;
      const account = await this.#store.accounts.find(id);
      if (account !== null) found.push(this.#found(id, account));
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
    const isMeant = (event: StoredEvent): boolean => who === null || isSaidBy(event, who) || isSaidUnder(event, who);
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

  async *#names(): AsyncGenerator<AccountName> {
    for (let last = ''; ;) {
      const page = await this.#store.accounts.names({ after: last, limit: PAGE });
      yield* page;
      if (page.length < PAGE) return;
      last = page.at(-1)?.id ?? '';
    }
  }

  #found(id: string, account: Account | null): FoundPerson {
    const used = (account?.sessions ?? []).map(({ usedOn }) => usedOn);
    return {
      id,
      name: account?.name ?? '',
      username: account?.username ?? null,
      createdAt: account?.createdAt ?? 0,
      usedOn: used.length === 0 ? null : Math.max(...used),
      isBanned: this.#bans.has(id),
    };
  }
}

function must({ name }: RedactResult): void {
  if (name === 'unavailable') throw new StoreUnavailable('the database does not answer');
}
