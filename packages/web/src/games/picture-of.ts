import type { Game, View } from '@tablier/core';
import { type BoardState, stillState } from '../board/board-module.ts';
import { framed, type Scene } from '../board/scene/scene.ts';
import { boardOf } from './boards.ts';
import { RIM } from './catalogue.ts';

type Shown = Partial<Pick<BoardState<View, unknown>, 'viewer' | 'bottom' | 'lastMoves' | 'peeks'>>;

/** A view as a picture with its rim, without controls; `null` if the game has no board. The board must be loaded. */
export function pictureOf(game: Game, view: View, shown: Shown = {}): Scene | null {
  const board = boardOf(game.id);
  return board === undefined ? null : framed(board.scene({ ...stillState(game, board, view), ...shown }), RIM);
}
