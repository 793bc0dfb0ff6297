import { failure, type Result } from '@tablier/core';
import type { CommandError } from '@tablier/protocol';
import type { StandingStream, Store } from '@tablier/store';
import { keysOf, type LimitKey } from '../lib/addresses.ts';
import { tableHeadOf } from './table-log.ts';
import type { TableHead } from './table-state.ts';

/** What one person, and one network address, may hold at a time. */
export interface HoldingLimits {
  /** Unfinished tables that one person has opened. */
  readonly tables: number;
  /** Of those, tables with bots that changed recently. */
  readonly botGames: number;
  /** The same for the tables opened from one address. A whole school may share one address. */
  readonly tablesFromAddress: number;
  readonly botGamesFromAddress: number;
  /** Invitations at the waiting tables of one person, including declined ones. */
  readonly invitations: number;
  /** Of those, invitations of the same person. */
  readonly invitationsOfOne: number;
}

export const DEFAULT_HOLDING_LIMITS: HoldingLimits = {
  tables: 30,
  botGames: 5,
  tablesFromAddress: 200,
  botGamesFromAddress: 20,
  invitations: 12,
  invitationsOfOne: 3,
};

/** A game against bots that has not changed for this long does not count towards `botGames`. Milliseconds. */
const RECENT = 10 * 60_000;
/** The wait after which a refused address may try again. Milliseconds. */
const RETRY = 60_000;
/** Tables of a person that are read. A person may be invited to any number of tables. */
const MAX_READ = 500;
/** The most addresses that are remembered. The least recent one is dropped, which only loosens its limit. */
const MAX_ADDRESSES = 10_000;

/** The person and the address that open a table. */
interface Opener {
  readonly person: string;
  /** The network address of the connection; `null` if unknown. */
  readonly address: string | null;
}

const STANDING = ['open', 'running'] as const;

/** A table that is about to be opened. */
interface NewTable {
  readonly id: string;
  readonly head: Pick<TableHead, 'chairs'>;
}

/** A network of the opener, with the tables that were opened from it before. */
interface Network extends LimitKey {
  readonly before: readonly string[];
  /** Whether this opening is the first with its id. */
  readonly isNew: boolean;
}

/** What counts before a new table: tables that its opener is opening at the same time, and those of its networks. */
interface Earlier {
  readonly own: readonly NewTable[];
  readonly near: readonly Network[];
}

/** A table of the store with its head. */
interface HeadedTable extends Omit<StandingStream, 'head'> {
  readonly head: TableHead;
}

/** Those whose heads can be read. */
const headedOf = (found: readonly StandingStream[]): readonly HeadedTable[] =>
  found.flatMap((table) => {
    const head = tableHeadOf(table.head);
    return head === null ? [] : [{ ...table, head }];
  });

/** The people invited when the table was opened. */
const invitedIn = ({ chairs }: Pick<TableHead, 'chairs'>): readonly string[] =>
  chairs.flatMap((chair) => (chair.kind === 'invited' ? [chair.person] : []));

const hasBots = ({ chairs }: Pick<TableHead, 'chairs'>): boolean => chairs.some(({ kind }) => kind === 'bot');

/**
 * Counts the tables that people hold, so that one client cannot fill the server with tables that are never finished.
 * The tables of a person are counted in the store; tables per address are counted in memory, because addresses are
 * never stored.
 */
export class Holdings {
  readonly #store: Store;
  readonly #limits: HoldingLimits;
  readonly #now: () => number;
  /** Tables opened from each network, by its key. */
  readonly #opened = new Map<string, Set<string>>();
  /** Tables that each person is opening right now and that the store does not count yet. */
  readonly #opening = new Map<string, Set<NewTable>>();
  /** The same, of everyone, by id. */
  readonly #unstored = new Map<string, NewTable>();

  constructor(store: Store, limits: HoldingLimits, now: () => number) {
    this.#store = store;
    this.#limits = limits;
    this.#now = now;
  }

