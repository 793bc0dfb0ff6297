import { parseLine } from '@tablier/protocol';
import { formatRoute } from '@tablier/protocol/routes';

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

const OWN_WORDS = ['tablier'];
/** Shorter words occur in too many good passwords. In characters. */
const SHORTEST_WORD = 4;

let common: Promise<ReadonlySet<string>> | null = null;

/** The tens of thousands of most common passwords, in lower case. Loaded when the first password is set. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}

/** A common one, one of at most two characters, or one with a word from `known` (NIST SP 800-63B, 3.1.1.2). */
export async function isEasyToGuess(password: string, known: readonly string[]): Promise<boolean> {
  const text = password.toLowerCase();
  if (new Set(text).size <= 2 || (await commonPasswords()).has(text)) return true;
  const words = [...OWN_WORDS, ...known.map((word) => word.normalize('NFKC').toLowerCase())];
  return words.some((word) => text === word || (Array.from(word).length >= SHORTEST_WORD && text.includes(word)));
}

/** How long a link that sets a new password is valid. Milliseconds. */
export const RESET_LIFE = 3_600_000;

/** The path of such a link. Browsers do not send what is behind the `#`, so the secret is in no log of a server or proxy. */
export const resetPath = (secret: string): string => `${formatRoute({ page: 'reset' })}#${secret}`;

/** The secret of a link. Some links also name the account, and programs that find links in a text may add the sign behind it. */
export const parseReset = (text: string): string | null =>
  /(?:^|\.)([\da-f]{64})(?:%[\dA-Fa-f]{2}|\W)*$/.exec(text)?.[1] ?? null;
