import type { GameFacts } from '@tablier/core';
import type { FoundGame } from '@tablier/protocol';
import { text } from '../../lib/text.ts';
import * as m from '../../paraglide/messages.js';
import { wordsLoader } from '../../lib/words-loader.ts';
import type english from './words.en.json';

export type Words = typeof english;

export const loadSearchWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** The players of a game. A `score` is `null` if the points have no meaning because the game did not end by its rules. */
export const playersOf = ({ seats, ended }: FoundGame, words: Words) =>
  seats.map(({ name, bot, score, result }) => ({
    name: bot === null ? (name ?? words.found_someone) : text(`level_${bot}`),
    score: ended !== 'rules' || score === null ? null : score.toLocaleString(m.language_tag()),
    isWinner: result === 'won',
  }));

/** How a game ended if it did not end by its rules, or that it was a draw: `resigned`. Empty for a win by the rules. */
export function endText({ ended, seats }: FoundGame, words: Words): string {
  const drawn = seats.every(({ result }) => result === 'drawn') ? [words.found_drawn] : [];
  const how = ended === 'rules' || ended === 'abort' ? [] : [words[`found_by_${ended}`]];
  return [...drawn, ...how].join(', ');
}

const MINUTE = 60_000;
const UNITS = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
  ['second', 1000],
] as const;

/** A length of time in its largest unit of which there are at least two: `23 min`, `90 min`, `3 days`. */
export function lengthText(ms: number): string {
  const [unit, length] = UNITS.find(([, each]) => ms >= 2 * each) ?? ['second', 1000];
  return new Intl.NumberFormat(m.language_tag(), { style: 'unit', unit, unitDisplay: 'short' }).format(
    Math.round(ms / length),
  );
}

/** All versions of the rules of a game, newest first, and what changed with each. The text of a later version is `about_version_<game>_<version>`. */
export function rulesVersions({ id, rulesVersion }: Pick<GameFacts, 'id' | 'rulesVersion'>, words: Words) {
  const texts: Readonly<Record<string, string>> = words;
  return Array.from({ length: rulesVersion }, (_, index) => rulesVersion - index).map((version) => ({
    version,
    change: version === 1 ? words.about_version_first : (texts[`about_version_${id}_${version}`] ?? ''),
  }));
}
