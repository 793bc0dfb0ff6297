import type { Game, Move, Seat, View } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import { People } from '../../lib/people.ts';
import { viewAfter } from '../../board/planned-move.ts';

/** Premoves over a position: what the board may show before each of them and after the last, as far as the seat can know it. */
export interface Plan {
  readonly views: readonly [View, ...View[]];
  /** The moves that may be added. */
  readonly choices: readonly Move[];
}

interface Rules {
  readonly game: Game;
  readonly board: BoardModule;
}

/** The same position at the turn of a seat. */
const atTurn = (board: BoardModule, view: View, seat: Seat): View =>
  view.turn === seat || view.outcome !== null ? view : (board.atTurn?.(view, seat) ?? { ...view, turn: seat });

/** Whether a phase or round has just begun: what was meant for the one before is meant no longer. */
export const isNewPart = ({ game, board }: Rules, view: View): boolean =>
  (board.begins?.(view, new People(game)) ?? []).length > 0;

export function planOf(rules: Rules, view: View, seat: Seat, moves: readonly Move[]): Plan {
  const { game, board } = rules;
  const first = atTurn(board, view, seat);
  const views: [View, ...View[]] = [first];
  let at = first;
  for (const move of moves) {
    const after = viewAfter(rules, at, move);
    const goesOn = after !== null && after.outcome === null && (isNewPart(rules, at) || !isNewPart(rules, after));
    if (!goesOn) return { views, choices: [] };
    at = atTurn(board, after, seat);
    views.push(at);
  }
  return { views, choices: at.outcome === null ? game.choices(at) : [] };
}
