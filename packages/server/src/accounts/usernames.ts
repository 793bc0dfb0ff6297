import { parseLine } from '@tablier/protocol';

/** The lengths of passwords and usernames, in characters. */
export const MIN_PASSWORD_LENGTH = 8;
const MAX_PASSWORD_LENGTH = 200;
const MAX_USERNAME_LENGTH = 60;

/** Characters that usernames of no version contain. */
const NEVER_ALLOWED = /[\p{Cc}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A normalised username (NFKC, lower case); `null` for an impossible one. */
export function parseUsername(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  const username = data.normalize('NFKC').toLowerCase().normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  return username !== '' && Array.from(username).length <= MAX_USERNAME_LENGTH && !NEVER_ALLOWED.test(username)
    ? username
    : null;
}

/** A normalised username that may be claimed. Stricter than `parseUsername`, since older versions allowed more. */
export function parseNewUsername(data: unknown): string | null {
  const username = parseUsername(data);
  return username === null ? null : parseLine(username, MAX_USERNAME_LENGTH);
}

/** A normalised password (NFKC); `null` if it is too short or too long. */
export function parsePassword(data: unknown): string | null {
  if (typeof data !== 'string') return null;
  const password = data.normalize('NFKC');
  const { length } = Array.from(password);
  return length >= MIN_PASSWORD_LENGTH && length <= MAX_PASSWORD_LENGTH ? password : null;
}
