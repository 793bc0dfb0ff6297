import { type Game, isLegal, type Move, movesIn, type Setup, type View } from '@tablier/core';
import type { BoardModule, BoardState } from '../../board/board-module.ts';
import { markMove } from '../../board/input-path.ts';
import { beforeMove, type MovePath } from '../../table/guide/figure.ts';

/**
 * A board that shows a move before it is made: the piece where it would go, and an outline around the places of the move. Boards of games
 * draw it as they draw a move that a player is about to make.
 */
export function withMove(board: BoardModule, move: Move): BoardModule {
  let last: { readonly view: View; readonly path: MovePath } | null = null;
  const pathOf = (state: BoardState<View, unknown>): MovePath => {
    const asked = { ...state, choices: [move], held: board.nothing, pointed: null };
    if (last?.view !== state.view) last = { view: state.view, path: beforeMove(board, asked, move) };
    const { held, pointed } = last.path.state;
    return { state: { ...asked, held, pointed }, places: last.path.places };
  };
  return {
    ...board,
    scene(state) {
      const { state: shown, places } = pathOf(state);
      // The review has no input: it asks no question and offers no target.
      const { chooser: _chooser, ...scene } = markMove(board.scene(shown), places);
      return { ...scene, targets: board.scene(state).targets };
    },
  };
}

/** The view after some moves of a game and then those of a line, as far as they are legal: a line may assume other hidden information. */
export function viewAfter(
  game: Game,
  setup: Setup,
  texts: readonly string[],
  moves: readonly Move[],
): { readonly view: View; readonly lastMoves: readonly Move[] } {
  const position = game.start(setup);
  for (const move of movesIn(game, texts)) position.play(move);
  let last: readonly Move[] = [];
  for (const move of moves) {
    if (!isLegal(game, position, move)) break;
    position.play(move);
    last = [move];
  }
  return { view: game.view(position, 'open'), lastMoves: last };
}
