import { MAX_NAME } from '@tablier/protocol';

/** Control characters, invisible marks, halves of pairs and what turns the direction of writing: nothing a name is made of. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]/u;

/** A name as it is shown, blanks tidied up; `null` where there is none, or it is too long or cannot be shown. */
export const parseName = (data: unknown): string | null => parseLine(data, MAX_NAME);

/** One line of text that can be shown, of at most `longest` characters; `null` for anything else. */
export function parseLine(data: unknown, longest: number): string | null {
  if (typeof data !== 'string') return null;
  const text = data.normalize('NFC').trim().replaceAll(/\s+/gu, ' ');
  return text === '' || UNSEEN.test(text) || Array.from(text).length > longest ? null : text;
}
