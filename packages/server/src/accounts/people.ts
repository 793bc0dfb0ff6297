import { timingSafeEqual } from 'node:crypto';
import {
  type Account,
  type AccountRepository,
  type FoundSession,
  type NewSession,
  type SessionRef,
  startOfDay,
} from '@tablier/store';
import { type Chance, sha256 } from '../lib/chance.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import { isIdle } from './account.ts';

/** A person who plays. The id is known to the server alone; others see the name. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Whether they have no way to sign in; left out where that is not known. */
  readonly guest?: boolean;
}

/** A person and the session that they were recognized by. */
export interface Known {
  readonly person: Person;
  readonly session: string;
}

/** Sessions of one account: the oldest makes room for one more. */
export const MOST_SESSIONS = 30;
const LONGEST_AGENT = 120;

/**
 * Recognizes people by the tokens of their sessions and makes new ones. A token is `account.session.secret`; of the secret only
 * the hash is stored.
 */
export class People {
  readonly #repository: AccountRepository;
  readonly #chance: Chance;
  readonly #now: () => number;
  /** Sessions whose use is being noted. */
  readonly #noting = new Set<string>();

  constructor(repository: AccountRepository, chance: Chance, now: () => number) {
    this.#repository = repository;
    this.#chance = chance;
    this.#now = now;
  }

  /** A new person under this name, and the token of their first session. Throws an `UnavailableError`. */
  async newGuest(name: string, agent: string): Promise<{ readonly person: Person; readonly token: string }> {
    const person = { id: this.#chance.id(), name };
    const { token, session } = this.newSession(person.id, agent);
    const created = await this.#repository.createGuest({ ...person, session }, this.#now());
    if (!created.ok) throw new UnavailableError('a guest could not be stored');
    return { person, token };
  }

  /** A session that is stored nowhere yet, and its token. */
  newSession(account: string, agent: string): { readonly token: string; readonly session: NewSession } {
    const id = this.#chance.id();
    const { token, secretHash } = this.newSecret({ account, session: id });
    return { token, session: { id, secretHash, agent: cutAgent(agent) } };
  }

  /** Another secret for a session, not stored yet, and the token with it. */
  newSecret({ account, session }: SessionRef): { readonly token: string; readonly secretHash: string } {
    const secret = this.#chance.secret();
    return { token: `${account}.${session}.${secret}`, secretHash: sha256(secret) };
  }

  /** Whom a token stands for; `null` for nobody, whatever is wrong with it. */
  async find(token: string): Promise<Known | null> {
    const [id, session, secret, ...rest] = token.split('.');
    if (!isPersonId(id) || !isPersonId(session) || secret === undefined || rest.length > 0) return null;
    const found = await this.#repository.findSession(session);
    if (found === null || found.account !== id || isIdle(found, this.#now())) return null;
    if (!timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(found.secretHash))) return null;
    void this.#noteUse(found);
    return { person: { id, name: found.name, guest: found.isGuest }, session };
  }

  /** All that is stored of a person; `null` where there is none. */
  account(person: string): Promise<Account | null> {
    return this.#repository.find(person);
  }

  /** Ends a session for good; whether there was one. Throws an `UnavailableError`. */
  async revoke({ account, session }: SessionRef): Promise<boolean> {
    const closed = await this.#repository.closeSessions(account, { only: session });
    if (!closed.ok && closed.error === 'unavailable') throw new UnavailableError('a session could not be ended');
    return closed.ok && closed.value.length > 0;
  }

  /** Notes once a day that a session is used. The request does not wait for it; where the database does not answer the next use is noted. */
  async #noteUse({ account, id, usedOn }: FoundSession): Promise<void> {
    const now = this.#now();
    if (usedOn >= startOfDay(now) || this.#noting.has(id)) return;
    this.#noting.add(id);
    await this.#repository.noteUse({ account, session: id }, now);
    this.#noting.delete(id);
  }
}

export const isPersonId = (text: string | undefined): text is string => text !== undefined && /^[\w-]{22}$/.test(text);

export const cutAgent = (agent: string): string => agent.slice(0, LONGEST_AGENT);
