import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

/** Loads the texts about tournaments in one language. Rejects if the server cannot be reached. */
export const loadTournamentWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** The text of a key that is put together: `tournament_kind_swiss`. */
export const wordOf = (words: Words, key: string): string =>
  (words as Readonly<Record<string, string>>)[key.replaceAll('-', '_')] ?? '';

/** Why a request failed. */
export const problemOf = (words: Words, error: string): string => {
  const text = wordOf(words, `tournament_error_${error}`);
  return text === '' ? words.tournament_error_other : text;
};
