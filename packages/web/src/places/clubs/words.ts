import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = typeof english;

export const loadClubWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

export const problemOf = (words: Words, error: string): string =>
  (words as Readonly<Record<string, string>>)[`club_error_${error.replaceAll('-', '_')}`] ?? words.club_error_other;