  /** Opens a table with `open`, unless a limit is reached. */
  async opened(
    opener: Opener,
    table: NewTable,
    open: () => Promise<Result<string, CommandError<'open'>>>,
  ): Promise<Result<string, CommandError<'open'>>> {
    const { person, address } = opener;
    const opening = this.#opening.get(person) ?? new Set();
    const own = [...opening];
    // Before the first wait, so that openings at the same time count each other.
    this.#opening.set(person, opening.add(table));
    this.#unstored.set(table.id, table);
    const near = address === null ? [] : keysOf(address).map((each) => this.#reserve(each, table.id));
    let isOpen = false;
    try {
      const refusal = await this.#refusal(person, table, { own, near });
      if (refusal !== null) return failure(refusal);
      const result = await open();
      isOpen = result.ok;
      return result;
    } finally {
      if (!isOpen) for (const { key, isNew } of near) if (isNew) this.#opened.get(key)?.delete(table.id);
      this.#unstored.delete(table.id);
      opening.delete(table);
      if (opening.size === 0) this.#opening.delete(person);
    }
  }

  async #refusal(
    person: string,
    table: NewTable,
    { own: opening, near }: Earlier,
  ): Promise<CommandError<'open'> | null> {
    const { tables, botGames, tablesFromAddress, botGamesFromAddress } = this.#limits;
    const found = await this.#store.standing({ statuses: STANDING, person, limit: MAX_READ });
    const own = headedOf(found).filter(({ id, head }) => head.host === person && id !== table.id);
    // One that is being opened may be in the store by now.
    const stored = new Set(own.map(({ id }) => id));
    const unstored = opening.filter(({ id }) => !stored.has(id));
    const withBots = hasBots(table.head);
    if (own.length + unstored.length >= tables) return { name: 'too-many-games', detail: 'tables' };
    if (withBots && this.#botGames(own) + unstored.length >= botGames)
      return { name: 'too-many-games', detail: 'bots' };
    const invitations = this.#invitationsRefusal(table, [...own, ...unstored]);
    if (invitations !== null) return invitations;
    for (const network of near) {
      const { share } = network;
      const { standing, unstored: begun } = await this.#standingFrom(network);
      const bots = this.#botGames(standing) + begun.filter(({ head }) => hasBots(head)).length;
      const isFull = standing.length + begun.length >= tablesFromAddress * share;
      if (isFull || (withBots && bots >= botGamesFromAddress * share)) return { name: 'too-many', retryMs: RETRY };
    }
    return null;
  }

  /** `others`: the unfinished tables of the same person, including those being opened. */
  #invitationsRefusal({ head }: NewTable, others: readonly (HeadedTable | NewTable)[]): CommandError<'open'> | null {
    const invited = invitedIn(head);
    if (invited.length === 0) return null;
    const waiting = others.filter((other) => !('status' in other) || other.status === 'open');
    const before = waiting.flatMap((other) => invitedIn(other.head));
    const { invitations, invitationsOfOne } = this.#limits;
    if (before.length + invited.length > invitations) return { name: 'too-many-invitations', detail: 'all' };
    const isTooOften = (person: string): boolean => before.filter((each) => each === person).length >= invitationsOfOne;
    return invited.some(isTooOften) ? { name: 'too-many-invitations', detail: 'person' } : null;
  }

  #botGames(tables: readonly HeadedTable[]): number {
    const since = this.#now() - RECENT;
    return tables.filter(({ head, touchedAt }) => hasBots(head) && touchedAt > since).length;
  }

  /** The unfinished tables opened from a network, and those being opened; finished ones are dropped from memory. */
  async #standingFrom({ key, before }: Network) {
    const begun = before.flatMap((id) => this.#unstored.get(id) ?? []);
    const ids = before.filter((id) => !this.#unstored.has(id));
    const found = await this.#store.standing({ statuses: STANDING, ids: before, limit: before.length });
    const standing = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!standing.has(id)) this.#opened.get(key)?.delete(id);
    return { standing: headedOf(found), unstored: begun.filter(({ id }) => !standing.has(id)) };
  }

  /** Counts a table that is about to be opened from a network. */
  #reserve({ key, share }: LimitKey, id: string): Network {
    const ids = this.#opened.get(key) ?? new Set();
    const isNew = !ids.has(id);
    const before = [...ids].filter((other) => other !== id);
    this.#opened.delete(key);
    this.#opened.set(key, ids.add(id));
    for (const oldest of this.#opened.keys()) {
      if (this.#opened.size <= MAX_ADDRESSES) break;
      this.#opened.delete(oldest);
    }
    return { key, share, before, isNew };
  }
}
