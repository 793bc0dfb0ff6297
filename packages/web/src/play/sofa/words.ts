import { LoadedWords } from '../../lib/loaded-words.svelte.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

/** The texts of the pages of this folder. A page loads them before it is shown. */
export const sofaWords = new LoadedWords(wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' })));
