import { timingSafeEqual } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { failure, type Result, success } from '@tablier/core';
import type { AppendExtras, Store, StoredEvent } from '@tablier/store';
import { type Chance, sha256 } from '../lib/chance.ts';
import { UnavailableError } from '../lib/unavailable.ts';
import { type Account, type AccountEvent, isForgotten, isGuest, type Session, startOfDay } from './account.ts';
import { AccountReader, appended, isSnapshot, SNAPSHOT_EVERY, storedAccountEvents } from './account-log.ts';

/** A person who plays. The id is known to the server alone; others see the name. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Whether they have no way to sign in; left out where that is not known. */
  readonly guest?: boolean;
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
/** Events that are read at a time: between two pages others get their turn. */
const PAGE = SNAPSHOT_EVERY;

/** A read or write of an account that is not finished, and the last event that was announced meanwhile. */
interface Underway {
  readonly person: string;
  seq: number;
}

/**
 * People and their sessions. Each person has a log of their own in the store: named, session opened, session closed, and how they
 * sign in. A token is `person.session.secret`, so it finds its own log; of the secret only the hash is kept.
 */
export class People {
  readonly #store: Store;
  readonly #chance: Chance;
  readonly #now: () => number;
  readonly #cache = new Map<string, { readonly account: Account; readonly readAt: number }>();
  readonly #underway = new Set<Underway>();
  /** Sessions whose use is being noted. */
  readonly #noting = new Set<string>();

  constructor(store: Store, chance: Chance, now: () => number) {
    this.#store = store;
    this.#chance = chance;
    this.#now = now;
  }

