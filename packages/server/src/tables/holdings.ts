import { failure, type Result, success } from '@tablier/core';
import type { CommandError } from '@tablier/protocol';
import type { StandingStream, Store } from '@tablier/store';
import { keysOf } from '../lib/addresses.ts';
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
    const { person } = opener;
    const opening = this.#opening.get(person) ?? new Set();
    const before = [...opening];
    this.#opening.set(person, opening.add(table));
    try {
      const refusal = await this.#refusal(opener, table, before);
      if (refusal !== null) return failure(refusal);
      const result = await open();
      if (result.ok) this.#remember(opener, table.id);
      return result.ok ? success(result.value) : result;
    } finally {
      opening.delete(table);
      if (opening.size === 0) this.#opening.delete(person);
    }
  }

  /** `opening`: tables that the same person is opening at the same time. */
  async #refusal(
    { person, address }: Opener,
    table: NewTable,
    opening: readonly NewTable[],
  ): Promise<CommandError<'open'> | null> {
    const { tables, botGames, tablesFromAddress, botGamesFromAddress } = this.#limits;
    const found = await this.#store.standing({ statuses: STANDING, person, limit: MAX_READ });
    const own = headedOf(found).filter(({ head }) => head.host === person);
    // One that is being opened may be in the store by now.
    const stored = new Set(own.map(({ id }) => id));
    const unstored = opening.filter(({ id }) => !stored.has(id));
    const withBots = hasBots(table.head);
    if (own.length + unstored.length >= tables) return { name: 'too-many-games', detail: 'tables' };
    if (withBots && this.#botGames(own) + unstored.length >= botGames)
      return { name: 'too-many-games', detail: 'bots' };
    const invitations = this.#invitationsRefusal(table, [...own, ...unstored]);
    if (invitations !== null || address === null) return invitations;
    for (const { key, share } of keysOf(address)) {
      const near = await this.#standingFrom(key);
      const isFullOfBots = withBots && this.#botGames(near) >= botGamesFromAddress * share;
      if (near.length >= tablesFromAddress * share || isFullOfBots) return { name: 'too-many', retryMs: RETRY };
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

  /** The unfinished tables opened from a network; finished ones are dropped from memory. */
  async #standingFrom(key: string): Promise<readonly HeadedTable[]> {
    const ids = this.#opened.get(key);
    if (ids === undefined) return [];
    const found = await this.#store.standing({ statuses: STANDING, ids: [...ids], limit: ids.size });
    const standing = new Set(found.map(({ id }) => id));
    for (const id of ids) if (!standing.has(id)) ids.delete(id);
    return headedOf(found);
  }

  #remember({ address }: Opener, id: string): void {
    if (address === null) return;
    for (const { key } of keysOf(address)) {
      const ids = this.#opened.get(key) ?? new Set();
      this.#opened.delete(key);
      this.#opened.set(key, ids.add(id));
    }
    for (const oldest of this.#opened.keys()) {
      if (this.#opened.size <= MAX_ADDRESSES) break;
      this.#opened.delete(oldest);
    }
  }
}
