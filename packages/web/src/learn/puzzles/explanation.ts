import type { Move, ReplayedPuzzle } from '@tablier/core';
import { loadCoach } from '../../games/coaches.ts';
import type { People } from '../../lib/people.ts';
import { tellTurn } from '../../review/moments/facts.ts';
import { loadTelling } from '../../review/moments/telling.ts';

/** Loads what says in one sentence what a move of a puzzle does, as its player saw it. Rejects if the server cannot be reached. */
export async function loadExplanation(
  { game, setup, record, puzzle: { seat } }: ReplayedPuzzle,
  people: People,
  language: string,
): Promise<(move: Move) => string | null> {
  const [coach, telling] = await Promise.all([loadCoach(game.id), loadTelling(game.id, language)]);
  const before = record.moves.map((text) => game.parseMove(text)).filter((move) => move !== null);
  return (move) => {
    const turn = { from: before.length, to: before.length + 1, seat, before: [], after: [], best: [] };
    const told = tellTurn(coach, { game, setup, moves: [...before, move] }, turn, seat);
    return telling.sentence(told, people, seat);
  };
}
