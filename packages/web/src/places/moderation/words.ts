import type { TextAt } from '@tablier/protocol';
import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** What kind of text a report is about. */
export const textKey = (text: TextAt) =>
  'article' in text ? 'moderation_article' : 'news' in text ? 'moderation_news' : 'moderation_club';
