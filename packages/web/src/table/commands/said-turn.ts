import { type Game, type Move, movesIn, type Seat, type View } from '@tablier/core';
import type { BoardModule } from '../../board/board-module.ts';
import type { People } from '../../lib/people.ts';
import * as m from '../../paraglide/messages.js';

/** A turn, or a part of one, and what is seen after it. */
export interface MadeTurn {
  readonly seat: Seat;
  readonly moves: readonly Move[];
  readonly view: View;
}

export const madeTurn = (
  game: Game,
  turn: { readonly seat: Seat; readonly texts: readonly string[] } | undefined,
  view: View,
): MadeTurn | null => (turn === undefined ? null : { seat: turn.seat, moves: movesIn(game, turn.texts), view });

interface Told {
  readonly game: Game;
  readonly board: BoardModule;
  readonly people: People;
}

/** A turn in words; `null` where there are none for it. */
export const toldTurn = ({ board, people }: Omit<Told, 'game'>, { seat, moves, view }: MadeTurn): string | null =>
  board.played?.(moves, view, people.mover(seat)) ?? null;

/** A turn in words, or in notation. A sign that only ends the turn is not announced as a move. */
export function saidTurn(told: Told, turn: MadeTurn): string {
  const texts = turn.moves.map((move) => told.game.formatMove(move));
  const moves = texts.filter((text) => /\w/.test(text)).join(' ') || texts.join(' ');
  return toldTurn(told, turn) ?? m.status_played({ seat: told.people.title(turn.seat), moves });
}
