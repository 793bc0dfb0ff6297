import { failure, type Result, success } from '@tablier/core';
import type { CommandError, Invite, TableTerms } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import type { Person } from '../../accounts/people.ts';
import type { BotPool } from '../../bots/bot-pool.ts';
import type { Contacts } from '../../contacts/contacts.ts';
import { idFrom } from '../../lib/chance.ts';
import { type CommandId, commandHash, isSameCommand } from '../decisions/command-results.ts';
import type { Holdings } from './holdings.ts';
import type { TableLog } from '../logs/table-log.ts';
import { DELETED, seatOf, type TableHead, type TableState } from '../state/table-state.ts';
import { checkTerms, type Guests, type WantedGuest } from '../state/table-terms.ts';

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
      if (!created.ok) return failure({ name: created.error });
      return created.value === 'created' ? success(id) : this.#openedBefore(id, command);
    });
  }

  async #openedBefore(id: string, command: CommandId): Promise<Result<string, CommandError<'open'>>> {
    const opened = { hash: await this.#deps.tableLog.openedBy(id) };
    return isSameCommand(opened, command) ? success(id) : failure({ name: 'id-used' });
  }

  async create(id: string, head: TableHead): Promise<Result<string, { readonly name: 'unavailable' }>> {
    const created = await this.#deps.tableLog.create(id, head);
    return created.ok ? success(id) : failure({ name: created.error });
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
