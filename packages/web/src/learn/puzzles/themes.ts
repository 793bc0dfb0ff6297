import type { Puzzle } from '@tablier/core';
import { loadCoach } from '../../games/coaches.ts';
import { loadRules } from '../../games/rules.svelte.ts';
import { replayed } from './puzzle-list.ts';

/** What the best move of a puzzle is good for. */
export const THEMES = ['points', 'hinder', 'threaten', 'prepare'] as const;
export type Theme = (typeof THEMES)[number];

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
      const [before, after] = [game.view(position, facts.seat), position.clone()];
      const moves = best.slice(0, 1);
      for (const move of moves) after.play(move);
      const fact = coach.intent({ before, moves, after: game.view(after, facts.seat), own: facts.seat });
      const found = THEMES.find((theme) => theme !== 'prepare' && FACTS[theme].test(fact?.key ?? ''));
      return [facts.id, found ?? 'prepare'];
    }),
  );
}
