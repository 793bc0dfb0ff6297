import { timingSafeEqual } from 'node:crypto';
import { failure, type Result, success } from '@tablier/core';
import type { AppendExtras, Store } from '@tablier/store';
import { type Chance, sha256 } from '../chance.ts';
import { type Account, type AccountEvent, accountOf, type Session, storedAccountEvent } from './account.ts';

/** Somebody who plays. The id is known to the server alone; others see the name. */
export interface Person {
  readonly id: string;
  readonly name: string;
}

/** A person and the session that he was recognized by. */
export interface Known {
  readonly person: Person;
  readonly session: string;
}

/** Why an account was not changed: it is no more, the database does not answer, or the same was done before. */
export type ChangeError = 'gone' | 'unavailable' | 'done-before';

/** What a change comes to for an account as it is now: events, or by name why not. */
export type Change<E extends string> = (account: Account) => Result<readonly AccountEvent[], E>;

/** A new session, not yet in the log, and the token that it is recognized by. */
export interface NewSession {
  readonly token: string;
  readonly person: string;
  readonly event: AccountEvent & { readonly kind: 'session-opened' };
}

/** Accounts kept in memory; the others are read again when they are needed. */
const MOST_CACHED = 10_000;
/** What is kept in memory is believed so long, should the news of a change be lost on its way. Milliseconds. */
const BELIEVED = 60_000;
const LONGEST_AGENT = 120;
/** Sessions of one person: the oldest makes room for one more. */
const MOST_SESSIONS = 30;

/**
 * People and their sessions. Everybody has a log of his own in the store: named, session opened, session closed, and how he
 * is known again. A token is `person.session.secret`, so it finds its own log; of the secret only the hash is kept.
 */
export class People {
  readonly #store: Store;
  readonly #chance: Chance;
  readonly #now: () => number;
  readonly #cache = new Map<string, { readonly account: Account; readonly readAt: number }>();
  /** Rises whenever something is forgotten: what was read before that is not kept. */
  #forgotten = 0;

  constructor(store: Store, chance: Chance, now: () => number) {
    this.#store = store;
    this.#chance = chance;
    this.#now = now;
  }

