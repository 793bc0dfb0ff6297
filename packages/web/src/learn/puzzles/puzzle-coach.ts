import { type Move, movesIn, type Puzzle, type ReplayedPuzzle } from '@tablier/core';
import { loadCoach } from '../../games/coaches.ts';
import { loadRules } from '../../games/rules.svelte.ts';
import type { People } from '../../lib/people.ts';
import { turnFrom } from '../../table/coach/sentences.ts';
import { tellTurn } from '../../review/moments/facts.ts';
import { loadTelling } from '../../review/moments/telling.ts';
import { replayed } from './puzzle-list.ts';
import { type Theme, THEMES } from './words.ts';

/** The facts that a coach states about a move, by theme; all others prepare something. */
const FACTS: Readonly<Record<Exclude<Theme, 'prepare'>, RegExp>> = {
  points: /_(takes|takes_yours|multiplies|advances|closes|captures|arrives|jumps)$/,
  hinder: /_(blocks|ends_rival|lowers|hinders|thins|ends_colour|puts_out|puts_you_out|leaves_yours)$/,
  threaten: /_(threatens|nears|escapes)$/,
};

/** Finds the theme of each puzzle of a game, by its id. Rejects if the server cannot be reached. */
export async function themesOf(gameId: string, puzzles: readonly Puzzle[]): Promise<ReadonlyMap<string, Theme>> {
  const [coach] = await Promise.all([loadCoach(gameId), loadRules(gameId)]);
  return new Map(
    puzzles.map((puzzle) => {
      const { game, position, best, puzzle: facts } = replayed(puzzle);
      const fact = coach.intent(turnFrom(game, position.clone(), best.slice(0, 1), { own: facts.seat }));
      const found = THEMES.find((theme) => theme !== 'prepare' && FACTS[theme].test(fact?.key ?? ''));
      return [facts.id, found ?? 'prepare'];
    }),
  );
}

/** Loads what says in one sentence what a move of a puzzle does, as its player saw it. Rejects if the server cannot be reached. */
export async function loadExplanation(
  { game, setup, record, puzzle: { seat } }: ReplayedPuzzle,
  people: People,
  language: string,
): Promise<(move: Move) => string | null> {
  const [coach, telling] = await Promise.all([loadCoach(game.id), loadTelling(game.id, language)]);
  const before = movesIn(game, record.moves);
  return (move) => {
    const turn = { from: before.length, to: before.length + 1, seat, before: [], after: [], best: [] };
    const told = tellTurn(coach, { game, setup, moves: [...before, move] }, turn, seat);
    return telling.sentence(told, people, seat);
  };
}
