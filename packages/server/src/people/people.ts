import { timingSafeEqual } from 'node:crypto';
import type { Store, StoredEvent } from '@tablier/store';
import { type Chance, sha256 } from '../chance.ts';

/** Somebody who plays. The id is known to the server alone; others see the name. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** One browser that somebody is known by. */
export interface Session {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly openedAt: number;
  /** What the browser says it is, for the list of sessions. */
  readonly agent: string;
}

/** A person and the session that he was recognized by. */
export interface Known {
  readonly person: Person;
  readonly session: string;
}

interface Account {
  readonly name: string;
  readonly seq: number;
  readonly sessions: ReadonlyMap<string, Session & { readonly hash: string }>;
}

/** Accounts kept in memory; the others are read again when they are needed. */
const MOST_CACHED = 10_000;
const LONGEST_AGENT = 120;

/**
 * Guests and their sessions. Everybody has a log of his own in the store: named, session opened, session closed. A token is
 * `person.session.secret`, so it finds its own log; of the secret only the hash is kept.
 */
export class People {
  readonly #store: Store;
  readonly #chance: Chance;
  readonly #now: () => number;
  readonly #cache = new Map<string, Account>();

  constructor(store: Store, chance: Chance, now: () => number) {
    this.#store = store;
    this.#chance = chance;
    this.#now = now;
  }

  /** A new person under this name, and the token that he is known by from now on. */
  async newGuest(name: string, agent: string): Promise<{ readonly person: Person; readonly token: string }> {
    const person = { id: this.#chance.id(), name };
    const session = this.#chance.id();
    const secret = this.#chance.secret();
    const at = this.#now();
    const created = await this.#store.createMatch(logOf(person.id), { kind: 'person' });
    if (created.name !== 'created') throw new Error(`a person could not be kept: ${created.name}`);
    const opened = { id: session, hash: sha256(secret), agent: agent.slice(0, LONGEST_AGENT) };
    const kept = await this.#store.append(logOf(person.id), 0, [
      { at, kind: 'named', data: { name } },
      { at, kind: 'session-opened', data: opened },
    ]);
    if (kept.name !== 'appended') throw new Error(`a person could not be kept: ${kept.name}`);
    return { person, token: `${person.id}.${session}.${secret}` };
  }

  /** Whom a token stands for; `null` for nobody, whatever is wrong with it. */
  async find(token: string): Promise<Known | null> {
    const [id, session, secret, ...rest] = token.split('.');
    if (!isId(id) || !isId(session) || secret === undefined || rest.length > 0) return null;
    const account = await this.#account(id);
    const opened = account?.sessions.get(session);
    if (account === null || opened === undefined) return null;
    const given = Buffer.from(sha256(secret));
    return timingSafeEqual(given, Buffer.from(opened.hash)) ? { person: { id, name: account.name }, session } : null;
  }

  async sessions(person: string): Promise<readonly Session[]> {
    const account = await this.#account(person);
    return [...(account?.sessions.values() ?? [])].map(({ id, openedAt, agent }) => ({ id, openedAt, agent }));
  }

  /** Ends a session for good; whether there was one. */
  async revoke(person: string, session: string): Promise<boolean> {
    const account = await this.#account(person);
    if (account === null || !account.sessions.has(session)) return false;
    const closed = [{ at: this.#now(), kind: 'session-closed', data: { id: session } }];
    const kept = await this.#store.append(logOf(person), account.seq, closed);
    this.#cache.delete(person);
    if (kept.name === 'conflict') return this.revoke(person, session);
    if (kept.name !== 'appended') throw new Error(`a session could not be ended: ${kept.name}`);
    return true;
  }

  /** Another node may have changed a log: what is kept of it here is read again. */
  forget(log: string): void {
    if (log.startsWith(PREFIX)) this.#cache.delete(log.slice(PREFIX.length));
  }

  async #account(person: string): Promise<Account | null> {
    const cached = this.#cache.get(person);
    if (cached !== undefined) return cached;
    const events = await this.#store.read(logOf(person), 1);
    if (events.length === 0) return null;
    const account = events.reduce(afterEvent, { name: '', seq: 0, sessions: new Map() });
    this.#cache.set(person, account);
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= MOST_CACHED) break;
      this.#cache.delete(oldest);
    }
    return account;
  }
}

const PREFIX = 'p-';
const logOf = (person: string): string => PREFIX + person;
const isId = (text: string | undefined): text is string => text !== undefined && /^[\w-]{22}$/.test(text);

interface AccountData {
  readonly name: string;
  readonly id: string;
  readonly hash: string;
  readonly agent: string;
}

function afterEvent(account: Account, { seq, at, kind, data }: StoredEvent): Account {
  // What this class wrote itself: `kind` says which of the fields are there.
  const { name, id, hash, agent } = data as AccountData;
  if (kind === 'named') return { ...account, seq, name };
  const sessions = new Map(account.sessions);
  if (kind === 'session-opened') sessions.set(id, { id, hash, agent, openedAt: at });
  else sessions.delete(id);
  return { ...account, seq, sessions };
}
