import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

/** Loads the words for moves, and for looking back at them, in one language. Rejects if the server cannot be reached. */
export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));
