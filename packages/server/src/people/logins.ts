import type { Store } from '@tablier/store';
import { idFrom } from '../chance.ts';
import { parseLine } from './names.ts';

/** The shortest and longest password, in characters, and the longest name to sign in with. */
export const SHORTEST_PASSWORD = 8;
const LONGEST_PASSWORD = 200;
const LONGEST_LOGIN = 60;

/** A name to sign in with, in the one form in which it is compared: great and small letters are the same. */
export const parseLogin = (data: unknown): string | null =>
  typeof data === 'string' ? parseLine(data.normalize('NFKC').toLowerCase(), LONGEST_LOGIN) : null;

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
    const created = await this.#store.createMatch(logOfLogin(login), { kind: 'login', person });
    if (created.name === 'unavailable') return 'unavailable';
    return created.name === 'created' || (await this.find(login)) === person ? 'his' : 'taken';
  }

  /** Who signs in with this name. */
  async find(login: string): Promise<string | null> {
    const head = (await this.#store.head(logOfLogin(login)))?.head;
    return isLoginHead(head) ? head.person : null;
  }
}

/** The log of a name to sign in with. */
export const logOfLogin = (login: string): string => `n-${idFrom(`login ${login}`)}`;

const isLoginHead = (head: unknown): head is { readonly person: string } =>
  typeof head === 'object' && head !== null && 'person' in head && typeof head.person === 'string';
