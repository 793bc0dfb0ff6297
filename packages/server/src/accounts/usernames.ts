import { parseLine } from '@tablier/protocol';
import type { Store } from '@tablier/store';
import { idFrom } from '../lib/chance.ts';
import type { People } from './people.ts';

/** The shortest and longest password, in characters, and the longest name to sign in with. */
export const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 200;
const LONGEST_LOGIN = 60;

/** What no name to sign in with of any version has in it. */
const NEVER_ALLOWED = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A name to sign in with, in the one form in which it is compared: great and small letters are the same. `null` for one that nobody can have. */
export function parseLogin(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  const login = data.normalize('NFKC').toLowerCase().normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  return login !== '' && Array.from(login).length <= LONGEST_LOGIN && !NEVER_ALLOWED.test(login) ? login : null;
}

/** One that may be taken from now on: what older versions let somebody take still signs them in. */
export function parseNewLogin(data: unknown): string | null {
  const login = parseLogin(data);
  return login === null ? null : parseLine(login, LONGEST_LOGIN);
}

/** A password, in the one form in which it is compared; `null` where it is too short or too long to be one. */
export function parsePassword(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  const password = data.normalize('NFKC');
  const { length } = Array.from(password);
  return length >= SHORTEST_PASSWORD && length <= LONGEST_PASSWORD ? password : null;
}

/** Names to sign in with: each has a log of its own, whose head says whose it is; the log's id does not tell the name. */
export class Logins {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Takes a name for somebody, unless it is another's; it may be his already. */
  async claim(login: string, person: string): Promise<'his' | 'taken' | 'unavailable'> {
    const created = await this.#store.createMatch(logOfLogin(login), headOf(person));
    if (created.name === 'unavailable') return 'unavailable';
    return created.name === 'created' || (await this.find(login)) === person ? 'his' : 'taken';
  }

  /** Gives a name back that a person has claimed; one that is somebody else's stays. Whether the database answered. */
  async release(login: string, person: string): Promise<boolean> {
    const erased = await this.#store.erase(logOfLogin(login), { head: headOf(person) });
    return erased.name !== 'unavailable';
  }

  /** Gives a name back, by its log, where the person who claimed it has another one or none. */
  async releaseUnused(log: string, people: People): Promise<void> {
    const head = (await this.#store.head(log))?.head;
    if (!isLoginHead(head)) return;
    const login = (await people.account(head.person))?.login ?? null;
    if (login === null || logOfLogin(login) !== log) await this.#store.erase(log, { head });
  }

  /** Who signs in with this name. */
  async find(login: string): Promise<string | null> {
    const head = (await this.#store.head(logOfLogin(login)))?.head;
    return isLoginHead(head) ? head.person : null;
  }
}

const headOf = (person: string) => ({ kind: 'login', person });

/** The log of a name to sign in with. */
const logOfLogin = (login: string): string => `n-${idFrom(`login ${login}`)}`;

const isLoginHead = (head: unknown): head is { readonly person: string } =>
  typeof head === 'object' && head !== null && 'person' in head && typeof head.person === 'string';
