/** The id of a table or a person: 22 characters, of which the first may be `-`. */
const ID = /^-[\w-]{21}$/;

/**
 * Moves ids that begin with `-` after `--`, so that they are parsed as arguments and not as options. The value of an option (`--of ID`)
 * stays where it is. Words that contain `--` already are left as they are.
 */
export function withIdsAsArguments(words: readonly string[]): readonly string[] {
  if (words.includes('--')) return words;
  const isArgument = (word: string, index: number): boolean =>
    ID.test(word) && !(words[index - 1] ?? '').startsWith('--');
  const ids = words.filter(isArgument);
  return ids.length === 0 ? words : [...words.filter((word, index) => !isArgument(word, index)), '--', ...ids];
}
