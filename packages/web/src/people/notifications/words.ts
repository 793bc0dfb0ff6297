import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

/** Loads the texts in one language. Rejects if the server cannot be reached. */
export const loadNotificationWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));
