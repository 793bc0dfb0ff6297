import type { TournamentSummary } from '@tablier/protocol';
import { findGame } from '../../games/catalogue.ts';
import { currentLanguage, fill } from '../../lib/language.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import { clockText } from '../../play/online/time-controls.ts';
import type english from './words.en.json';

export type Words = typeof english;

export const loadTournamentWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** The text of a key that is put together: `tournament_kind_swiss`. */
export const wordOf = (words: Words, key: string): string =>
  (words as Readonly<Record<string, string>>)[key.replaceAll('-', '_')] ?? '';

/** `Isaac · Swiss system · 5 min + 3 s · Players: 8`. */
export const summaryText = (words: Words, { game, kind, clock, entrants }: TournamentSummary): string =>
  [
    findGame(game)?.name ?? game,
    wordOf(words, `tournament_kind_${kind}`),
    clockText(clock),
    fill(words.tournament_entrants, { count: entrants }),
  ].join(' · ');

export const problemOf = (words: Words, error: string): string => {
  const text = wordOf(words, `tournament_error_${error}`);
  return text === '' ? words.tournament_error_other : text;
};

/** The fractions that shares of a point have, by their signs. */
const FRACTIONS = { '⅙': 1 / 6, '¼': 1 / 4, '⅓': 1 / 3, '½': 1 / 2, '⅔': 2 / 3, '¾': 3 / 4, '⅚': 5 / 6 };

/** `2½`; other fractions as decimals of the language. */
export function pointsText(points: number): string {
  const whole = Math.floor(points + 1e-3);
  const rest = points - whole;
  if (Math.abs(rest) < 1e-3) return String(whole);
  const sign = Object.entries(FRACTIONS).find(([, value]) => Math.abs(value - rest) < 1e-3)?.[0];
  if (sign !== undefined) return whole === 0 ? sign : `${whole}${sign}`;
  return new Intl.NumberFormat(currentLanguage(), { maximumFractionDigits: 2 }).format(points);
}

/** `1:05` for a time in milliseconds; days and hours in words of the language. */
export function untilText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000));
  const unit = (value: number, name: string): string =>
    new Intl.NumberFormat(currentLanguage(), { style: 'unit', unit: name, unitDisplay: 'long' }).format(value);
  if (seconds >= 2 * 86_400) return unit(Math.round(seconds / 86_400), 'day');
  if (seconds >= 2 * 3600) return unit(Math.round(seconds / 3600), 'hour');
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