  /** A new person under this name, and the token that he is known by from now on. */
  async newGuest(name: string, agent: string): Promise<{ readonly person: Person; readonly token: string }> {
    const person = { id: this.#chance.id(), name };
    const { token, event } = this.newSession(person.id, agent);
    must(await this.#store.createMatch(logOf(person.id), { kind: 'person' }), 'created');
    const events = storedAccountEvents([{ kind: 'named', name }, event], this.#now());
    must(await this.#store.append(logOf(person.id), 0, events), 'appended');
    return { person, token };
  }

  newSession(person: string, agent: string, confirmed?: 'confirmed'): NewSession {
    const [id, secret] = [this.#chance.id(), this.#chance.secret()];
    const opened = {
      kind: 'session-opened',
      id,
      hash: sha256(secret),
      agent: cutAgent(agent),
      tracksUse: true,
    } as const;
    const event = confirmed === undefined ? opened : { ...opened, confirmed: true };
    return { token: `${person}.${id}.${secret}`, person, event };
  }

  /** Whom a token stands for; `null` for nobody, whatever is wrong with it. */
  async find(token: string): Promise<Known | null> {
    const [id, session, secret, ...rest] = token.split('.');
    if (!isPersonId(id) || !isPersonId(session) || secret === undefined || rest.length > 0) return null;
    const account = await this.account(id);
    const opened = account?.sessions.get(session);
    if (account === null || opened === undefined || isForgotten(opened, this.#now())) return null;
    const given = Buffer.from(sha256(secret));
    if (!timingSafeEqual(given, Buffer.from(opened.hash))) return null;
    void this.#noteUse(id, opened);
    return { person: { id, name: account.name, guest: isGuest(account) }, session };
  }

  /** Another secret for a session: tokens with the one before are worth nothing any more, its connections stay. */
  renewed(person: string, session: string): { readonly token: string; readonly event: AccountEvent } {
    const secret = this.#chance.secret();
    return {
      token: `${person}.${session}.${secret}`,
      event: { kind: 'session-renewed', id: session, hash: sha256(secret) },
    };
  }

  /** Notes once a day that a session is used. Nobody waits for it, and where the database does not answer the next use is noted. */
  async #noteUse(person: string, { id, usedAt }: Session): Promise<void> {
    const today = startOfDay(this.#now());
    if ((usedAt ?? 0) >= today || this.#noting.has(id)) return;
    this.#noting.add(id);
    try {
      await this.change(person, ({ sessions }) => {
        const session = sessions.get(id);
        const isNoted = session === undefined || (session.usedAt ?? 0) >= today;
        return success(isNoted ? [] : [{ kind: 'session-used', id }]);
      });
    } catch {
      // The store says that it does not answer wherever somebody waits for it.
    } finally {
      this.#noting.delete(id);
    }
  }

  /** All that is kept of a person; `null` where there is none. Ids may come from anywhere. */
  async account(person: string): Promise<Account | null> {
    const cached = this.#cache.get(person);
    if (cached !== undefined && this.#now() - cached.readAt < BELIEVED) return cached.account;
    const underway = this.#begin(person);
    try {
      const account = await this.#read(logOf(person));
      this.#remember(underway, account);
      return account;
    } finally {
      this.#underway.delete(underway);
    }
  }

  async #read(log: string): Promise<Account | null> {
    const reader = new AccountReader();
    let page = await this.#firstPage(log);
    reader.add(page);
    while (page.length === PAGE) {
      await nextTurn();
      page = await this.#store.read(log, (page.at(-1)?.seq ?? 0) + 1, PAGE);
      reader.add(page);
    }
    return reader.account();
  }

  /** The events from the last snapshot on; from the beginning where there is none. */
  async #firstPage(log: string): Promise<readonly StoredEvent[]> {
    const first = await this.#store.read(log, 1, PAGE);
    if (first.length < PAGE) return first;
    const seq = (await this.#store.head(log))?.seq ?? 0;
    const latest = await this.#store.read(log, seq - (seq % SNAPSHOT_EVERY), PAGE);
    return isSnapshot(latest[0]) ? latest : first;
  }

  async sessions(person: string): Promise<readonly Session[]> {
    const account = await this.account(person);
    return [...(account?.sessions.values() ?? [])].map(({ id, openedAt, agent, usedAt }) => ({
      id,
      openedAt,
      agent,
      usedAt,
    }));
  }

  /** Ends a session for good; whether there was one. */
  async revoke(person: string, session: string): Promise<boolean> {
    const done = await this.change(person, ({ sessions }) =>
      sessions.has(session) ? success([{ kind: 'session-closed', id: session }]) : failure('no-such-session'),
    );
    if (!done.ok && done.error === 'unavailable') throw new UnavailableError('a session could not be ended');
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
      const cached = this.#cache.get(person)?.account;
      const account = await this.account(person);
      if (account === null) return failure('gone');
      const changed = change(account);
      // What is only remembered may be out of date. A write finds that out by itself.
      if (account === cached && !(changed.ok && changed.value.length > 0)) {
        this.forget(logOf(person));
        continue;
      }
      if (!changed.ok) return changed;
      if (changed.value.length === 0) return success(account);
      const kept = await this.#append(person, account, changed.value, extras);
      if (typeof kept !== 'string') return success(kept);
      if (kept !== 'conflict') return failure(kept);
    }
  }

  /** The account afterwards, or why nothing was written. */
  async #append(
    person: string,
    account: Account,
    events: readonly AccountEvent[],
    extras: AppendExtras,
  ): Promise<Account | 'conflict' | ChangeError> {
    const { stored, after } = appended(account, withRoom(account, events), this.#now());
    const underway = this.#begin(person);
    try {
      const kept = await this.#store.append(logOf(person), account.seq, stored, extras);
      this.#cache.delete(person);
      if (kept.name === 'appended') this.#remember(underway, after);
      return kept.name === 'appended' ? after : NOT_APPENDED[kept.name];
    } finally {
      this.#underway.delete(underway);
    }
  }

  /** The log of a person has reached event `seq`, on whatever node: an account that is older is read again. */
  noticed(log: string, seq: number): void {
    const person = personOf(log);
    if (person === null) return;
    for (const each of this.#underway) if (each.person === person) each.seq = Math.max(each.seq, seq);
    if ((this.#cache.get(person)?.account.seq ?? 0) < seq) this.#cache.delete(person);
  }

  /** Makes sure that a log is read again. */
  forget(log: string): void {
    this.noticed(log, Number.POSITIVE_INFINITY);
  }

  #begin(person: string): Underway {
    const underway = { person, seq: 0 };
    this.#underway.add(underway);
    return underway;
  }

  /** Keeps an account in memory, unless it is older than what was announced while it was read. */
  #remember({ person, seq }: Underway, account: Account | null): void {
    if (account === null || account.seq < seq) return;
    this.#cache.set(person, { account, readAt: this.#now() });
    for (const oldest of this.#cache.keys()) {
      if (this.#cache.size <= MOST_CACHED) break;
      this.#cache.delete(oldest);
    }
  }
}

/** What an append that wrote nothing means for a change. */
const NOT_APPENDED = {
  conflict: 'conflict',
  duplicate: 'done-before',
  unavailable: 'unavailable',
  'unknown-match': 'gone',
} as const;

function must({ name }: { readonly name: string }, expected: string): void {
  if (name === 'unavailable') throw new UnavailableError('a person could not be stored');
  if (name !== expected) throw new Error(`a person could not be stored: ${name}`);
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
