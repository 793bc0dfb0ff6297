import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export const loadWords = wordsLoader(import.meta.glob<typeof english>('./words.*.json', { import: 'default' }));
