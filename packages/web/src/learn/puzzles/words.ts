import type { PuzzleFacts, ReplayedPuzzle } from '@tablier/core';
import { dayOf } from '../../lib/dates.ts';
import { fill } from '../../lib/language.ts';
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

/** Why a move is wrong: its cost in the unit of the game, and the reply. `name`: the text of a move. */
export function reasonText(
  words: Words,
  { unit, score, margin }: PuzzleFacts,
  { move, reply, reason }: WrongMove,
  { language, name }: { readonly language: string; readonly name: (move: number) => string },
): string {
  const cost = reason?.cost ?? margin;
  const inputs = { move: name(move), ...scores({ unit, score }, cost, language) };
  const parts = [fill(words[`puzzle_costs_${unit}`], inputs)];
  if (reply !== null) parts.push(fill(words.puzzle_reply, { reply: name(reply) }));
  return parts.join(' ');
}

function scores({ unit, score }: Pick<PuzzleFacts, 'unit' | 'score'>, cost: number, language: string) {
  if (unit === 'chance') {
    const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
    return { best: percent.format(score), after: percent.format(Math.max(0, score - cost)) };
  }
  const points = new Intl.NumberFormat(language, { maximumFractionDigits: 0, signDisplay: 'exceptZero' });
  const signed = (value: number): string => minus(points.format(value));
  return { best: signed(score), after: signed(score - cost) };
}

/** Not every language writes a minus sign. */
const minus = (text: string): string => text.replace('-', '−');

/** Why no other move is right: what the best of them costs, and the answer to it. */
export function solvedText(
  words: Words,
  { puzzle, game }: Pick<ReplayedPuzzle, 'puzzle' | 'game'>,
  language: string,
): string {
  const proven = puzzle.unit === 'result' ? `${words.puzzle_right_proven} ` : '';
  const move = game.parseMove(puzzle.second?.move ?? '');
  if (move === null) return proven;
  const wrong = { move, reply: game.parseMove(puzzle.second?.reply ?? ''), reason: null };
  const name = (each: number): string => game.formatMove(each).replace(/^\.$/, words.puzzle_stop);
  const reason = reasonText(words, puzzle, wrong, { language, name });
  return proven + fill(words.puzzle_second, { reason });
}

/** What the move of the game cost. */
export function mistakeText(
  words: Words,
  { played, puzzle: { puzzle } }: Pick<OwnMistake, 'played' | 'puzzle'>,
  language: string,
): string {
  if (puzzle.unit === 'points') {
    const points = new Intl.NumberFormat(language, { maximumFractionDigits: 1 }).format(puzzle.margin);
    return fill(words.puzzle_own_points, { move: played, points });
  }
  const percent = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return fill(words.puzzle_own_chance, { move: played, chance: percent.format(puzzle.margin) });
}

/** `tomorrow`, `in 3 days` */
export const inDays = (days: number, language: string): string =>
  new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(days, 'day');

/** When a mistake comes back; `undefined`: never again. */
export const returnText = (
  words: Words,
  mistake: OwnMistake | undefined,
  { now, language }: { readonly now: number; readonly language: string },
): string =>
  mistake === undefined
    ? words.puzzle_own_known
    : fill(words.puzzle_own_returns, { when: inDays(mistake.due - dayOf(now), language) });

/** What the first try was worth. */
export function ratingText(
  words: Words,
  { change, rating, streak }: { readonly change: number; readonly rating: number; readonly streak: number },
  language: string,
): string {
  const signed = minus(new Intl.NumberFormat(language, { signDisplay: 'exceptZero' }).format(change));
  const text = fill(words.puzzle_rated, { rating: String(rating), change: signed });
  return streak < 2 ? text : `${text} ${fill(words.puzzle_streak, { count: String(streak) })}`;
}
