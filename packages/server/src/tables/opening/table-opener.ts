import { BoundedMap } from '../../lib/caches.ts';
import { failure, type Result, success } from '@tablier/core';
import type { CommandError, Invite, TableTerms } from '@tablier/protocol';
import type { StandingStream, Store } from '@tablier/store';
import { keysOf, type LimitKey } from '../../lib/addresses.ts';
import { RateLimiter } from '../../lib/rate-limits.ts';
import { tableHeadOf, type TableLog } from '../logs/table-log.ts';
import { type TableHead, DELETED, seatOf, type TableState } from '../state/table-state.ts';
import type { Person } from '../../accounts/people.ts';
import type { BotPool } from '../../bots/bot-pool.ts';
import type { Contacts } from '../../contacts/contacts.ts';
import { idFrom } from '../../lib/context.ts';
import { type CommandId, commandHash, isSameCommand } from '../decisions/decide-command.ts';
import { checkTerms, type Guests, type WantedGuest } from '../state/table-terms.ts';

/** What one person, and one network address, may hold at a time. */
export const DEFAULT_HOLDING_LIMITS = {
  tables: 30,
  botGames: 5,
  /** The same for the tables opened from one address. A whole school may share one address. */
  tablesFromAddress: 200,
  botGamesFromAddress: 20,
  /** Invitations at the waiting tables of one person, including declined ones. */
  invitations: 12,
  invitationsOfOne: 3,
};
export type HoldingLimits = Readonly<typeof DEFAULT_HOLDING_LIMITS>;

/** A game against bots that has not changed for this long does not count towards `botGames`. Milliseconds. */
const RECENT = 10 * 60_000;
/** The wait after which a refused address may try again. Milliseconds. */
const RETRY = 60_000;
/** Tables of a person that are read. A person may be invited to any number of tables. */
const MAX_READ = 500;
/** The most addresses that are remembered. The least recent one is dropped, which only loosens its limit. */
const MAX_ADDRESSES = 10_000;
const LOOKS = { burst: 8, perSecond: 1 };

const STANDING = ['open', 'running'] as const;

interface NewTable {
  readonly id: string;
  readonly head: Pick<TableHead, 'chairs'>;
}

interface Opened {
  readonly withBots: boolean;
  /** When it last changed, as far as it was read. */
  touchedAt: number;
}

/** The tables opened from a network, in the order of their opening. Finished ones are dropped when there are too many. */
interface FromNetwork {
  readonly tables: Map<string, Opened>;
  looked: Promise<void>;
}

interface Network extends LimitKey {
  readonly isNew: boolean;
}

type HeadedTable = ReturnType<typeof headedOf>[number];

const headedOf = (found: readonly StandingStream[]) =>
  found.flatMap((table) => {
    const head = tableHeadOf(table.head);
    return head === null ? [] : [{ ...table, head }];
  });

const invitedIn = ({ chairs }: Pick<TableHead, 'chairs'>): readonly string[] =>
  chairs.flatMap((chair) => (chair.kind === 'invited' ? [chair.person] : []));

const hasBots = ({ chairs }: Pick<TableHead, 'chairs'>): boolean => chairs.some(({ kind }) => kind === 'bot');

/** No client can fill the server with unfinished tables. Those per address are counted in memory: addresses are never stored. */
export class Holdings {
  readonly #store: Store;
  readonly #limits: HoldingLimits;
  readonly #now: () => number;
  readonly #opened = new BoundedMap<string, FromNetwork>(MAX_ADDRESSES);
  readonly #looks: RateLimiter;
  /** Tables that each person is opening right now and that the store does not count yet. */
  readonly #opening = new Map<string, Set<NewTable>>();
  /** The same, of everyone, by id. */
  readonly #unstored = new Map<string, NewTable>();

  constructor(store: Store, limits: HoldingLimits, now: () => number) {
    this.#store = store;
    this.#limits = limits;
    this.#now = now;
    this.#looks = new RateLimiter(LOOKS, now);
  }

