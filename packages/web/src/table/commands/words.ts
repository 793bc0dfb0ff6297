import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type CommandWords = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<CommandWords>('./words.*.json', { import: 'default' }));