  /** A new person under this name, and the token that he is known by from now on. */
  async newGuest(name: string, agent: string): Promise<{ readonly person: Person; readonly token: string }> {
    const person = { id: this.#chance.id(), name };
    const { token, event } = this.newSession(person.id, agent);
    const created = await this.#store.createMatch(logOf(person.id), { kind: 'person' });
    if (created.name !== 'created') throw new Error(`a person could not be kept: ${created.name}`);
    const events = [{ kind: 'named', name } as const, event];
    const kept = await this.#store.append(logOf(person.id), 0, this.#stored(events));
    if (kept.name !== 'appended') throw new Error(`a person could not be kept: ${kept.name}`);
    return { person, token };
  }

  newSession(person: string, agent: string, confirmed?: 'confirmed'): NewSession {
    const [id, secret] = [this.#chance.id(), this.#chance.secret()];
    const opened = { kind: 'session-opened', id, hash: sha256(secret), agent: cutAgent(agent) } as const;
    const event = confirmed === undefined ? opened : { ...opened, confirmed: true };
    return { token: `${person}.${id}.${secret}`, person, event };
  }

  /** Whom a token stands for; `null` for nobody, whatever is wrong with it. */
  async find(token: string): Promise<Known | null> {
    const [id, session, secret, ...rest] = token.split('.');
    if (!isPersonId(id) || !isPersonId(session) || secret === undefined || rest.length > 0) return null;
    const account = await this.account(id);
    const opened = account?.sessions.get(session);
    if (account === null || opened === undefined) return null;
    const given = Buffer.from(sha256(secret));
    return timingSafeEqual(given, Buffer.from(opened.hash)) ? { person: { id, name: account.name }, session } : null;
  }

  /** All that is kept of a person; `null` where there is none. Ids may come from anywhere. */
  async account(person: string): Promise<Account | null> {
    const cached = this.#cache.get(person);
    if (cached !== undefined && this.#now() - cached.readAt < BELIEVED) return cached.account;
    const before = this.#forgotten;
    const account = accountOf(await this.#store.read(logOf(person), 1));
    if (account !== null && before === this.#forgotten) this.#remember(person, account);
    return account;
  }

  async sessions(person: string): Promise<readonly Session[]> {
    const account = await this.account(person);
    return [...(account?.sessions.values() ?? [])].map(({ id, openedAt, agent }) => ({ id, openedAt, agent }));
  }

  /** Ends a session for good; whether there was one. */
  async revoke(person: string, session: string): Promise<boolean> {
    const done = await this.change(person, ({ sessions }) =>
      sessions.has(session) ? success([{ kind: 'session-closed', id: session }]) : failure('no-such-session'),
    );
    if (!done.ok && done.error === 'unavailable') throw new Error('a session could not be ended: unavailable');
    return done.ok;
  }

  /**
   * Adds to an account what `change` says, judged anew whenever somebody else was quicker. A client id names the change: of those
   * with the same only the first is done, on whatever node.
   */
  async change<E extends string>(
    person: string,
    change: Change<E>,
    extras: AppendExtras = {},
  ): Promise<Result<Account, E | ChangeError>> {
    for (;;) {
      const account = accountOf(await this.#store.read(logOf(person), 1));
      if (account === null) return failure('gone');
      const changed = change(account);
      if (!changed.ok) return changed;
      if (changed.value.length === 0) return success(account);
      const events = this.#stored(withRoom(account, changed.value));
      const kept = await this.#store.append(logOf(person), account.seq, events, extras);
      this.forget(logOf(person));
      if (kept.name === 'appended') {
        const after = await this.account(person);
        return after === null ? failure('gone') : success(after);
      }
      if (kept.name === 'duplicate') return failure('done-before');
      if (kept.name !== 'conflict') return failure(kept.name === 'unavailable' ? 'unavailable' : 'gone');
    }
  }

  /** Notes that this person is named at a table at which he does not sit: what is to be exported and deleted with him. To be called before. */
  async trace(person: string, table: string): Promise<void> {
    const known = await this.account(person);
    if (known === null || known.traces.has(table)) return;
    const traced = { kind: 'traced', table } as const;
    const done = await this.change(person, ({ traces }) => success(traces.has(table) ? [] : [traced]));
    if (!done.ok && done.error === 'unavailable') throw new Error('a trace could not be noted: unavailable');
  }

  /** Another node may have changed a log: what is kept of it here is read again. */
  forget(log: string): void {
    const person = personOf(log);
    if (person === null) return;
    this.#forgotten++;
    this.#cache.delete(person);
  }

  #stored(events: readonly AccountEvent[]) {
    const at = this.#now();
    return events.map((event) => storedAccountEvent(event, at));
  }

  #remember(person: string, account: Account): void {
    this.#cache.set(person, { account, readAt: this.#now() });
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= MOST_CACHED) break;
      this.#cache.delete(oldest);
    }
  }
}

const PREFIX = 'p-';

/** The log of a person. */
export const logOf = (person: string): string => PREFIX + person;

/** Whose log this is; `null` for a log of something else. */
export const personOf = (log: string): string | null => (log.startsWith(PREFIX) ? log.slice(PREFIX.length) : null);

export const isPersonId = (text: string | undefined): text is string => text !== undefined && /^[\w-]{22}$/.test(text);

export const cutAgent = (agent: string): string => agent.slice(0, LONGEST_AGENT);

/** Closes the oldest session where these events open one too many. */
function withRoom({ sessions }: Account, events: readonly AccountEvent[]): readonly AccountEvent[] {
  const [oldest] = sessions.keys();
  const opens = events.some(({ kind }) => kind === 'session-opened');
  if (!opens || oldest === undefined || sessions.size < MOST_SESSIONS) return events;
  return [{ kind: 'session-closed', id: oldest }, ...events];
}