  async opened(
    opener: { readonly person: string; readonly address: string | null },
    table: NewTable,
    open: () => Promise<Result<string, CommandError<'open'>>>,
  ): Promise<Result<string, CommandError<'open'>>> {
    const { person, address } = opener;
    const opening = this.#opening.get(person) ?? new Set();
    const own = [...opening];
    // Before the first wait, so that openings at the same time count each other.
    this.#opening.set(person, opening.add(table));
    this.#unstored.set(table.id, table);
    const near = address === null ? [] : keysOf(address).map((each) => this.#reserve(each, table));
    let isOpen = false;
    try {
      const refusal = await this.#refusal(person, table, { own, near });
      if (refusal !== null) return failure(refusal);
      const result = await open();
      isOpen = result.ok;
      return result;
    } finally {
      if (!isOpen) for (const { key, isNew } of near) if (isNew) this.#opened.get(key)?.tables.delete(table.id);
      this.#unstored.delete(table.id);
      opening.delete(table);
      if (opening.size === 0) this.#opening.delete(person);
    }
  }

  async #refusal(
    person: string,
    table: NewTable,
    // What counts before it: tables that its opener is opening at the same time, and those of its networks.
    { own: opening, near }: { readonly own: readonly NewTable[]; readonly near: readonly Network[] },
  ): Promise<CommandError<'open'> | null> {
    const { tables, botGames } = this.#limits;
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
    for (const network of near) if (await this.#isFull(network, table)) return { name: 'too-many', retryMs: RETRY };
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

  /** Read only if the network is full, and not at each of many openings at once, which would stop the server. */
  async #isFull(network: Network, table: NewTable): Promise<boolean> {
    const opened = this.#opened.get(network.key);
    if (opened === undefined || this.#hasRoom(network, table, -Infinity)) return false;
    if (this.#looks.take(network.key) === 0) opened.looked = this.#look(opened.tables);
    await opened.looked;
    return !this.#hasRoom(network, table, this.#now() - RECENT);
  }

  #hasRoom({ key, share }: Network, table: NewTable, since: number): boolean {
    const { tablesFromAddress, botGamesFromAddress } = this.#limits;
    let [tables, botGames] = [0, 0];
    for (const [id, { withBots, touchedAt }] of this.#opened.get(key)?.tables ?? []) {
      if (id === table.id) break;
      tables++;
      if (withBots && touchedAt > since) botGames++;
    }
    return tables < tablesFromAddress * share && (!hasBots(table.head) || botGames < botGamesFromAddress * share);
  }

  async #look(tables: Map<string, Opened>): Promise<void> {
    const ids = [...tables.keys()].filter((id) => !this.#unstored.has(id));
    const found = await this.#store.standing({ statuses: STANDING, ids, limit: ids.length });
    const standing = new Map(found.map(({ id, touchedAt }) => [id, touchedAt]));
    for (const id of ids) {
      const [table, touchedAt] = [tables.get(id), standing.get(id)];
      if (touchedAt === undefined) tables.delete(id);
      else if (table !== undefined) table.touchedAt = touchedAt;
    }
  }

  #reserve({ key, share }: LimitKey, { id, head }: NewTable): Network {
    const opened = this.#opened.get(key) ?? { tables: new Map<string, Opened>(), looked: Promise.resolve() };
    const isNew = !opened.tables.has(id);
    if (isNew) opened.tables.set(id, { withBots: hasBots(head), touchedAt: Infinity });
    this.#opened.set(key, opened);
    return { key, share, isNew };
  }
}

interface TableOpenerDeps {
  readonly store: Store;
  readonly tableLog: TableLog;
  readonly holdings: Holdings;
  readonly bots: BotPool;
  readonly contacts: Contacts;
  readonly stateOf: (id: string) => Promise<TableState | null>;
}

/** The suggested wait before a table with bots can be opened while the bot queue is full. Milliseconds. */
const BOTS_RETRY = 10_000;

export class TableOpener {
  readonly #deps: TableOpenerDeps;

  constructor(deps: TableOpenerDeps) {
    this.#deps = deps;
  }

  /** The same terms under the same `key` return the same table. `address`: of the client, if known. */
  async open(
    person: Person,
    key: string,
    terms: TableTerms,
    address: string | null = null,
  ): Promise<Result<string, CommandError<'open'>>> {
    const { store, tableLog, holdings, bots } = this.#deps;
    const guests = await this.#guestsOf(person, terms);
    if (!guests.ok) return guests;
    const head = checkTerms(terms, person, guests.value);
    if (!head.ok) return head;
    const command = { key, hash: commandHash({ kind: 'open', terms }) };
    const id = idFrom(`table ${key}`);
    if ((await store.head(id)) !== undefined) return this.#openedBefore(id, command);
    const withBots = head.value.chairs.some(({ kind }) => kind === 'bot');
    if (withBots && bots.isFull) return failure({ name: 'too-many', retryMs: BOTS_RETRY });
    const opener = { person: person.id, address };
    return holdings.opened(opener, { id, head: head.value }, async () => {
      const created = await tableLog.create(id, { ...head.value, commandHash: command.hash });
      return created === 'created' ? success(id) : this.#openedBefore(id, command);
    });
  }

  async #openedBefore(id: string, command: CommandId): Promise<Result<string, CommandError<'open'>>> {
    const opened = { hash: await this.#deps.tableLog.openedBy(id) };
    return isSameCommand(opened, command) ? success(id) : failure({ name: 'id-used' });
  }

  create(id: string, head: TableHead): Promise<'created' | 'exists'> {
    return this.#deps.tableLog.create(id, head);
  }

  /** The people for whom chairs are to be reserved: past opponents, and members by their usernames. All must accept challenges of `person`. */
  async #guestsOf(person: Person, { chairs }: TableTerms): Promise<Result<Guests, CommandError<'open'>>> {
    const { contacts } = this.#deps;
    const guests = new Map<WantedGuest, Person>();
    for (const chair of chairs) {
      if (typeof chair === 'string' || 'bot' in chair) continue;
      const guest =
        'invite' in chair ? await this.#met(person, chair.invite) : await contacts.byUsername(chair.username);
      if (guest === null) return failure({ name: 'invite' in chair ? 'not-invited' : 'unknown-player' });
      if (guest.id !== person.id && !(await contacts.mayChallenge(person.id, guest.id)))
        return failure({ name: 'no-contact' });
      guests.set(chair, guest);
    }
    return success((chair) => guests.get(chair) ?? null);
  }

  async #met(person: Person, { table, seat }: Invite): Promise<Person | null> {
    const played = await this.#deps.stateOf(table);
    if (played === null || played.match === null || seatOf(played, person.id) < 0) return null;
    const met = played.chairs[seat];
    return met?.kind === 'person' && met.person !== DELETED ? { id: met.person, name: met.name } : null;
  }
}
