import * as z from 'zod/mini';
import { lookOf } from '@tablier/core';
import { defineStream, type NewEvent, type Store, type StoredEvent, StoreUnavailable } from '@tablier/store';

const LOG = { id: 'server-usernames', kind: 'usernames' };
/** The most changes in the log. Each server reads the whole log when a username is claimed. */
const MOST = 20_000;

const username = z.object({ username: z.string() });
/** Declares no personal data: an operator reserves a name so that no person has it. */
const USERNAMES_STREAM = defineStream('usernames', {
  head: z.object({ kind: z.literal('usernames') }),
  events: { reserved: username, released: username },
  personal: {},
});

/** Names by which a person would pass for those who run the server. Display names may not look like them either. */
const ROLES = ['admin', 'administrator', 'moderator', 'operator', 'support', 'system', 'tablier'];
const WORDS = ['abuse', 'api', 'help', 'info', 'me', 'null', 'official', 'postmaster', 'root', 'security', 'staff'];

/** The look of a name without blanks and punctuation, such as `mod erator` and `_admin_` have. */
const reservedLook = (name: string): string => lookOf(name).replaceAll(/[\s\p{P}]/gu, '');

/** Usernames that no one may claim, by default and by the operator. An account that has one keeps it. */
export class ReservedUsernames {
  readonly #reserved = new Map([...ROLES, ...WORDS].map((name) => [name, reservedLook(name)]));
  readonly #log: ServerLog;

  constructor(store: ServerLogStore) {
    this.#log = new ServerLog(store, LOG, (event) => {
      const { kind, username: name } = USERNAMES_STREAM.readEvent(event);
      if (kind === 'reserved') this.#reserved.set(name, reservedLook(name));
      else this.#reserved.delete(name);
    });
  }

  /** Whether a normalised username may not be claimed. Reads what was added to the log. Rejects with `StoreUnavailable`. */
  async has(name: string): Promise<boolean> {
    const looks = [...(await this.#read()).values()];
    return looks.includes(reservedLook(name));
  }

  /** Whether a display name would pass for one of those who run the server. Rejects with `StoreUnavailable`. */
  async isRole(name: string): Promise<boolean> {
    const reserved = await this.#read();
    const look = reservedLook(name);
    return ROLES.some((role) => reserved.get(role) === look);
  }

  /** Rejects with `StoreUnavailable`. */
  async list(): Promise<readonly string[]> {
    return [...(await this.#read()).keys()];
  }

  async #read(): Promise<ReadonlyMap<string, string>> {
    await this.#log.readOn();
    return this.#reserved;
  }

  /** Durable. `full`: the log has too many changes. Throws `StoreUnavailable`. */
  async set(name: string, change: 'reserved' | 'released', at: number): Promise<'changed' | 'unchanged' | 'full'> {
    for (;;) {
      if ((await this.#read()).has(name) === (change === 'reserved')) return 'unchanged';
      if (this.#log.seq >= MOST) return 'full';
      if (await this.#log.append({ at, kind: change, data: { username: name } })) return 'changed';
    }
  }
}

const PAGE = 500;

export type ServerLogStore = Pick<Store, 'read' | 'append' | 'createStream'>;

/** A log of the whole server. The operator's commands write it from other processes, and every server reads on in it. */
export class ServerLog {
  readonly #store: ServerLogStore;
  readonly #log: { readonly id: string; readonly kind: string };
  readonly #take: (event: StoredEvent) => void;
  #seq = 0;

  constructor(store: ServerLogStore, log: { id: string; kind: string }, take: (event: StoredEvent) => void) {
    this.#store = store;
    this.#log = log;
    this.#take = take;
  }

  get seq(): number {
    return this.#seq;
  }

  async readOn(): Promise<void> {
    for (let isAtEnd = false; !isAtEnd;) {
      const events = await this.#store.read(this.#log.id, this.#seq + 1, PAGE);
      for (const event of events) {
        // Another caller has read on meanwhile: an old event must not undo a later one.
        if (event.seq <= this.#seq) continue;
        this.#seq = event.seq;
        this.#take(event);
      }
      isAtEnd = events.length < PAGE;
    }
  }

  /** Durable if `true`; otherwise the log must be read on first. Throws `StoreUnavailable`. */
  async append(event: NewEvent): Promise<boolean> {
    const { id, kind } = this.#log;
    const kept = await this.#store.append(id, this.#seq, [event]);
    if (kept.name === 'unavailable') throw new StoreUnavailable(kept.detail);
    if (kept.name === 'unknown-stream') await this.#store.createStream(id, { kind });
    return kept.name === 'appended';
  }
}
