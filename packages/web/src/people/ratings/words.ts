import type { ShownRating } from '@tablier/protocol';
import * as m from '../../paraglide/messages.js';
import { text } from '../../lib/text.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadRatingWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** The name of a level of the bots. */
export const levelText = (level: number): string => text(`level_${level}`);

/** `1662`, or `1662?` for a provisional rating. */
export const ratingText = ({ value, provisional }: ShownRating): string => `${value}${provisional ? '?' : ''}`;

/** `+8`, `−8`, `±0`. */
export function changeText(change: number): string {
  if (change === 0) return '±0';
  return new Intl.NumberFormat(m.language_tag(), { signDisplay: 'always' }).format(change).replace('-', '−');
}
