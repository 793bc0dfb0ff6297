/** Words by which nobody guesses better than by those of the person: the name of the program. */
const OWN_WORDS = ['tablier'];
/** Shorter words are in too many passwords to be a hint. */
const SHORTEST_WORD = 4;

let common: Promise<ReadonlySet<string>> | null = null;

/** The tens of thousands of passwords that were found most often, in small letters; read when the first password is set. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}

/**
 * Whether a password is among the first that somebody else would try: one of the commonest, one character over and over, or one with
 * a word in it that is known of the person, such as their name (NIST SP 800-63B, 3.1.1.2).
 */
export async function isEasyToGuess(password: string, known: readonly string[]): Promise<boolean> {
  const text = password.toLowerCase();
  if (new Set(text).size <= 2 || (await commonPasswords()).has(text)) return true;
  const words = [...OWN_WORDS, ...known.map((word) => word.normalize('NFKC').toLowerCase())];
  return words.some((word) => text === word || (Array.from(word).length >= SHORTEST_WORD && text.includes(word)));
}
