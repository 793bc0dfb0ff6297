import { parseLine } from '@tablier/protocol';

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
