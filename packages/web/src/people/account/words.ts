import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

/** Loads the texts for a visitor without an account in one language. Rejects if the server cannot be reached. */
export const loadWords = wordsLoader(import.meta.glob<typeof english>('./words.*.json', { import: 'default' }));
