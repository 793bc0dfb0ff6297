/** Words that are easy to guess for every person: the name of the program. */
const OWN_WORDS = ['tablier'];
/** Shorter words occur in too many good passwords. In characters. */
const SHORTEST_WORD = 4;

let common: Promise<ReadonlySet<string>> | null = null;

/** The tens of thousands of most common passwords, in lower case. Loaded when the first password is set. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}

/**
 * Whether a password is easy to guess: a common one, one with at most two different characters, or one that contains a word from `known`,
 * such as the name of the person (NIST SP 800-63B, 3.1.1.2).
 */
export async function isEasyToGuess(password: string, known: readonly string[]): Promise<boolean> {
  const text = password.toLowerCase();
  if (new Set(text).size <= 2 || (await commonPasswords()).has(text)) return true;
  const words = [...OWN_WORDS, ...known.map((word) => word.normalize('NFKC').toLowerCase())];
  return words.some((word) => text === word || (Array.from(word).length >= SHORTEST_WORD && text.includes(word)));
}
