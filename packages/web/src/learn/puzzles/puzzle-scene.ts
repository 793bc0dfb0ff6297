import type { Puzzle } from '@tablier/core';
import { stillState } from '../../board/board-module.ts';
import { boardOf } from '../../games/boards.ts';
import { framed, type Scene } from '../../board/scene/scene.ts';
import { replayed } from './puzzle-list.ts';

/** The rim of the board, in cells. */
const RIM = 0.45;

/** A puzzle as its player sees it, without controls; `null` if the game has no board. Its board and rules must be loaded. */
export function puzzleScene(data: Puzzle): Scene | null {
  const { game, position, puzzle } = replayed(data);
  const board = boardOf(game.id);
  if (board === undefined) return null;
  const view = game.view(position, puzzle.seat);
  const state = { ...stillState(game, board, view), viewer: puzzle.seat, bottom: puzzle.seat };
  return framed(board.scene(state), RIM);
}
