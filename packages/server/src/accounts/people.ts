import { type ServerContext, idFrom, sha256 } from '../lib/context.ts';
import {
  type Account,
  type AccountRepository,
  type NewSession,
  type Session,
  type SessionRef,
  startOfDay,
} from '@tablier/store';
import { timingSafeEqual } from 'node:crypto';
import type { ShownAbsences, ShownRating } from '@tablier/protocol';
import { inBackground } from '../lib/tasks.ts';
import { BoundedMap } from '../lib/caches.ts';

/** A person. The id is never sent to others, who only see the name. */
export interface Person {
  readonly id: string;
  readonly name: string;
  /** Whether the person has no credential. Absent if unknown. */
  readonly guest?: boolean;
  /** Whether a program acts for the person, with a token of the scope `bot`. Absent: no. */
  readonly program?: true;
  /** Whether the account is one of a program, which is rated on the ladder of programs. Absent: no. */
  readonly ladder?: true;
  readonly rating?: ShownRating;
  readonly absences?: ShownAbsences;
}

/** What marks a person whose account is one of a program. */
export const ladderMarks = (isProgram: boolean): Pick<Person, 'program' | 'ladder'> =>
  isProgram ? { program: true, ladder: true } : {};

export interface Identity {
  readonly person: Person;
  readonly session: string;
  /** The hash of the secret in the token. */
  readonly secretHash: string;
}

/** The maximum number of sessions per account. A new one then closes the oldest. */
export const MAX_SESSIONS = 30;
const MAX_AGENT_LENGTH = 120;

interface PeopleDeps extends Pick<ServerContext, 'log' | 'now' | 'chance'> {
  readonly repository: AccountRepository;
}

/** Guests and sessions. A token is `account.session.secret`; only the hash of the secret is stored. */
export class People {
  readonly #deps: PeopleDeps;
  readonly #noteUse: ReturnType<typeof dailyUse>;

  constructor(deps: PeopleDeps) {
    this.#deps = deps;
    this.#noteUse = dailyUse(deps, 'use of a session not stored');
  }

  async newGuest(name: string, agent: string): Promise<{ readonly person: Person; readonly token: string }> {
    const person = { id: this.#deps.chance.id(), name };
    const { token, session } = this.newSession(person.id, agent);
    await this.#deps.repository.createGuest({ ...person, session }, this.#deps.now());
    return { person, token };
  }

  newSession(account: string, agent: string): { readonly token: string; readonly session: NewSession } {
    const id = this.#deps.chance.id();
    const { token, secretHash } = this.newSecret({ account, session: id });
    return { token, session: { id, secretHash, agent: cutAgent(agent) } };
  }

  newSecret({ account, session }: SessionRef): { readonly token: string; readonly secretHash: string } {
    const secret = this.#deps.chance.secret();
    return { token: `${account}.${session}.${secret}`, secretHash: sha256(secret) };
  }

  async find(token: string): Promise<Identity | null> {
    const [id, session, secret, ...rest] = token.split('.');
    if (!isPersonId(id) || !isPersonId(session) || secret === undefined || rest.length > 0) return null;
    const found = await this.#deps.repository.findSession(session);
    if (found === null || found.account !== id || isIdle(found, this.#deps.now())) return null;
    const { secretHash } = found;
    if (!timingSafeEqual(Buffer.from(sha256(secret)), Buffer.from(secretHash))) return null;
    this.#noteUse(session, found.usedOn, (at) => this.#deps.repository.noteUse({ account: id, session }, at));
    const person = { id, name: found.name, guest: found.isGuest, ...ladderMarks(found.isProgram) };
    return { person, session, secretHash };
  }

  account(person: string): Promise<Account | null> {
    return this.#deps.repository.find(person);
  }

  async revoke({ account, session }: SessionRef): Promise<boolean> {
    const closed = await this.#deps.repository.closeSessions(account, { only: session });
    return closed.ok && closed.value.length > 0;
  }
}

/** Stores once a day that something is used. No request waits for it; if it fails, the next one tries again. */
export function dailyUse({ log, now }: Pick<ServerContext, 'log' | 'now'>, failed: string) {
  const noting = new Set<string>();
  return (id: string, usedOn: number | null, note: (at: number) => Promise<unknown>): void => {
    const at = now();
    if ((usedOn ?? 0) >= startOfDay(at) || noting.has(id)) return;
    noting.add(id);
    const noted = note(at).finally(() => noting.delete(id));
    inBackground(noted, log, failed);
  };
}

/** The maximum number of recorded tables per person. Commands that would add another are refused. */
const MAX_RECORDED_TABLES = 10_000;
const CACHE_SIZE = 10_000;

/** Records tables that hold personal data of people without a seat there. Exports and deletions need to find them. */
export function createPersonalDataIndex(repository: AccountRepository) {
  const remembered = new BoundedMap<string, true>(CACHE_SIZE);
  const has = (person: string, table: string): boolean => remembered.has(`${person} ${table}`);
  return {
    has,
    /** Call before personal data is written. `gone`: they are being deleted. */
    async note(person: string, table: string): Promise<'noted' | 'full' | 'gone'> {
      if (has(person, table)) return 'noted';
      const noted = await repository.noteStream(person, table, MAX_RECORDED_TABLES);
      if (!noted.ok) return noted.error;
      remembered.set(`${person} ${table}`, true);
      return 'noted';
    },
  };
}
export type PersonalDataIndex = ReturnType<typeof createPersonalDataIndex>;

export const isPersonId = (text: string | undefined): text is string => text !== undefined && /^[\w-]{22}$/.test(text);

export const cutAgent = (agent: string): string => agent.slice(0, MAX_AGENT_LENGTH);

export const credentialsOf = ({ passwordHash, passkeys }: Account): number =>
  passkeys.length + (passwordHash === null ? 0 : 1);

/** The public id of a passkey. The credential id is not sent to clients. */
export const passkeyName = (id: string): string => idFrom(`passkey ${id}`);

/** A session ends after this time without use. Milliseconds. */
const SESSION_LIFETIME = 90 * 86_400_000;

/** Whether a session has expired. Its use is stored by day. */
export const isIdle = ({ usedOn }: Session, now: number): boolean => startOfDay(now) - usedOn > SESSION_LIFETIME;
