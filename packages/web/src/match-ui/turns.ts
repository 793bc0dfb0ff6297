import type { Seat } from '@tablier/core';
import type { ShownMove } from '@tablier/match';

/** A turn of the move list, its steps in notation. */
export interface ShownTurn {
  /** Counted from 1, even if earlier turns are not shown. */
  readonly number: number;
  readonly seat: Seat;
  readonly texts: readonly string[];
  /** The ply of its last step. */
  readonly ply: number;
  /** The seats that had to pass after it. */
  readonly passed: readonly Seat[];
}

/** Moves grouped by turn. */
export function groupTurns(moves: readonly ShownMove[]): ShownTurn[] {
  const turns: ShownTurn[] = [];
  for (const { ply, seat, turnIndex, text, passed } of moves) {
    const last = turns.at(-1);
    const continues = last !== undefined && last.number === turnIndex + 1 && last.seat === seat;
    const texts = continues ? [...last.texts, text] : [text];
    turns.splice(continues ? -1 : turns.length, 1, {
      number: turnIndex + 1,
      seat,
      texts,
      ply,
      passed,
    });
  }
  return turns;
}
