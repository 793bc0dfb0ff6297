import type { PlyAnalysis } from '@tablier/ai';
import { type Move, type ReplayedPuzzle } from '@tablier/core';
import type { PlyAnalyser } from '../../review/analysis/game-analyst.svelte.ts';
import type { AnalysedGame } from '../../review/analysis/analysis.worker.ts';

/** Why a move of a puzzle is wrong. */
export interface Refutation {
  /** Its cost, in the unit of the puzzle: at least the margin. */
  readonly cost: number;
  /** The best reply as the player of the puzzle expects it; `null` if none is known. */
  readonly reply: Move | null;
}

/**
 * Searches for the reply to a wrong move. If the result is proven, the reply wins; otherwise the search has the knowledge of the seat of
 * the puzzle. The cost is never less than the margin, which comes from a longer search.
 */
export async function refute(
  { record, puzzle, game }: ReplayedPuzzle,
  move: Move,
  start: (game: AnalysedGame) => PlyAnalyser,
): Promise<Refutation> {
  const ply = record.moves.length;
  const analyser = start({ ...record, moves: [...record.moves, game.formatMove(move)], peeks: [] });
  let last: PlyAnalysis | null = null;
  try {
    const isProven = puzzle.kind === 'proven';
    await analyser.analyse(isProven ? ply + 1 : ply, 'seat', (found) => (last = found));
    return isProven ? provenReply(puzzle.margin, last) : expectedReply(puzzle.margin, last);
  } finally {
    analyser.close();
  }
}

const provenReply = (cost: number, found: PlyAnalysis | null): Refutation => ({
  cost,
  reply: found?.analysis.lines[0]?.moves[0] ?? null,
});

const expectedReply = (margin: number, found: PlyAnalysis | null): Refutation => ({
  cost: Math.max(margin, found?.judgement?.cost ?? 0),
  reply: found?.judgement?.played.moves[1] ?? null,
});
