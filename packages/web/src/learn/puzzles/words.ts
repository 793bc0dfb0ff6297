import type { PuzzleFacts, ReplayedPuzzle } from '@tablier/core';
import { dayOf } from '../../lib/dates.ts';
import { currentLanguage, fill } from '../../lib/language.ts';
import { wordsLoader } from '../../lib/words-loader.ts';
import type { OwnMistake } from '../../review/analysis/own-mistakes.svelte.ts';
import type { WrongMove } from './puzzle-session.svelte.ts';
import type english from './words.en.json';

export { fill };
export type Words = Readonly<Record<keyof typeof english, string>>;

export const loadWords = wordsLoader(import.meta.glob<Words>('./words.*.json', { import: 'default' }));

/** What the best move of a puzzle is good for. */
export const THEMES = ['points', 'hinder', 'threaten', 'prepare'] as const;
export type Theme = (typeof THEMES)[number];

const PERCENT = { style: 'percent', maximumFractionDigits: 0 } as const;
const SIGNED = { maximumFractionDigits: 0, signDisplay: 'exceptZero' } as const;

/** Not every language writes a minus sign. */
const numberText = (value: number, form: Intl.NumberFormatOptions): string =>
  new Intl.NumberFormat(currentLanguage(), form).format(value).replace('-', '−');

/** Why a move is wrong: its cost in the unit of the game, and the reply. `name`: the text of a move. */
export function reasonText(
  words: Words,
  { unit, score, margin }: PuzzleFacts,
  { move, reply, reason }: WrongMove,
  name: (move: number) => string,
): string {
  const left = score - (reason?.cost ?? margin);
  const [least, form] = unit === 'chance' ? ([0, PERCENT] as const) : ([-Infinity, SIGNED] as const);
  const scores = { best: numberText(score, form), after: numberText(Math.max(least, left), form) };
  const text = fill(words[`puzzle_costs_${unit}`], { move: name(move), ...scores });
  return reply === null ? text : `${text} ${fill(words.puzzle_reply, { reply: name(reply) })}`;
}

/** Why no other move is right: what the best of them costs, and the answer to it. */
export function solvedText(words: Words, { puzzle, game }: Pick<ReplayedPuzzle, 'puzzle' | 'game'>): string {
  const proven = puzzle.unit === 'result' ? `${words.puzzle_right_proven} ` : '';
  const move = game.parseMove(puzzle.second?.move ?? '');
  if (move === null) return proven;
  const wrong = { move, reply: game.parseMove(puzzle.second?.reply ?? ''), reason: null };
  const name = (each: number): string => game.formatMove(each).replace(/^\.$/, words.puzzle_stop);
  return proven + fill(words.puzzle_second, { reason: reasonText(words, puzzle, wrong, name) });
}

/** What the move of the game cost. */
export function mistakeText(words: Words, { played: move, puzzle }: Pick<OwnMistake, 'played' | 'puzzle'>): string {
  const { unit, margin } = puzzle.puzzle;
  return unit === 'points'
    ? fill(words.puzzle_own_points, { move, points: numberText(margin, { maximumFractionDigits: 1 }) })
    : fill(words.puzzle_own_chance, { move, chance: numberText(margin, PERCENT) });
}

/** `tomorrow`, `in 3 days` */
export const inDays = (days: number): string =>
  new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'auto' }).format(days, 'day');

/** When a mistake comes back; `undefined`: never again. */
export const returnText = (words: Words, mistake: OwnMistake | undefined, now: number): string =>
  mistake === undefined
    ? words.puzzle_own_known
    : fill(words.puzzle_own_returns, { when: inDays(mistake.due - dayOf(now)) });

/** What the first try was worth. */
export function ratingText(
  words: Words,
  { change, rating, streak }: Readonly<Record<'change' | 'rating' | 'streak', number>>,
): string {
  const text = fill(words.puzzle_rated, { rating: String(rating), change: numberText(change, SIGNED) });
  return streak < 2 ? text : `${text} ${fill(words.puzzle_streak, { count: String(streak) })}`;
}
